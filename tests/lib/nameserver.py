"""A name server on UDP (RFC 1035) that answers as it is told, each time otherwise: `with NameServer(answers) as names`."""
import ipaddress
import socket
import struct
import threading

A, IN, QUERY = 1, 1, 12  # QUERY: bytes of a header


def name_of(message):
    """The name that is asked for, and where its question ends."""
    labels, at = [], QUERY
    while message[at]:
        labels.append(message[at + 1:at + 1 + message[at]].decode("ascii", "replace").lower())
        at += 1 + message[at]
    return ".".join(labels), at + 5


class NameServer:
    """@answers: { name: [[addresses] of the first question, of the second, ...] }; the last holds for all that follow. None is to be kept (TTL 0).
    A name with None instead of lists is never answered.
    names.asked: the names in the order in which they were asked for; names.port."""

    def __init__(self, answers):
        self.answers, self.asked = answers, []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.sendto(b"", ("127.0.0.1", self.port))
        self.thread.join()
        self.socket.close()

    def serve(self):
        while True:
            message, who = self.socket.recvfrom(512)
            if not message:
                return
            answer = self.answer(message)
            if answer:
                self.socket.sendto(answer, who)

    def answer(self, message):
        name, end = name_of(message)
        kind, = struct.unpack("!H", message[end - 4:end - 2])
        turns = self.answers.get(name)
        addresses = turns[min(self.asked.count(name), len(turns) - 1)] if turns and kind == A else []
        self.asked.append(name)
        if name in self.answers and turns is None:
            return None
        # An authoritative answer; 3: there is no such name.
        header = message[:2] + struct.pack("!HHHHH", 0x8500 | (0 if turns else 3), 1, len(addresses), 0, 0)
        # 0xc00c: the name of the question.
        rows = b"".join(struct.pack("!HHHIH", 0xc00c, A, IN, 0, 4) + ipaddress.IPv4Address(one).packed for one in addresses)
        return header + message[QUERY:end] + rows
