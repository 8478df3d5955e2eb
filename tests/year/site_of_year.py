"""The site that plays a year: PostgreSQL, service, worker and mail server, each a process of its own, all by the clock of clock.py.

The database has fsync off: what is tried are processes that are killed, not a power cut, and what a killed process wrote the kernel has.
"""
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "web"))
from harness import RIDOTTO, TOP, Database, House, check, free_port, wait_for  # noqa: E402
from smtp import Smtp  # noqa: E402
from clock import Clock  # noqa: E402

BUILD = os.environ.get("RIDOTTO_BUILD") or os.path.dirname(RIDOTTO)
LIBRARY = os.path.join(BUILD, "tests", "year", "clock.so")
NOSPACE = os.path.join(BUILD, "tests", "lib", "nospace.so")
WAITING_THREADS = 8  # of a worker: clock, plans, study, seats, tournaments, mail and two for bots; what sends hooks is not waited for
SKEW_OF_SECOND = 20  # seconds


def cost(pid):
    """Of a process, and of its children that have ended: seconds."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")
    except FileNotFoundError:
        return 0


class ClockedDatabase(Database):
    """Has a disk that can be full or slow."""

    def __init__(self, folder, clock):
        self.full = os.path.join(folder, "full")
        self.environment = dict(os.environ, NOSPACE=self.full, **clock.env(more=NOSPACE))
        super().__init__(folder)

    def _run(self, action, *settings):
        done = subprocess.run([os.path.join(TOP, "deploy", "private-postgres"), action, self.folder, *settings],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        check(done.returncode == 0, "private-postgres %s: %s" % (action, done.stderr))
        return done.stdout

    def start(self):
        self._run("start", "fsync=off", "shared_buffers=256MB", "max_wal_size=2GB", "log_min_messages=fatal")

    def fill(self):
        with open(self.full, "w"):
            pass

    def empty(self):
        """A server that could not go on without room is started again."""
        os.unlink(self.full)
        time.sleep(0.1)
        self.start()
        self.psql.close()
        self.psql = self.another()

    def pids(self):
        with open(os.path.join(self.folder, "cluster", "postmaster.pid")) as file:
            main = int(file.readline())
        done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(main)], stdout=subprocess.PIPE, text=True)
        return [main] + [int(pid) for pid in done.stdout.split()]


class Site:
    def __init__(self, folder, begin):
        """begin: Unix microseconds at which its clock begins."""
        os.chmod(folder, 0o755)
        self.folder, self.clock = folder, Clock(folder, LIBRARY)
        self.clock.set(begin)
        os.makedirs(os.path.join(folder, "letters"))
        self.mail = Smtp(os.path.join(folder, "letters"))
        self.database = ClockedDatabase(folder, self.clock)
        more = dict(self.clock.env(), **self.mail.settings())
        self.house = House(flags=["--no-worker", "--threads", "12"], env=more, database=self.database, door="serve", serve=False)
        self.database.run(os.path.join(HERE, "numbered.sql"))
        self.house.env.pop("RIDOTTO_MAILDIR")
        self.worker = self.second = self.second_worker = None
        self.ailing = 0  # how many faults go on that look() has to wait for
        self.ports = [self.house.port]
        self.start_service()
        self.start_worker()

    # ---- processes ----

    def start_service(self):
        self.house.start()

    def kill_service(self):
        self.house.process.kill()
        self.house.process.wait()
        self.house.process.stdout.close()
        self.house.process = None

    def _spawn(self, *command, **env):
        with open(self.house.log, "a") as log:
            return subprocess.Popen(command, env=dict(self.house.env, **env), stderr=log, stdout=subprocess.PIPE)

    def start_worker(self):
        self.worker = self._spawn(RIDOTTO, "worker", **self.clock.env(wakes=True))

    def kill_worker(self):
        self.worker.kill()
        self.worker.wait()
        self.clock.forget(self.worker.pid)
        self.worker = None

    def start_second(self):
        """Another node on the same database, by another clock."""
        port = free_port()
        env = self.clock.env(skew=SKEW_OF_SECOND)
        self.second = self._spawn(RIDOTTO, "serve", "--port", str(port), "--no-worker", **env)
        check(b"Ridotto serves " in self.second.stdout.readline(), "the second node did not start")
        self.second_worker = self._spawn(RIDOTTO, "worker", **self.clock.env(wakes=True))
        self.ports.append(port)

    def end_second(self):
        self.ports.pop()
        for process in (self.second, self.second_worker):
            process.terminate()
            wait_for(lambda: self.clock.wake() and process.poll() is not None, "the second node to end")
        self.clock.forget(self.second_worker.pid)
        self.second = self.second_worker = None

    def workers(self):
        return [w.pid for w in (self.worker, self.second_worker) if w]

    def hang(self, pids, how=signal.SIGSTOP):
        for pid in pids:
            try:
                os.kill(pid, how)
            except ProcessLookupError:
                pass

    # ---- quiet ----

    def look(self, seconds=120):
        """Everybody who rests looks at what is due now; until all of it is done, by those who are there then."""
        setting, end = self.clock.wake(), time.monotonic() + seconds
        while not all(self.clock.wait(pid, WAITING_THREADS, setting, 0.2) for pid in self.workers()) or self.ailing:
            check(time.monotonic() < end, "the worker is not done: %r have looked at %r of %d\n%s" % (
                self.workers(), [self.clock.threads(pid) for pid in self.workers()], setting, self.house.logged()[-3000:]))
            if self.ailing:
                time.sleep(0.02)

    def state(self):
        """Differs when something was done."""
        return self.database.sql("SELECT (SELECT sum(version) FROM game WHERE status <> 'over'), (SELECT count(*) FROM game), "
                                 "(SELECT max(id) FROM outbox), (SELECT count(*) FROM game WHERE status = 'over')")

    def quiet(self):
        """Until nothing comes of anything any more."""
        self.look()
        before = self.state()
        while True:
            self.look()
            after = self.state()
            if after == before:
                return
            before = after

    def processor(self):
        """Seconds that each part has cost since it was started last."""
        parts = {"service": [self.house.process], "worker": [self.worker], "mail": [self.mail.process]}
        out = {name: sum(cost(process.pid) for process in processes if process) for name, processes in parts.items()}
        return dict(out, database=sum(map(cost, self.database.pids())))

    def close(self):
        for process in (self.worker, self.second, self.second_worker):
            if process:
                process.kill()
                process.wait()
        self.house.close()
        self.database.stop()
        self.mail.stop()
