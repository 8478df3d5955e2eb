"""A house on a clock that the test sets (libfaketime): service, worker and database all read it."""
import datetime
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from harness import RIDOTTO, House, check, equal  # noqa: E402
from mirror import UTC  # noqa: E402

FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
SECOND = 1000000


def library():
    done = subprocess.run(["dpkg", "-L", "libfaketime"], stdout=subprocess.PIPE, text=True)
    found = [line for line in done.stdout.splitlines() if line.endswith("/libfaketime.so.1")]
    return found[0] if found else FAKETIME


class Faked:
    """Times are Unix microseconds; the clock shows whole seconds."""
    houses = 0

    def __init__(self, begin):
        Faked.houses += 1
        self.stamp = "/tmp/ridotto-clock-%d-%d.now" % (os.getpid(), Faked.houses)
        self.now = self.runs = 0
        self.set(begin)
        faked = dict(LD_PRELOAD=library(), FAKETIME_TIMESTAMP_FILE=self.stamp, FAKETIME_NO_CACHE="1",
                     FAKETIME_DONT_FAKE_MONOTONIC="1", DONT_FAKE_MONOTONIC="1", TZ="UTC")
        self.house = House(flags=["--no-worker"], env=faked)
        self.house.sql("ALTER SYSTEM SET fsync = off")  # no power cut is tried here
        self.house.sql("SELECT pg_reload_conf()")
        # Each run of a worker would start a program that draws, for letters at which nobody here looks (tests/mail/test_pictures does).
        self.house.sql("ALTER TABLE person ALTER picture_in_letters SET DEFAULT false")

    def close(self):
        self.house.close()
        os.unlink(self.stamp)

    def set(self, now):
        with open(self.stamp + ".new", "w") as file:
            file.write(datetime.datetime.fromtimestamp(now // SECOND, UTC).strftime("%Y-%m-%d %H:%M:%S\n"))
        os.replace(self.stamp + ".new", self.stamp)
        self.now = now

    def when(self):
        return datetime.datetime.fromtimestamp(self.now / SECOND, UTC).isoformat(" ")

    def sql(self, query):
        return self.house.sql(query)

    def work(self, workers=1):
        """Runs so many workers at once, each until it has done what is due. Meanwhile the clock stands still, so they need not read the file at
        each look at it."""
        self.runs += workers
        env = {name: value for name, value in self.house.env.items() if name != "FAKETIME_NO_CACHE"}
        running = [subprocess.Popen([RIDOTTO, "worker", "--once"], env=env, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True) for _ in range(workers)]
        for process in running:
            _, errors = process.communicate(timeout=120)
            equal(process.returncode, 0, "status of the worker: " + errors)
            check("level=error" not in errors, "the worker: " + errors)
