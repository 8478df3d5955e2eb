"""The clock of a house that plays a year in an evening: the page of memory that clock.c reads in service, worker and database.

Times are Unix microseconds. The clock goes on by itself from the time to which it was set last, as the machine's steady clock does.
"""
import ctypes
import mmap
import os
import select
import struct
import time

SLOTS, HEAD, SLOT = 120, 24, 8
SYS_FUTEX, FUTEX_WAKE, ALL = 202, 1, 1 << 30  # of x86-64
SECOND = 1000000


class Clock:
    def __init__(self, folder, library):
        self.path, self.library = os.path.join(folder, "clock"), library
        self.bell_path = os.path.join(folder, "bell")
        with open(self.path, "wb") as file:
            file.truncate(HEAD + SLOTS * SLOT)
        os.chmod(self.path, 0o666)
        os.mkfifo(self.bell_path)
        self.bell = os.open(self.bell_path, os.O_RDWR | os.O_NONBLOCK)
        file = os.open(self.path, os.O_RDWR)
        self.page = mmap.mmap(file, HEAD + SLOTS * SLOT)
        os.close(file)
        self.libc, self.word = ctypes.CDLL(None), ctypes.c_uint32.from_buffer(self.page, 8)

    def env(self, skew=0, wakes=False, more=""):
        """For a process that lives by this clock. wakes: a worker; more: another library before it."""
        out = {"LD_PRELOAD": " ".join(filter(None, (more, self.library))), "YEAR_CLOCK": self.path, "YEAR_SKEW": str(skew), "TZ": "UTC"}
        if wakes:
            out.update(YEAR_WAKES="1", YEAR_BELL=self.bell_path)
        return out

    def _steady(self):
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000

    def now(self):
        return self._steady() + struct.unpack_from("<q", self.page, 0)[0]

    def set(self, moment):
        """Nobody wakes of it."""
        self.nudged = time.monotonic()
        jump = moment - self.now()
        if jump > 0:
            struct.pack_into("<q", self.page, 16, struct.unpack_from("<q", self.page, 16)[0] + jump)
        struct.pack_into("<q", self.page, 0, moment - self._steady())

    def nudge(self, microseconds):
        """Goes on by so much, if it was not set or nudged within this second of the machine."""
        if time.monotonic() - self.nudged > 1:
            self.set(self.now() + microseconds)

    def wake(self):
        """Who rests looks at what is due; returns which setting that is."""
        setting = struct.unpack_from("<I", self.page, 8)[0] + 1
        struct.pack_into("<I", self.page, 8, setting)
        self.libc.syscall(SYS_FUTEX, ctypes.byref(self.word), FUTEX_WAKE, ALL, None, None, 0)
        return setting

    def setting(self):
        return struct.unpack_from("<I", self.page, 8)[0]

    def slow(self, microseconds):
        """Each write of the database takes so much longer."""
        struct.pack_into("<I", self.page, 12, microseconds)

    def threads(self, pid):
        """What each thread of this worker has looked at."""
        slots = struct.unpack_from("<%dI" % (2 * SLOTS), self.page, HEAD)
        return [done for owner, done in zip(slots[::2], slots[1::2]) if owner == pid]

    def forget(self, pid):
        """That process has ended."""
        for at in range(HEAD, HEAD + SLOTS * SLOT, SLOT):
            if struct.unpack_from("<I", self.page, at)[0] == pid:
                struct.pack_into("<II", self.page, at, 0, 0)

    def wait(self, pid, threads, setting, seconds):
        """Until so many threads of this worker have looked at all that was due at this setting, and rest; False: they have not by then."""
        end = time.monotonic() + seconds
        while True:
            done = self.threads(pid)
            if len(done) >= threads and min(done) >= setting:
                return True
            left = end - time.monotonic()
            if left < 0:
                return False
            if select.select([self.bell], [], [], min(left, 0.05))[0]:
                try:
                    os.read(self.bell, 4096)
                except BlockingIOError:
                    pass
