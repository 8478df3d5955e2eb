"""A gate before the service through which testers from outside send their requests, so that these reach the forms.

    gate = Gate(house, "in", seats=[anna, bruno])   # anna is signed in; seats: whose moves are sent
    gate.url                                        # what the tester is told
    gate.seen                                       # [Request, ...] all that passed

A tester keeps tokens and sessions as badly as a browser keeps them well: after the first form that it sent wrongly it holds
an old token, after the first that signs out it is a stranger, and the rest of what it sends stops at the door. The gate
stands where a proxy stands, on this machine, and does for the tester what a browser would: before each form it fetches the
page with that form, and puts in the token, the ply and the number of draft steps of now, wherever the tester sends back what
a page had given it. What the tester itself has made up is passed on as it is, tokens and cookies among it. The tester has the
word SIGNED_IN instead of a session's cookie. Each request comes from another address, unless the tester sends one.

Below /control the gate answers by itself, with every fault that a tester should find: who finds nothing there looked nowhere.
"""
import html
import http.client
import http.server
import json
import random
import re
import subprocess
import threading
import urllib.parse

from harness import Client, check, random_token
from ports import free_port

SIGNED_IN, FRESH = "signed-in", "fresh"
NOT_PASSED_ON = {"host", "cookie", "connection", "content-length", "transfer-encoding", "accept-encoding", "keep-alive",
                 "x-forwarded-proto", "x-forwarded-for"}
NOT_RETURNED = {"connection", "content-length", "transfer-encoding", "keep-alive", "set-cookie", "date", "location", "alt-svc"}
TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
PLAYS = re.compile(r"(/games/\d+)/(moves|draft)$")
ADDRESS = re.compile(r"\d+(\.\d+){3}")
STRANGER = '<li class="me"><a href="/sign-in"'  # on every page of who is not signed in
# Streams, which would hold a tester up, and what ends the game or the account that the rest is tried on.
KEPT_AWAY = re.compile(r"/www/|(/games/\d+)?/live$|/games/\d+/(events|resign)$|/settings/data")
AT_TABLE = re.compile(r"(/games/\d+)/[a-z]+$")


class Request:
    """What passed: method, route ("/games/{}/chat"), status, and how far it came."""

    def __init__(self, method, path, status, location, has_payload, at_token, broken_form=False):
        self.method, self.status = method, status
        self.route = re.sub(r"(?<=/)(\d+|[\w-]{40,})(?=/|$)", "{}", urllib.parse.urlsplit(path).path)
        self.has_payload = has_payload  # a form, a query or a path that the tester was told to attack
        self.at_token = at_token        # the token itself was made up, so it must be refused
        self.false_token_taken = at_token and status not in ((400, 403, 413, 415) if broken_form else (403,))
        turned_away = status == 303 and location.startswith("/sign-in?")
        self.reached = status not in (403, 405, 429, 503) and not turned_away and not (status == 409 and PLAYS.search(path))


def is_broken(body):
    """Whether a form is none: a zero byte or what is not UTF-8 in it. It is refused as such before its token is looked at."""
    try:
        return "\0" in urllib.parse.unquote_plus(body.decode(), errors="strict")
    except UnicodeDecodeError:
        return True


class Gate:
    def __init__(self, house, mode, seats=(), attacked_path=None, kept_away=True, tries_cookie=False):
        """attacked_path: a regular expression of addresses that are payloads themselves; kept_away: answers what KEPT_AWAY
        names with 404; tries_cookie: a session that is none is a payload that arrived, though it leads to signing in."""
        self.house, self.mode, self.seats, self.attacked_path = house, mode, list(seats), attacked_path
        self.kept_away, self.tries_cookie = kept_away, tries_cookie
        self.port = free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.seen, self.given, self.lock = [], set(), threading.RLock()
        self.visitor = seats[0] if mode == "in" else Client(house, validate=False)
        for client in [self.visitor, *self.seats]:
            client.validate = False
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.gate, self.server.daemon_threads = self, True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def fresh_form(self, path):
        """Who sends, and what the page of a form gives now: (client, {field: value})."""
        table = AT_TABLE.search(path)
        with self.lock:  # a client has one connection
            for client in self.seats if PLAYS.search(path) else [self.visitor]:
                page = self.fetch(client, table[1] if table else "/help")
                if not PLAYS.search(path) or "asked-mine" in page.text:
                    break
            found = {name: value for name in ("ply", "draft")
                     for value in re.findall(r'name="%s" value="(\d+)"' % name, page.text)[:1]}
            token = TOKEN.search(page.text)
            return client, dict(found, csrf=token[1] if token else "")

    def fetch(self, client, path):
        page = client.get(path)
        if self.mode == "in" and STRANGER in page.text:  # the tester has signed out, or ended the session
            client.cookies["ridotto"], digest = random_token()
            self.house.sql("INSERT INTO session (hash, person, expires) SELECT decode('%s', 'hex'), id, now() + interval '1 day' "
                           "FROM person WHERE name = '%s'" % (digest, client.name))
            page = client.get(path)
            check(STRANGER not in page.text, "the gate cannot sign in again")
        return page


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    behind = None

    def log_message(self, *_):
        pass

    def __getattr__(self, name):
        if name.startswith("do_"):  # any method: testers try them
            return self.pass_on
        raise AttributeError(name)

    def pass_on(self):
        gate = self.server.gate
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 20))
        if self.path.startswith("/control"):
            return self.control(gate, body)
        if gate.kept_away and KEPT_AWAY.match(self.path):
            return self.answer(404, [], b"")
        client, now = gate.visitor, {}
        if self.command == "POST":
            client, now = gate.fresh_form(urllib.parse.urlsplit(self.path).path)
        body, at_token = self.freshened(gate, body, now)
        try:
            answer = self.ask(gate, client, body)
            text = answer.read()
        except (http.client.HTTPException, OSError, ValueError) as error:
            self.behind = None
            return self.answer(502, [], ("the service gave no answer: %r" % error).encode())
        location = answer.headers.get("Location") or ""
        refused_to = "" if gate.tries_cookie else location
        attacked = bool(urllib.parse.urlsplit(self.path).query) or bool(gate.attacked_path and re.match(gate.attacked_path, self.path))
        gate.seen.append(Request(self.command, self.path, answer.status, refused_to, self.command == "POST" or attacked, at_token,
                                 is_broken(body)))
        headers = [(name, value) for name, value in answer.headers.items() if name.lower() not in NOT_RETURNED]
        headers += [("Location", location.replace(gate.house.url, gate.url))] if location else []
        for line in answer.headers.get_all("Set-Cookie") or []:  # as it is, but for the session
            headers.append(("Set-Cookie", re.sub(r"^(ridotto|visitor)=[^;]+", r"\1=" + SIGNED_IN, line)))
        if b"csrf" in text:
            gate.given.update(TOKEN.findall(text.decode("utf-8", "replace")))
            gate.given.update(re.findall(r'"csrf": ?"([^"]+)"', text.decode("utf-8", "replace")))
        self.answer(answer.status, headers, text.replace(gate.house.url.encode(), gate.url.encode()))

    def freshened(self, gate, body, now):
        """The body with what is good now in the place of what a page had given; and whether its token was made up."""
        at_token = False
        if (self.headers.get("Content-Type") or "").startswith("application/json"):
            for name, value in now.items():
                body = body.replace(b'"%s": "%s"' % (name.encode(), FRESH.encode()), b'"%s": "%s"' % (name.encode(), value.encode()))
                if name != "csrf":
                    body = re.sub(rb'"%s": "?(fresh|\d+)"?(?=[,}])' % name.encode(), b'"%s": %s' % (name.encode(), value.encode()), body)
            return body, bool(now) and now["csrf"].encode() not in body
        fields = []
        for field in body.split(b"&") if body else []:
            name, _, value = field.partition(b"=")
            name, text = name.decode("latin-1"), urllib.parse.unquote_plus(value.decode("latin-1"))
            if name == "csrf" and (text == FRESH or text in gate.given):
                field = b"csrf=" + now["csrf"].encode()
            elif name == "csrf":
                at_token = True
            elif name in now and (text == FRESH or text.isdigit()):
                field = (name + "=" + now[name]).encode()
            fields.append(field)
        return b"&".join(fields), at_token or self.command == "POST" and not any(f.startswith(b"csrf=") for f in fields)

    def ask(self, gate, client, body):
        """Sends it on over a kept connection; returns the answer, unread."""
        house = "127.0.0.1:%d" % gate.house.port
        cookies = {name: client.cookies[name] for name in ("ridotto", "visitor") if name in client.cookies}
        others = []
        for pair in (self.headers.get("Cookie") or "").split(";"):
            name, _, value = pair.strip().partition("=")
            if name in ("ridotto", "visitor"):
                if value != SIGNED_IN:
                    cookies[name] = value
            elif pair.strip():
                others.append(pair.strip())
        headers = [("Host", (self.headers.get("Host") or house).replace("127.0.0.1:%d" % gate.port, house)),
                   ("Cookie", "; ".join(others + ["%s=%s" % pair for pair in cookies.items()])),
                   ("X-Forwarded-Proto", "https"), ("Accept-Encoding", "identity")]
        headers += [(name, value.replace(gate.url, gate.house.url)) for name, value in self.headers.items()
                    if name.lower() not in NOT_PASSED_ON]
        # From many networks, or their limits would stop a tester; a payload in the place of the address is passed on as it is.
        come_from = self.headers.get("X-Forwarded-For", "")
        if not come_from or ADDRESS.fullmatch(come_from):
            come_from = "10.%d.%d.%d" % tuple(random.randrange(1, 255) for _ in range(3))
        headers.append(("X-Forwarded-For", come_from))
        for attempt in (1, 2):  # a kept connection may have been closed
            if not self.behind:
                self.behind, attempt = http.client.HTTPConnection("127.0.0.1", gate.house.port, timeout=60), 2
            try:
                path = urllib.parse.quote(self.path, safe="".join(map(chr, range(33, 127))))
                self.behind.putrequest(self.command, path, skip_host=True, skip_accept_encoding=True)
                for name, value in headers:
                    self.behind.putheader(name, value.encode("latin-1", "replace"))
                if body or self.command == "POST":
                    self.behind.putheader("Content-Length", str(len(body)))
                self.behind.endheaders(body or None)
                return self.behind.getresponse()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.behind.close()
                self.behind = None
                if attempt == 2:
                    raise

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def control(self, gate, body):
        """A form that puts what was typed into a query and into the page, for who brings a token of now."""
        client, now = gate.fresh_form("/control")
        body, at_token = self.freshened(gate, body, now)
        fields = dict(urllib.parse.parse_qsl(body.decode("latin-1"), keep_blank_values=True))
        told = ""
        status = 403 if self.command == "POST" and at_token else 200
        if self.command == "POST" and not at_token:
            database = gate.house.database.env["RIDOTTO_DATABASE"]
            query = "SELECT name FROM person WHERE name = '%s'" % fields.get("who", "").replace("\0", "")
            done = subprocess.run(["psql", "-qXAt", "-d", database, "-c", query],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            told = "<p>%s</p><pre>%s</pre>" % (fields.get("who", ""), html.escape(done.stdout))
        gate.given.add(now["csrf"])
        gate.seen.append(Request(self.command, "/control", status, "", self.command == "POST", at_token))
        page = ('<!DOCTYPE html><html><body><form method="post" action="/control"><input type="hidden" name="csrf" value="%s">'
                '<input name="who" value="anna"><button>Look</button></form>%s</body></html>' % (now["csrf"], told))
        self.answer(status, [("Content-Type", "text/html; charset=utf-8")], page.encode())
