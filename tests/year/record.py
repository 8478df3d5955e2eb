"""The record of a year: each request with its answer, in the order in which they ended, one file a day.

An entry is a line of JSON and, behind it, the body of the answer as it came:
    {"at": clock, "done": clock, "who": name or null, "do": "POST", "path": "/api/v1/games/9/moves", "sent": body, "key": name of the request,
     "status": 201, "kind": media type, "bytes": length of the body}
status null: no answer came, or no whole one. Lines with "fact" are about the world that is played, not about the house: who the people are, to
what the clock was set, which fault there was. Times are Unix microseconds of the set clock.
"""
import json
import threading


class Recorder:
    def __init__(self, path):
        self.path, self.file, self.lock = path, open(path, "wb", buffering=1 << 20), threading.Lock()

    def turn(self, path):
        """From now on into another file; returns the one that is whole."""
        with self.lock:
            self.file.close()
            whole, self.path = self.path, path
            self.file = open(path, "wb", buffering=1 << 20)
        return whole

    def request(self, at, done, who, do, path, sent, key, status, kind, body):
        line = json.dumps({"at": at, "done": done, "who": who, "do": do, "path": path, "sent": sent, "key": key, "status": status, "kind": kind,
                           "bytes": len(body)})
        with self.lock:
            self.file.write(line.encode() + b"\n" + body + b"\n")

    def fact(self, fact, **more):
        with self.lock:
            self.file.write(json.dumps(dict(more, fact=fact)).encode() + b"\n")

    def close(self):
        self.file.close()
        return self.path


def entries(path):
    """(entry, body or None) of a file, in order."""
    with open(path, "rb") as file:
        for line in file:
            entry = json.loads(line)
            if "fact" in entry:
                yield entry, None
            else:
                body = file.read(entry["bytes"])
                file.read(1)
                yield entry, body
