"""Requests of people: one kept connection for each thread, each request noted with its answer, asked again until there is one."""
import json
import socket
import time

PATIENCE, PAUSE, GIVES_UP = 20, 0.03, 180  # seconds: for an answer, before asking again, altogether
GIVEN_UP = 31 * 1000000  # microseconds of the set clock after which a named request is taken for given up
UNKNOWN = (500, 502, 503, 504)
try:
    from orjson import loads
except ImportError:
    loads = json.loads


class Lost(Exception):
    """No answer, or no whole one."""


class Answer:
    def __init__(self, status, kind, location, body, replayed, tries):
        self.status, self.kind, self.location, self.body, self.replayed, self.tries = status, kind, location, body, replayed, tries

    def json(self):
        return loads(self.body) if self.body else None


class Line:
    """Of one thread. site has ports of the nodes, one is asked after the other."""

    def __init__(self, site, recorder):
        self.site, self.recorder, self.socket, self.port, self.count, self.asked = site, recorder, None, None, 0, 0

    def close(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    def _connect(self):
        ports = self.site.ports
        port = ports[self.count // 16 % len(ports)]
        self.count += 1
        if self.socket is None or port != self.port:
            self.close()
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.port = port

    def once(self, person, do, path, sent, key, headers):
        """One request; Lost when there is no whole answer."""
        try:
            self._connect()
            body = (sent or "").encode()
            self.socket.sendall(("%s %s HTTP/1.1\r\nHost: x\r\n%s%sContent-Length: %d\r\n\r\n" % (
                do, path, headers, "Idempotency-Key: %s\r\n" % key if key else "", len(body))).encode() + body)
            head, rest = b"", b""
            while True:
                more = self.socket.recv(1 << 18)
                if not more:
                    raise Lost
                head += more
                at = head.find(b"\r\n\r\n")
                if at >= 0:
                    break
            head, rest = head[:at], head[at + 4:]
            words = head.decode("latin-1").split("\r\n")
            fields = {n.lower(): v.strip() for n, _, v in (w.partition(":") for w in words[1:])}
            if "content-length" not in fields and words[0].split()[1] != "204":
                raise Lost
            length, parts, got = int(fields.get("content-length", 0)), [rest], len(rest)
            while got < length:
                more = self.socket.recv(1 << 18)
                if not more:
                    raise Lost
                parts.append(more)
                got += len(more)
            if fields.get("connection", "").lower() == "close":
                self.close()
            return Answer(int(words[0].split()[1]), fields.get("content-type", "").split(";")[0], fields.get("location"), b"".join(parts),
                          "idempotency-replayed" in fields, 1)
        except (OSError, Lost):
            self.close()
            raise Lost from None

    def ask(self, person, do, path, sent=None, key=None, headers=None):
        """Until there is an answer that is one. Each try is noted."""
        headers = headers or person.token_headers
        end, tries = time.monotonic() + GIVES_UP, 0
        while True:
            at = self.site.clock.now()
            tries += 1
            self.asked += 1
            try:
                answer = self.once(person, do, path, sent, key, headers)
            except Lost:
                answer = None
            self.recorder.request(at, self.site.clock.now(), person.name, do, path, sent, key, answer and answer.status, answer and answer.kind,
                                  answer.body if answer else b"")
            if answer and answer.status == 409 and b'"key_in_use"' in answer.body:
                answer = None  # the one that was lost may still be worked on, but not for long
                self.site.clock.nudge(GIVEN_UP)
            if answer and answer.status not in UNKNOWN and answer.status != 429:
                answer.tries = tries
                return answer
            if time.monotonic() > end:
                raise AssertionError("%s %s of %s had no answer for %d s: %r" % (do, path, person.name, GIVES_UP, answer and answer.body[:300]))
            time.sleep(PAUSE)
