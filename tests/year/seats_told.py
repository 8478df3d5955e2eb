"""The clocks of one game as an outsider reckons them: mirror.Clock for each wait that was told of, its deadline against what is told."""
from mirror import HOUR, Clock

DAY = 24 * HOUR
S = 3600
PACES = {  # as the help tells them: seconds
    "quarter": (900, 0, 0, 0), "hour": (S, 0, 0, 0), "hours-4": (4 * S, 0, 0, 0), "hours-12": (12 * S, 0, 0, 0), "day": (24 * S, 0, 0, 0),
    "days-2": (48 * S, 0, 0, 0), "days-4": (96 * S, 0, 0, 0), "week": (168 * S, 0, 0, 0), "fortnight": (336 * S, 0, 0, 0),
    "bank-3": (0, 72 * S, 6 * S, 96 * S), "bank-7": (0, 168 * S, 12 * S, 240 * S),
    "grace-8": (8 * S, 96 * S, 0, 96 * S), "grace-12": (12 * S, 168 * S, 0, 168 * S), "grace-24": (24 * S, 336 * S, 0, 336 * S),
}
WINDOWS = {"quarter": 300, "hour": 900, "hours-4": S, "hours-12": 4 * S, "day": 8 * S, "days-2": 12 * S, "days-4": 24 * S, "week": 24 * S,
           "fortnight": 48 * S, "bank-3": 8 * S, "bank-7": 24 * S, "grace-8": 8 * S, "grace-12": 12 * S, "grace-24": 24 * S}
EXACT, ROUGHLY = 2000000, 3 * 60 * 1000000  # microseconds: times are told in seconds; roughly: it hangs on when the worker looked


def apart(rest, a, b):
    """In time that counts: one may lie at the beginning of a night, and the other at its end."""
    return rest.counted(min(a, b), max(a, b), False)


class Wait:
    """What was reckoned of one: from when, with how much saved, in a window of some hours?, was the seat excused before?"""

    def __init__(self, since, bank, window, excused, told):
        self.since, self.bank, self.window, self.excused, self.told = since, bank, window, excused, told


class SeatTold:
    """bank: microseconds, or None where waits were not told of; excused: None when that is not known. world: rests(name), first_look(moment),
    outages, each in its order."""

    def __init__(self, pace, name, world):
        self.pace_name, self.name, self.world = pace, name, world
        free, bank, add, cap = PACES[pace]
        self.pace = {"name": pace, "free": free, "bank": bank, "add": add, "cap": cap, "weekdays": False}
        self.wait, self.excused, self.bank = None, False, bank * 1000000
        self.since = self.last = None

    def _begin(self, since, bank, window):
        pace = dict(self.pace, free=WINDOWS[self.pace_name], bank=0, add=0, cap=0) if window else self.pace
        clock = Clock(pace, self.world.rest_at(self.name, since))
        clock.bank = 0 if window else bank
        clock.begin(since)
        return clock

    def reckoned(self, since, bank, window, excused, until):
        """(clock at that moment, how exact its deadline is, excused?); None: the wait was up before."""
        clock, slack, now = self._begin(since, bank, window), EXACT, since
        changes = [(at, 0, rest) for at, rest in self.world.rests(self.name) if at > since]
        changes += [(at, 1, None) for at in self.world.outages if at > since]
        changes.sort(key=lambda change: change[:2])
        while True:
            looked, shown = self.world.first_look(clock.deadline)
            if changes and (looked is None or changes[0][0] <= looked):
                now, what, rest = changes.pop(0)
            else:
                now, what, rest = shown, 2, None
            if now is None or (looked if what == 2 else now) > until:
                return clock, slack, excused
            if what == 0:
                clock.rests_as(rest, now)
                continue
            slack = ROUGHLY
            if what == 1:
                grace, left = min(clock.allowed(), 12 * HOUR), clock.left(now)
                if left < grace:
                    clock.grant(grace - left, now)
            elif window or excused:
                return None
            else:
                excused, allowed = True, clock.allowed() - clock.extra
                clock.grant(min(max(allowed, HOUR), 48 * HOUR), now)

    def _banks(self, since, told):
        step, cap = self.pace["add"] * 1000000, self.pace["cap"] * 1000000
        if not self.pace["bank"]:
            return [0]
        if self.bank is not None:
            return [self.bank] + [min(self.bank + k * step, cap) for k in (1, 2, 3) if step]
        rest = self.world.rest_at(self.name, since)
        guessed = rest.counted(since, told, False) - self.pace["free"] * 1000000
        return [guessed] if -EXACT <= guessed <= cap + EXACT else []

    def begin(self, since, told, at):
        """A wait is told of for the first time; returns what it should be, or None."""
        rest, wanted, sure = self.world.rest_at(self.name, at), [], self.bank is not None
        ways = [(False, b) for b in self._banks(since, told)]
        for window, bank in ways + [(True, 0)] if sure else [(True, 0)] + ways:  # what is not known may be guessed of any time
            for excused in (False, True) if self.excused is None else (self.excused,):
                reckoned = self.reckoned(since, bank, window, excused, at)
                if reckoned:
                    clock, slack, now_excused = reckoned
                    slack = max(slack, self.world.skew(since))
                    wanted.append(clock.deadline)
                    if apart(rest, clock.deadline, told) <= slack:
                        if not window and self.pace["bank"] and slack == EXACT:
                            bank += rest.counted(clock.deadline, told, False) - rest.counted(told, clock.deadline, False)
                            self.bank = bank
                        self.excused = now_excused or (None if self.excused is None else False)
                        self.wait = Wait(since, bank, window, excused, told)
                        self.wait.doubt = not window and self.pace["bank"] and any(
                            apart(rest, one[0].deadline, told) <= slack for one in [self.reckoned(since, 0, True, excused, at)] if one)
                        return None
        self.wait = None
        return wanted if sure or not self.pace["bank"] else None

    def again(self, told, at):
        """The same wait is told of; returns what is wrong, or None."""
        wait, rest = self.wait, self.world.rest_at(self.name, at)
        reckoned = self.reckoned(wait.since, wait.bank, wait.window, wait.excused, at)
        if reckoned is None:
            return "it was up, and nothing has come of it"
        clock, slack, excused = reckoned
        if apart(rest, clock.deadline, told) > max(slack, self.world.skew(wait.since)):
            return [clock.deadline]
        self.excused, wait.told = excused or self.excused, told
        return None

    def missed_some(self):
        """Waits began and ended of which nobody was told."""
        self.bank = None if self.pace["bank"] else 0

    def over(self, at):
        """The wait has ended at this moment; None: nobody saw when."""
        wait, self.wait = self.wait, None
        if not self.pace["bank"]:
            return
        if at is None or not wait or wait.doubt:
            self.bank = None  # there may have been others in between, and it may have been a window
        elif not wait.window:
            reckoned = self.reckoned(wait.since, wait.bank, False, wait.excused, at)
            self.bank = None
            if reckoned:
                reckoned[0].end(at)
                self.bank = reckoned[0].bank
