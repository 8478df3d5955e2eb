"""The little of FastCGI that a web server speaks, for tests that must choose the moment of every byte."""
import socket
import struct

BEGIN, END, PARAMS, STDIN, STDOUT, STDERR = 1, 3, 4, 5, 6, 7


def record(kind, content=b""):
    return struct.pack(">BBHHBx", 1, kind, 1, len(content), 0) + content


def stream(kind, content):
    pieces = [content[at:at + 60000] for at in range(0, len(content), 60000)]
    return b"".join(record(kind, piece) for piece in pieces) + record(kind)


def pair(name, value):
    def length(text):
        return struct.pack(">B", len(text)) if len(text) < 128 else struct.pack(">I", len(text) | 0x80000000)
    name, value = name.encode(), value.encode()
    return length(name) + length(value) + name + value


class Answer:
    def __init__(self, text):
        head, _, self.body = text.partition(b"\r\n\r\n")
        self.lines = head.decode().split("\r\n")
        self.status = int(self.lines[0].split()[1])

    def all(self, name):
        return [line.split(": ", 1)[1] for line in self.lines if line.lower().startswith(name.lower() + ": ")]


class Connection:
    """One connection to `ridotto fcgi`, at a path or a port."""

    def __init__(self, where, keep=True):
        self.keep = keep
        self.socket = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
        self.socket.settimeout(60)
        self.socket.connect(where if isinstance(where, str) else ("127.0.0.1", where))
        self.file = self.socket.makefile("rb")

    def close(self):
        self.file.close()
        self.socket.close()

    def head(self, method="GET", uri="/robots.txt", body=b"", **more):
        """The records of a request up to its body."""
        params = dict({"REQUEST_METHOD": method, "REQUEST_URI": uri, "REMOTE_ADDR": "203.0.113.7",
                       "GATEWAY_INTERFACE": "CGI/1.1", "CONTENT_LENGTH": str(len(body)) if body else ""}, **more)
        begin = record(BEGIN, struct.pack(">HB5x", 1, 1 if self.keep else 0))
        return begin + stream(PARAMS, b"".join(pair(*item) for item in params.items() if item[1] is not None))

    def send(self, data):
        self.socket.sendall(data)

    def answer(self):
        """The whole answer; None when the connection ended before it was complete."""
        text = b""
        while True:
            head = self.file.read(8)
            if len(head) < 8:
                return None
            _, kind, _, length, padding = struct.unpack(">BBHHBx", head)
            content = self.file.read(length + padding)[:length]
            if kind == STDOUT:
                text += content
            elif kind == END:
                return Answer(text)

    def ask(self, method="GET", uri="/robots.txt", body=b"", **more):
        self.send(self.head(method, uri, body, **more) + stream(STDIN, body))
        return self.answer()

    def is_ended(self):
        return self.socket.recv(1) == b""
