"""Readers of event streams: sockets without a thread each."""
import json
import select
import socket
import time

from harness import PATIENCE, check


class Stream:
    """One open GET of a stream. What came is cut into events: dicts with id, event, data; comments count as beats."""

    def __init__(self, house, path, client=None, headers=None, host="127.0.0.1"):
        self.socket = socket.create_connection((host, house.port))
        self.events, self.beats, self.retry, self.ended = [], 0, None, False
        self.raw, self.body, self.status, self.headers = b"", b"", None, {}
        lines = ["GET %s HTTP/1.1" % path, "Host: " + host, "Accept: text/event-stream"]
        if client and client.cookies:
            lines.append("Cookie: " + "; ".join("%s=%s" % pair for pair in client.cookies.items()))
        lines += ["%s: %s" % pair for pair in (headers or {}).items()]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read(self, seconds=0):
        """Takes what has come, or comes within so many seconds."""
        if not self.ended and select.select([self.socket], [], [], seconds)[0]:
            try:
                got = self.socket.recv(65536)
            except ConnectionError:
                got = b""
            self.ended = not got
            self.raw += got
            self._take()
        return self

    def until(self, condition, what, seconds=PATIENCE):
        """Reads until condition(self)."""
        end = time.monotonic() + seconds
        while not condition(self):
            left = end - time.monotonic()
            check(left > 0, "waited %.0f s for %s; status %s, events %r" % (seconds, what, self.status, self.events))
            check(not self.ended, "the stream ended before " + what)
            self.read(min(left, 0.25))
        return self

    def opened(self):
        """Reads until the answer has begun."""
        self.until(lambda s: s.status is not None, "an answer")
        return self.until(lambda s: s.retry is not None, "the first words") if self.status == 200 else self

    def versions(self):
        return [e["data"]["version"] for e in self.events if e["event"] == "message"]

    def _take(self):
        if self.status is None:
            if b"\r\n\r\n" not in self.raw:
                return
            head, self.raw = self.raw.split(b"\r\n\r\n", 1)
            lines = head.decode().split("\r\n")
            self.status = int(lines[0].split()[1])
            self.headers = {n.lower(): v.strip() for n, v in (line.split(":", 1) for line in lines[1:])}
        if self.headers.get("transfer-encoding") != "chunked":
            return
        while b"\r\n" in self.raw:
            size, rest = self.raw.split(b"\r\n", 1)
            n = int(size, 16)
            if len(rest) < n + 2:
                break
            self.body, self.raw = self.body + rest[:n], rest[n + 2:]
            self.ended = self.ended or n == 0
        while b"\n\n" in self.body:
            block, self.body = self.body.split(b"\n\n", 1)
            self._event(block.decode())

    def _event(self, block):
        event = {"id": None, "event": "message", "data": None}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            value = value.strip()
            if name == "retry":
                self.retry = int(value)
            elif name == "data":
                event["data"] = json.loads(value)
            elif name:
                event[name] = value
        if event["data"] is not None:
            self.events.append(event)
        else:
            self.beats += 1
