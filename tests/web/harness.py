"""A whole house for tests over HTTP: a private PostgreSQL, `ridotto serve`, and clients with cookies and forms.

    from harness import House, Client, check, run

    def test_front_door(house):
        "the front door opens"
        page = Client(house).get("/")
        check(page.status == 200, "status %d" % page.status)

    if __name__ == "__main__":
        run(globals())

run() starts one House for all tests of the file, in the order they stand there, and prints TAP; a test's title is its
docstring. RIDOTTO_TEST_DOOR says by which door requests come in, so that the same tests knock at all of them: "serve"
(the default: `ridotto serve`), "proxy" (nginx before it), "fcgi" (nginx before `ridotto fcgi`), "cgi" (lighttpd running
the program); @only(...) marks tests that mean some of them. Every HTML page that a Client receives goes through tidy, and must have no
inline style, script or handler, and no symbol that is not there; complaints fail the test that fetched it. So does a template that asked for what its model lacks: a
development build says so in its log. A test that wants a house of its own makes one (`with House(...) as house`) and takes no parameter.
"""
import atexit
import base64
import ctypes
import ctypes.util
import email
import email.policy
import hashlib
import http.client
import inspect
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse

TOP = os.environ.get("RIDOTTO_TOP") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tests", "lib"))
from markup import Markup
from ports import free_port  # noqa: E402
from psql import Psql, Refused  # noqa: E402

FRONT = os.path.join(TOP, "tests", "lib", "front")
RIDOTTO = os.environ.setdefault("RIDOTTO", os.path.join(TOP, "build", "ridotto"))
DATA = os.environ.get("RIDOTTO_DATA") or TOP
DOOR = os.environ.get("RIDOTTO_TEST_DOOR") or "serve"
# The id of a request to which nobody gave one: nginx makes longer ones.
REQUEST_ID = "[0-9a-f]{%d}" % (32 if DOOR in ("proxy", "fcgi") else 16)
PASSWORD = "a long enough secret"


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def equal(got, wanted, what="value"):
    check(got == wanted, "%s is %r, not %r" % (what, got, wanted))


PATIENCE = 60  # seconds for what comes soon on a machine that has time for it
AT_ONCE = 10   # seconds for what is promised at once: long enough for a busy machine, shorter than what it must not wait for


def wait_for(condition, what, seconds=PATIENCE):
    """Polls until condition() is true and returns what it gave."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        check(time.monotonic() < end, "waited %d s for %s" % (seconds, what))
        time.sleep(0.05)


def is_open(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def end(process):
    """Ends a helper of the service; None is none."""
    if process:
        process.terminate()
        process.wait(PATIENCE)


class Database:
    """A PostgreSQL cluster of its own, by deploy/private-postgres. It outlives kill -9, though not a power cut."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "postgres")
        subprocess.run([os.path.join(TOP, "tests", "lib", "cluster"), "copy", self.folder], check=True)
        self.start()
        self.env = {}
        for line in self._run("env").splitlines():
            found = re.match(r"(\w+)='(.*)'$", line)
            if found:
                self.env[found[1]] = found[2]
        self.socket = re.search(r"host=(\S+)", self.env["RIDOTTO_DATABASE"])[1]
        self.psql = self.another()

    def _run(self, action, *settings):
        done = subprocess.run([os.path.join(TOP, "deploy", "private-postgres"), action, self.folder, *settings],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        check(done.returncode == 0, "private-postgres %s: %s" % (action, done.stderr))
        return done.stdout

    def start(self):
        self._run("start", "fsync=off")

    def stop(self):
        self.psql.close()
        self._run("stop")

    def another(self):
        """A connection of its own, for a transaction that is open while others go on."""
        return Psql("host=%s user=postgres dbname=ridotto" % self.socket)

    def kill(self):
        self._run("kill")

    def sql(self, query):
        """Runs a query as superuser; rows as lists of texts."""
        try:
            return [line.split("\t") for line in self.psql.ask(query).splitlines()]
        except Refused as refused:
            raise AssertionError("psql: %s" % refused) from refused

    def run(self, file):
        return self.sql("\\i %s\n" % file)


def stored(token):
    """The hash of a token as the database keeps it, in hex."""
    return hashlib.blake2b(token.encode(), digest_size=32).hexdigest()


def random_token():
    """One as the house makes them, and its hash."""
    text = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")
    return text, stored(text)


HOUSES, LACKING = [], []  # all that were opened; what was lacking in those that are closed


class House:
    """Starts everything; `with House() as house`. flags go to `ridotto serve` or `ridotto fcgi`, env on top of the
    environment. With --no-worker among the flags there is no worker, whatever the door. program: another build of it."""

    def __init__(self, flags=(), env=None, migrate=True, serve=True, database=None, data=None, door=DOOR, program=RIDOTTO):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="ridotto-web-")
        os.chmod(self.folder, 0o755)
        atexit.register(self.close)
        self.maildir = os.path.join(self.folder, "mail")
        self.port = free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.door, self.flags = door, list(flags)
        self.process = self.front = self.worker = self.hashed = None
        self.closed, self.looked = False, 0
        HOUSES.append(self)
        self.owns_database = database is None
        self.database = database or Database(self.folder)
        self.env = dict(os.environ, RIDOTTO_DATA=data or DATA, RIDOTTO_MAILDIR=self.maildir, RIDOTTO_URL=self.url,
                        RIDOTTO_CONFIG="/dev/null", **self.database.env)
        self.env.update(env or {})
        self.log = os.path.join(self.folder, "serve.log")
        if migrate:
            self.ridotto("migrate")
            self.database.run(os.path.join(TOP, "tests", "lib", "dealt_alike.sql"))
        if serve:
            self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ridotto(self, *args, **more):
        """Runs a subcommand to its end and returns its output."""
        done = subprocess.run([self.program, *args], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
        check(done.returncode == 0, "ridotto %s: %s%s" % (args[0], done.stdout, done.stderr))
        return done.stdout

    def _spawn(self, *command, **more):
        with open(self.log, "a") as log:
            return subprocess.Popen(command, env=self.env, stderr=log, text=True, **more)

    def _command(self, flags):
        """What is started and stopped as the service: for CGI that is the web server."""
        flags = self.flags + list(flags)
        if self.door == "serve":
            return [self.program, "serve", "--port", str(self.port), *flags]
        if self.door == "proxy":
            return [self.program, "serve", "--socket", os.path.join(self.folder, "http.sock"), *flags]
        worker = [] if "--no-worker" in flags else ["--worker"]
        flags = [flag for flag in flags if flag != "--no-worker"]
        if self.door == "fcgi":
            return [self.program, "fcgi", "--socket", os.path.join(self.folder, "fcgi.sock"), *worker, *flags]
        check(not flags, "a CGI program takes no flags")
        return [FRONT, "cgi", str(self.port), self.folder]

    def launch(self, *flags):
        """Starts the service and does not wait for it."""
        self.process = self._spawn(*self._command(flags), stdout=subprocess.PIPE)
        return self.process

    def start(self, *flags):
        self.launch(*flags)
        if self.door == "cgi":
            if "--no-worker" not in self.flags:
                self.worker = self._spawn(self.program, "worker")
        else:
            line = self.process.stdout.readline()
            check("Ridotto serves " in line, self.door + " did not start: " + self.logged())
        if self.door in ("proxy", "fcgi") and not self.front:
            self.front = self._spawn(FRONT, self.door, str(self.port), self.folder)
        if self.door != "serve":
            wait_for(lambda: is_open(self.port), "the web server to listen")

    def lacking(self):
        """What templates asked for since this was asked last, and their models lack: lines of the log."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, errors="replace") as log:
            log.seek(self.looked)
            lines, self.looked = log.readlines(), log.tell()
        return [line.strip() for line in lines if '"its model lacks ' in line]

    def logged(self):
        with open(self.log) as log:
            return log.read()

    def stop(self, how=signal.SIGTERM):
        """Stops the service as an operator would; returns its exit status."""
        if not self.process:
            return 0
        if self.door == "cgi" and how == signal.SIGTERM:
            how = signal.SIGINT  # lighttpd's graceful stop: on SIGTERM it may end with 1
        self.process.send_signal(how)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the service did not stop: " + self.logged()[-2000:])
        self.process.stdout.close()
        self.process = None
        end(self.worker)
        self.worker = None
        return status

    def close(self):
        if self.closed:
            return
        self.closed = True
        LACKING.extend(self.lacking())
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process:
            self.process.stdout.close()
        end(self.worker)
        end(self.front)
        if self.owns_database:
            self.database.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, query):
        return self.database.sql(query)

    def position(self, game):
        """The position of a game as it is stored, whoever may know it."""
        return json.loads(self.ridotto("game", "position", str(game)))["state"]

    def set_position(self, game, state):
        self.sql("UPDATE game SET state = convert_to($state$%s$state$, 'UTF8') WHERE id = %s" % (json.dumps(state), game))

    def mails(self, to):
        """Mail to one address, oldest first, as email.message.EmailMessage."""
        found = []
        for folder in ("new", "cur"):
            path = os.path.join(self.maildir, folder)
            for name in os.listdir(path) if os.path.isdir(path) else []:
                with open(os.path.join(path, name), "rb") as file:
                    message = email.message_from_binary_file(file, policy=email.policy.default)
                if to in message["To"]:
                    found.append((os.path.getmtime(os.path.join(path, name)), name, message))
        return [message for _, _, message in sorted(found, key=lambda row: row[:2])]

    def link(self, to, path, after=0):
        """Waits for mail number `after`+1 and more to an address, and returns the newest link that begins with path."""
        def look():
            for message in reversed(self.mails(to)[after:]):
                found = re.findall(re.escape(self.url) + r"(" + re.escape(path) + r"[^\s\"<>]*)",
                                   message.get_body(("plain",)).get_content())
                if found:
                    return found[0]
            return None
        return wait_for(look, "mail to %s with a link to %s" % (to, path))

    def person(self, name=None, confirmed=True, lang="en"):
        """A client who has joined and, unless told otherwise, has a confirmed address. Names are made up when not given.
        The first of a house joins by the form, and whoever has an address to confirm; the others get what the form would
        give them: a row with the same hash of the same password, and a session."""
        name = name or "P" + secrets.token_hex(5)
        client = Client(self)
        client.cookies["lang"] = lang
        client.name, client.email = name, (name.lower() if name.isascii() else secrets.token_hex(5)) + "@example.org"
        if confirmed and self.hashed:
            client.cookies["ridotto"], digest = random_token()
            self.sql("WITH new AS (INSERT INTO person (name, email, email_confirmed, password_hash, lang) "
                     "VALUES ('%s', '%s', now(), '%s', '%s') RETURNING id) INSERT INTO session (hash, person, expires) "
                     "SELECT decode('%s', 'hex'), id, now() + interval '60 days' FROM new"
                     % (name, client.email, self.hashed, lang, digest))
            return client
        page = client.submit(client.get("/join"), "/join", name=name, email=client.email, password=PASSWORD)
        equal(page.status, 303, "status of joining as " + name)
        if confirmed:
            self.hashed = self.sql("UPDATE person SET email_confirmed = now() WHERE name = '%s' RETURNING password_hash" % name)[0][0]
        return client

    def token(self, kind, person, game=None, seconds=3600):
        """A token as a link in mail holds it, put into the database without any mail."""
        text, digest = random_token()
        self.sql("INSERT INTO token (hash, kind, person, game, expires) SELECT decode('%s', 'hex'), '%s', id, %s, "
                 "now() + interval '%d s' FROM person WHERE name = '%s'"
                 % (digest, kind, game or "NULL", seconds, person))
        return text


class Form:
    def __init__(self, method, action, ident=None):
        self.method, self.action, self.id, self.fields, self.buttons = method, action, ident, [], []

    def __repr__(self):
        return "<form %s %s %r %r>" % (self.method, self.action, self.fields, self.buttons)


class Reader(Markup):
    """Forms, links and the plain text of a page."""

    def __init__(self, text):
        self.forms, self.links, self.words, self.title, self.form = [], [], [], "", None
        self.inside, self.select, self.area = [], None, None
        self.feed(text)

    def form_of(self, a):
        """Whose field it is: the form around it, or the one before it that it names."""
        return next((form for form in self.forms if form.id == a["form"]), None) if "form" in a else self.form

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        owner = self.form_of(a)
        if tag == "form":
            self.form = Form((a.get("method") or "get").lower(), a.get("action", "").split("#")[0], a.get("id"))
            self.forms.append(self.form)
        elif tag == "a" and "href" in a:
            self.links.append(a["href"])
        elif owner is not None and tag == "input" and "name" in a:
            kind = a.get("type", "text")
            if kind in ("submit", "image"):
                owner.buttons.append((a["name"], a.get("value", "")))
            elif kind not in ("checkbox", "radio") or "checked" in a:
                owner.fields.append((a["name"], a.get("value", "on" if kind == "checkbox" else "")))
        elif owner is not None and tag == "button" and "name" in a:
            owner.buttons.append((a["name"], a.get("value", "")))
        elif owner is not None and tag == "select" and "name" in a:
            self.select = [a["name"], None, None, owner]
        elif tag == "option" and self.select:
            value = a.get("value", "")
            if self.select[1] is None:
                self.select[1] = value
            if "selected" in a:
                self.select[2] = value
        elif owner is not None and tag == "textarea" and "name" in a:
            self.area = [a["name"], ""]
        self.inside.append(tag)

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select" and self.select:
            name, first, chosen, owner = self.select
            owner.fields.append((name, chosen if chosen is not None else first or ""))
            self.select = None
        elif tag == "textarea" and self.area:
            name, text = self.area
            self.form.fields.append((name, text[1:] if text.startswith("\n") else text))  # as browsers do
            self.area = None
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if "title" in self.inside and "svg" not in self.inside:
            self.title += data
        if self.area:
            self.area[1] += data
        if not {"script", "style"} & set(self.inside):
            self.words.append(data)


class Tidy:
    """The library of tidy, which is there with the program, a process for each page
    would cost more than all else."""
    OPTIONS = {"quiet": "yes", "show-warnings": "yes", "drop-empty-elements": "no", "warn-proprietary-attributes": "no",
               "mute": "MISSING_ATTRIBUTE,TRIM_EMPTY_ELEMENT", "input-encoding": "utf8"}

    MISTAKEN = re.compile(r'not recognized|<svg> attribute "width" has invalid value "\d+em"')  # SVG has lengths in em

    class Buffer(ctypes.Structure):
        _fields_ = [("allocator", ctypes.c_void_p), ("text", ctypes.c_void_p), ("size", ctypes.c_uint),
                    ("allocated", ctypes.c_uint), ("next", ctypes.c_uint)]

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("tidy"))
        self.library.tidyCreate.restype = ctypes.c_void_p
        self.lock, self.seen = threading.Lock(), {}

    def complaints(self, text):
        """About a page, a list; the same page is looked at once."""
        key = hashlib.sha1(text.encode()).digest()
        with self.lock:
            if key not in self.seen:
                self.seen[key] = [line for line in self._look(text) if line.strip() and not self.MISTAKEN.search(line)]
            return self.seen[key]

    def _look(self, text):
        tidy, errors = ctypes.c_void_p(self.library.tidyCreate()), self.Buffer()
        self.library.tidyBufInit(ctypes.byref(errors))
        try:
            for name, value in self.OPTIONS.items():
                check(self.library.tidyOptParseValue(tidy, name.encode(), value.encode()), "tidy does not know " + name)
            self.library.tidySetErrorBuffer(tidy, ctypes.byref(errors))
            for step, more in (("ParseString", (text.encode(),)), ("CleanAndRepair", ()), ("RunDiagnostics", ())):
                check(getattr(self.library, "tidy" + step)(tidy, *more) >= 0, "tidy gave up: " + step)
            return ctypes.string_at(errors.text, errors.size).decode().splitlines() if errors.size else []
        finally:
            self.library.tidyBufFree(ctypes.byref(errors))
            self.library.tidyRelease(tidy)


class Symbols:
    """What the pictures of a page take from elsewhere: <use href="/www/genoa.svg?v=...#gn-tree"/>, or href="#name" of the page itself."""

    USE = re.compile(r"""<use\b[^>]*? href="([^"]*)\"""")
    FILE = re.compile(r"/www/([a-z]+\.svg)\?v=([0-9a-f]+)#(.+)")
    ID = re.compile(r' id="([^"]+)"')

    def __init__(self):
        self.files = {}

    def of_file(self, name):
        if name not in self.files:
            with open(os.path.join(TOP, "www", name), encoding="utf-8") as file:
                self.files[name] = set(self.ID.findall(file.read()))
        return self.files[name]

    def unknown(self, text):
        """Complaints, a list: a symbol that is not there, an address without the version that the page's style has."""
        style, own, said = re.search(r'ridotto\.css\?v=([0-9a-f]+)', text), set(self.ID.findall(text)), []
        for href in sorted(set(self.USE.findall(text))):
            named = self.FILE.fullmatch(href)
            if not (href[1:] in own if href.startswith("#") else named and named[3] in self.of_file(named[1]) and style and named[2] == style[1]):
                said.append("<use> of what is not there: " + href)
        return said


SYMBOLS = Symbols()
TIDY = Tidy()
INLINE = re.compile(r"""(?: style=|<style|<script>| on[a-z]+=").{0,80}""")


class Page:
    def __init__(self, response, body, path):
        self.status, self.path, self.body = response.status, path, body
        self.headers = response.headers
        self.is_html = self.headers.get("Content-Type", "").startswith("text/html")
        self._reader = None

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def location(self):
        return self.headers.get("Location")

    def json(self):
        return json.loads(self.text)

    @property
    def reader(self):
        if self._reader is None:
            self._reader = Reader(self.text.replace("\u2060", ""))  # the word joiners of Japanese
        return self._reader

    @property
    def words(self):
        """The page as it reads, on one line."""
        return " ".join("".join(self.reader.words).split())

    def form(self, action):
        """The form with this action; with a trailing *, the first whose action begins so."""
        for form in self.reader.forms:
            if form.action == action or (action.endswith("*") and form.action.startswith(action[:-1])):
                return form
        raise AssertionError("%s has no form for %s, only %r" % (self.path, action, self.reader.forms))

    @property
    def csrf(self):
        return dict(self.reader.forms[0].fields)["csrf"]


class Client:
    """One visitor: a kept connection, cookies, and forms sent as a browser would. Redirects are not followed unless asked."""

    def __init__(self, house, validate=True):
        self.house, self.cookies, self.validate, self.connection = house, {}, validate, None
        self.headers, self.token = {}, None
        self.retries = 1  # a kept connection may have been closed in the meantime; a new one is not excused

    def twin(self):
        """The same visitor in another window."""
        twin = Client(self.house, self.validate)
        twin.cookies = dict(self.cookies)
        return twin

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def request(self, method, path, body=None, headers=None):
        path = path.split("#")[0]  # what a browser keeps to itself
        sent = dict(self.headers)
        if self.cookies:
            sent["Cookie"] = "; ".join("%s=%s" % pair for pair in self.cookies.items())
        sent.update(headers or {})
        for attempt in range(self.retries + 1):
            if not self.connection:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=PATIENCE)
            try:
                self.connection.request(method, path, body, sent)
                response = self.connection.getresponse()
                page = Page(response, response.read(), path)
                break
            except (http.client.HTTPException, OSError) as error:
                self.close()
                cut = isinstance(error, (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError))
                if attempt == self.retries or not cut:
                    raise
        self._take_cookies(page)
        if page.headers.get("Connection", "").lower() == "close":
            self.close()
        if self.validate and page.is_html and method != "HEAD":
            complaints = TIDY.complaints(page.text) + INLINE.findall(page.text) + SYMBOLS.unknown(page.text)
            check(not complaints, "%s %s (%d) is not sound HTML:\n%s" % (method, path, page.status, "\n".join(complaints)))
        return page

    def _take_cookies(self, page):
        for line in page.headers.get_all("Set-Cookie") or []:
            name, _, value = line.split(";")[0].partition("=")
            if value and "Max-Age=0" not in line:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)

    def get(self, path, headers=None, follow=False):
        page = self.request("GET", path, headers=headers)
        return self.follow(page) if follow else page

    def json(self, path):
        """The model of a page."""
        return self.request("GET", path, headers={"Accept": "application/json"}).json()

    def follow(self, page, most=5):
        while page.status in (301, 302, 303, 307, 308) and most:
            page, most = self.request("GET", page.location), most - 1
        return page

    def post(self, path, fields, follow=False, headers=None):
        """fields: a dict or a list of pairs, sent urlencoded."""
        body = urllib.parse.urlencode(fields, encoding="utf-8") if not isinstance(fields, (str, bytes)) else fields
        page = self.request("POST", path, body, dict({"Content-Type": "application/x-www-form-urlencoded"}, **headers or {}))
        return self.follow(page) if follow else page

    def post_json(self, path, value, headers=None):
        body = value if isinstance(value, (str, bytes)) else json.dumps(value)
        return self.request("POST", path, body,
                            dict({"Content-Type": "application/json", "Accept": "application/json"}, **headers or {}))

    def submit(self, page, action, follow=False, **values):
        """Sends the form of a page with this action (see Page.form), some of its fields filled in. A name with a trailing
        underscore stands for the one without it."""
        form = page.form(action)
        values = {name.rstrip("_"): value for name, value in values.items()}
        fields = [(name, values.pop(name, value)) for name, value in form.fields] + list(values.items())
        check(form.method == "post", "that form is sent by " + form.method)
        return self.post(form.action, fields, follow)

    def csrf(self):
        """A token for forms; it is good as long as the cookie from which it is made."""
        cookie = self.cookies.get("ridotto") or self.cookies.get("visitor")
        if not self.token or self.token[0] != cookie:
            token = self._csrf()
            self.token = self.cookies.get("ridotto") or self.cookies.get("visitor"), token
        return self.token[1]

    def _csrf(self):
        return self.json("/sign-in" if "ridotto" not in self.cookies else "/settings")["house"]["csrf"]

    def sign_in(self, login, password=PASSWORD):
        return self.submit(self.get("/sign-in"), "/sign-in", login=login, password=password)


def at_once(posts):
    """Sends forms, (client, path, fields) each, at the same moment; their answers in order."""
    answers, gate = [None] * len(posts), threading.Barrier(len(posts))

    def send(number, client, path, fields):
        gate.wait(PATIENCE)
        answers[number] = client.post(path, fields)

    threads = [threading.Thread(target=send, args=(n, *post)) for n, post in enumerate(posts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(all(answers), "a form got no answer")
    return answers


def only(*doors, why):
    """Marks a test that is run behind these doors only."""
    def mark(test):
        test.skipped = None if DOOR in doors else why
        return test
    return mark


def run(names, make=House, **house_options):
    """Runs every test_* function of a module's globals() and ends the process. make: the class of the house."""
    tests = [f for n, f in names.items() if n.startswith("test_") and inspect.isfunction(f)]
    wanted = sys.argv[1:]
    tests = [f for f in tests if not wanted or f.__name__ in wanted]
    house, failed = None, 0
    print("1..%d" % len(tests), flush=True)
    for number, test in enumerate(tests, 1):
        title = (test.__doc__ or test.__name__).strip().splitlines()[0]
        if getattr(test, "skipped", None):
            print("ok %d - %s # SKIP %s" % (number, title, test.skipped), flush=True)
            continue
        try:
            if inspect.signature(test).parameters:
                house = house or make(**house_options)
                test(house)
            else:
                test()
            lacking = LACKING + [line for one in HOUSES if not one.closed for line in one.lacking()]
            LACKING.clear()
            check(not lacking, "\n".join(lacking))
            print("ok %d - %s" % (number, title), flush=True)
        except BaseException as problem:
            if isinstance(problem, KeyboardInterrupt):
                raise
            failed += 1
            print("not ok %d - %s" % (number, title))
            lines = traceback.format_exc().splitlines()
            print("\n".join("# " + line for line in lines[-12:]), flush=True)
    if house:
        if failed and os.environ.get("RIDOTTO_TEST_LOG"):
            print("# " + house.logged().replace("\n", "\n# "))
        house.close()
    sys.exit(1 if failed else 0)
