"""What tests/torture/fails.c is told."""
import mmap
import os
import struct
import tempfile

KINDS = {"allocation": 1, "call": 2, "query": 3, "send": 4, "receive": 5, "own allocation": 6}
LONG = os.environ.get("RIDOTTO_TESTS_LONG")
FAILS = os.path.join(os.environ["RIDOTTO_BUILD"], "tests", "torture", "fails.so")


class Control:
    """What fails next, shared with the programs that run with env."""

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile(prefix="ridotto-torture-")
        self.file.write(bytes(32))
        self.file.flush()
        self.map = mmap.mmap(self.file.fileno(), 32)
        self.env = {"LD_PRELOAD": FAILS, "TORTURE_CONTROL": self.file.name}

    def arm(self, kind, at):
        self.map[8:32] = struct.pack("=QQQ", at, 0, 0)
        self.map[0:8] = struct.pack("=Q", KINDS[kind])

    def disarm(self):
        """How many calls there were, and whether one failed."""
        self.map[0:8] = bytes(8)
        _, calls, failed = struct.unpack("=QQQ", self.map[8:32])
        return calls, bool(failed)
