"""What the clocks of a house must do, computed by itself: minute by minute, by Python's own time zones.

Times are microseconds since 1970, as in the house; amounts are microseconds. The rules are those that the help tells, not the
house's code: nothing of it is read or run here.
"""
import datetime
import zoneinfo

MINUTE = 60 * 1000000
HOUR = 60 * MINUTE
UTC = datetime.timezone.utc


def at(text):
    """A moment, from "2027-03-14 08:00" in UTC."""
    return int(datetime.datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000000


class Rest:
    """When one person's clock stands. Looked up minute by minute within a span of some weeks."""

    FROM, UNTIL = at("2027-03-13 00:00"), at("2027-06-15 00:00")

    LOST_MOST = 30 * 24 * HOUR

    def __init__(self, zone="UTC", night=None, vacations=(), lost=None):
        """lost: since this minute letters do not reach the person, who has not been on the site."""
        self.zone, self.night, self.vacations, self.kept = zoneinfo.ZoneInfo(zone), night, tuple(vacations), {}
        self.lost = lost

    def _goes(self, moment, weekdays):
        local = datetime.datetime.fromtimestamp(moment // 1000000, UTC).astimezone(self.zone)
        minute = local.hour * 60 + local.minute
        if self.night:
            begins, ends = self.night
            if begins <= minute < ends if begins < ends else minute >= begins or minute < ends:
                return False
        if self.lost is not None and self.lost <= moment < self.lost + self.LOST_MOST:
            return False
        if any(first <= local.date() <= last for first, last in self.vacations):
            return False
        return not (weekdays and local.weekday() >= 5)

    def minutes(self, weekdays):
        if weekdays not in self.kept:
            self.kept[weekdays] = bytearray(self._goes(m, weekdays) for m in range(self.FROM, self.UNTIL, MINUTE))
        return self.kept[weekdays]

    def counted(self, start, end, weekdays):
        goes, total = self.minutes(weekdays), 0
        while start < end:
            number = (start - self.FROM) // MINUTE
            until = min(end, self.FROM + (number + 1) * MINUTE)
            total += (until - start) * goes[number]
            start = until
        return total

    def after(self, start, amount, weekdays):
        goes = self.minutes(weekdays)
        while amount > 0:
            number = (start - self.FROM) // MINUTE
            until = self.FROM + (number + 1) * MINUTE
            if goes[number]:
                if amount <= until - start:
                    return start + amount
                amount -= until - start
            start = until
        return start


class Clock:
    """Of one seat; `running` while it is awaited."""

    def __init__(self, pace, rest):
        self.pace, self.rest, self.running = pace, rest, False
        self.bank = pace["bank"] * 1000000

    def _us(self, figure):
        return self.pace[figure] * 1000000

    def allowed(self):
        return self._us("free") + self.bank + self.extra

    def begin(self, now):
        self.running, self.spent, self.spent_at, self.extra, self.reminded = True, 0, now, 0, False
        self.mark = self.allowed() - self.allowed() // 5
        self._settle()

    def _counted(self, now):
        return self.spent + self.rest.counted(self.spent_at, now, self.pace["weekdays"])

    def _settle(self):
        weekdays = self.pace["weekdays"]
        self.deadline = self.rest.after(self.spent_at, self.allowed() - self.spent, weekdays)
        self.remind = self.rest.after(self.spent_at, self.mark - self.spent, weekdays)

    def _count(self, now):
        self.spent = self._counted(now)
        self.spent_at = max(self.spent_at, now)

    def end(self, now):
        beyond = max(self._counted(now) - self._us("free"), 0)
        self.bank -= min(beyond, self.bank)
        if self.bank < self._us("cap"):
            self.bank = min(self.bank + self._us("add"), self._us("cap"))
        self.running = False

    def grant(self, amount, now):
        self._count(now)
        self.spent = min(self.spent, self.allowed())
        self.extra += amount
        left = self.allowed() - self.spent
        self.mark, self.reminded = self.spent + left - left // 5, False
        self._settle()

    def left(self, now):
        return max(self.allowed() - self._counted(now), 0)

    def rests_as(self, rest, now):
        """From now on another rest holds."""
        if self.running:
            self._count(now)
        self.rest = rest
        if self.running:
            self._settle()


class Seat:
    def __init__(self, person, clock):
        self.person, self.clock = person, clock
        self.excused, self.missed, self.opened, self.resigned, self.awaited = False, 0, False, False, False

    @property
    def present(self):
        return self.person is not None and not self.opened and not self.resigned


class Table:
    """One game: its seats and what must have been told of it. Who is awaited is told from outside."""

    def __init__(self, pace, people):
        self.pace, self.over = pace, False
        self.seats = [Seat(p, Clock(pace, p.rest if p else Rest())) for p in people]
        self.incidents, self.notices = [], []  # (kind, seat), (kind, about, name)

    def tell(self, kind, seat):
        self.incidents.append((kind, seat))

    def notice(self, kind, about, seat):
        self.notices.append((kind, about, self.seats[seat].person.name))

    def running(self):
        return [(n, s) for n, s in enumerate(self.seats) if s.clock.running]

    def now_awaited(self, awaited, movers, now):
        """The head has changed: these seats are awaited; the waits of those who moved have ended."""
        for number, seat in enumerate(self.seats):
            if seat.awaited and (number not in awaited or number in movers):
                if seat.clock.running:
                    seat.clock.end(now)
                seat.awaited = False
            if number in awaited and not seat.awaited:
                seat.awaited = True
                if self.pace["name"] != "none" and seat.present:
                    seat.clock.begin(now)

    def remind(self, now):
        for number, seat in self.running():
            clock = seat.clock
            if not clock.reminded and clock.remind <= now < clock.deadline:
                clock.reminded = True
                self.notice("reminder", None, number)

    def strike(self, now):
        """Deadlines that have come; returns the seats for which the clock has moved."""
        moved = []
        for number, seat in self.running():
            if seat.clock.deadline > now:
                continue
            if not seat.excused:
                allowed = seat.clock.allowed() - seat.clock.extra
                seat.excused = True
                seat.clock.grant(min(max(allowed, HOUR), 48 * HOUR), now)
                self.tell("excused", number)
                self.notice("clock", "excused", number)
                continue
            seat.missed += 1
            self.tell("missed", number)
            if seat.missed >= 2:
                seat.opened = True
                self.tell("opened", number)
            self.notice("clock", "opened" if seat.opened else "missed", number)
            moved.append(number)
        return moved

    def outage(self, now):
        """Who has less left than a grace gets it, with a reminder."""
        short = []
        for number, seat in self.running():
            grace, left = min(seat.clock.allowed(), 12 * HOUR), seat.clock.left(now)
            if left < grace:
                seat.clock.grant(grace - left, now)
                self.notice("reminder", None, number)
                short.append(number)
        if short:
            self.tell("outage", -1)

    def next_due(self):
        """When the next reminder or deadline comes, and whether it is a deadline; (None, False) when nothing will."""
        due = [(s.clock.deadline, True) for _, s in self.running()]
        due += [(s.clock.remind, False) for _, s in self.running() if not s.clock.reminded and s.clock.remind < s.clock.deadline]
        return min(due, default=(None, False))

    def stop(self, number, now):
        if self.seats[number].clock.running:
            self.seats[number].clock.end(now)

    def fresh(self, number, rest, now):
        """Somebody is back, or new, at this seat."""
        seat = self.seats[number]
        seat.opened = seat.resigned = False
        seat.missed = 0
        seat.clock = Clock(self.pace, rest)
        if seat.awaited and self.pace["name"] != "none":
            seat.clock.begin(now)

    def ended(self, now):
        self.over = True
        for number, seat in enumerate(self.seats):
            self.stop(number, now)
            seat.awaited = False
