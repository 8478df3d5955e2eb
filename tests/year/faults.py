"""What befalls the site: two faults each simulated day, each kind in its turn, in the middle of what people and worker do.

| kind     | what happens                                                                                              |
|----------|-----------------------------------------------------------------------------------------------------------|
| service  | kill -9 while people play; started again                                                                  |
| worker   | kill -9 while it does what is due; started again                                                          |
| database | kill -9 of all its processes while people play; started again                                             |
| hang     | the service stands still (SIGSTOP) while people play, and goes on                                         |
| stall    | the database does                                                                                         |
| doze     | the worker does, while it does what is due                                                                |
| full     | no file of the database grows while people play                                                           |
| refused  | for four slots the mail server takes no letter                                                            |
| slow     | for a slot each write of the database takes five milliseconds longer                                      |
| back     | the clock is ten minutes slow for a slot                                                                  |
| ahead    | the clock is 22 minutes fast when the worker looks, and is set right                                      |
| outage   | no worker for three hours                                                                                 |
| second   | for four slots two nodes serve, each with a worker, and one's clock is 20 s off                           |
"""
import threading
import time

from people import MINUTE, number

KINDS = ("service", "worker", "database", "hang", "refused", "stall", "full", "second", "doze", "slow", "back", "ahead", "outage")
OF_TIME = ("back", "ahead", "outage")  # they change when time is up, so what is played: all others leave every game as it would be without
A_DAY = 2
AHEAD = 22 * MINUTE + 15 * 1000000  # never just as much as is an outage when it is set right
LONGER = {"refused": 4, "second": 4, "outage": 6}  # slots


class Faults:
    def __init__(self, world, kinds=KINDS):
        self.world, self.site, self.kinds = world, world.site, kinds
        self.slots, self.thread, self.ends, self.done = {}, None, None, []
        per_day = 24 * 60 * MINUTE // world.slot
        for number_of in range(world.days * A_DAY):
            day, part = divmod(number_of, A_DAY)
            slot = day * per_day + part * per_day // A_DAY + 4 + number(world.seed, "fault", number_of) % (per_day // A_DAY - 12)
            self.slots[slot] = kinds[(number_of + world.seed) % len(kinds)] if len(kinds) > 1 else kinds[0]
        world.fault = self.befalls
        self.kind = None

    def befalls(self, slot, when):
        """@when: "begin" before the worker looks, "play" before people play, "seats" after, "end" before the worker looks once more."""
        if when == "begin":
            if self.ends == slot:
                self.over()
            self.kind = self.slots.get(slot)
            self.world.keyed = self.kind is not None
            if self.kind:
                self.note("begins")
                self.done.append(self.kind)
                if self.kind in LONGER:
                    self.ends = slot + LONGER[self.kind]
        if self.kind:
            what = getattr(self, self.kind + "_" + when, None)
            if what:
                what()
        if when == "seats" and self.thread:
            self.thread.join()
            self.thread = None
        if when == "end" and self.kind and self.kind not in LONGER:
            self.note("ends")

    def note(self, what):
        self.world.recorder.fact("fault", at=self.site.clock.now(), kind=self.kind or self.longer, what=what)

    def over(self):
        getattr(self, self.longer + "_over")()
        self.kind = None
        self.note("ends")
        self.ends = self.longer = None

    def soon(self, what, most_ms=60):
        """In the middle of what comes next."""
        after = number(self.world.seed, len(self.done), "after") % most_ms / 1000

        def run():
            time.sleep(after)
            what()
            self.site.ailing -= 1
        self.site.ailing += 1
        self.thread = threading.Thread(target=run)
        self.thread.start()

    # ---- service ----

    def service_play(self):
        def fault():
            self.site.kill_service()
            self.site.start_service()
        self.soon(fault)

    def hang_play(self):
        def fault():
            self.site.hang([self.site.house.process.pid], 19)
            time.sleep(0.4)
            self.site.hang([self.site.house.process.pid], 18)
        self.soon(fault)

    # ---- worker ----

    def worker_begin(self):
        def fault():
            self.site.kill_worker()
            self.site.start_worker()
        self.soon(fault, 15)

    worker_end = worker_begin

    def doze_begin(self):
        def fault():
            pid = self.site.worker.pid
            self.site.hang([pid], 19)
            time.sleep(0.4)
            self.site.hang([pid], 18)
        self.soon(fault, 15)

    def outage_begin(self):
        if self.site.worker:
            self.longer = "outage"
            self.site.kill_worker()

    def outage_over(self):
        self.site.start_worker()

    # ---- database ----

    def database_play(self):
        def fault():
            self.site.database.kill()
            self.site.database.start()
            self.site.database.psql = self.site.database.another()
        self.soon(fault)

    def stall_play(self):
        def fault():
            pids = self.site.database.pids()
            self.site.hang(pids, 19)
            time.sleep(0.4)
            self.site.hang(pids, 18)
        self.soon(fault)

    def full_play(self):
        def fault():
            self.site.database.fill()
            time.sleep(0.4)
            self.site.database.empty()
        self.soon(fault)

    def slow_begin(self):
        self.site.clock.slow(5000)

    def slow_end(self):
        self.site.clock.slow(0)

    # ---- mail ----

    def refused_begin(self):
        self.longer = "refused"
        self.site.mail.answer("451 4.3.0 come back later")

    def refused_over(self):
        self.site.mail.answer(None)

    # ---- clock ----

    def back_play(self):
        self.world.set_clock(self.site.clock.now() - 10 * MINUTE)

    def ahead_begin(self):
        self.world.set_clock(self.site.clock.now() + AHEAD)

    # ---- another node ----

    def second_begin(self):
        self.longer = "second"
        self.site.start_second()

    def second_over(self):
        self.site.end_second()
