"""Two hundred people with habits, and what they decide: all of it by numbers made of the seed and of what is decided, never by what came before, so
that the same seed makes the same decisions whatever is asked again in between.
"""
import datetime
import zlib
import zoneinfo

MINUTE = 60 * 1000000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
UTC = datetime.timezone.utc
ZONES = ("Europe/Rome", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Australia/Sydney", "UTC", "America/Sao_Paulo")
TITLES = {"carrara": (2, 4), "vernissage": (3, 5), "gondoliere": (3, 5), "venedig": (2, 5), "genoa": (2, 5)}
PACES = ("hours-12", "day", "days-2", "bank-3", "grace-8", "hours-4")
WISHES = ("every", "every", "once", "daily", "none")
HABITS = ("keen", "often", "often", "daily", "daily")
VISITS = {"keen": 7, "often": 4, "daily": 2}


def number(*words):
    """One of 2^32, from what is decided."""
    return zlib.crc32("/".join(map(str, words)).encode())


def chance(part, *words):
    return number(*words) < part * 4294967296


class Person:
    """Asks in slots: at which slots of a day he visits, and whether he is away."""

    def __init__(self, seed, index, begin, days):
        self.seed, self.index, self.name = seed, index, "P%03d" % index
        pick = self.pick
        self.zone = zoneinfo.ZoneInfo(pick(ZONES, "zone"))
        self.zone_name = self.zone.key
        self.habit = pick(HABITS, "habit")
        self.wakes = 6 + self.number("wakes") % 4
        self.night = (23 * 60, 7 * 60) if self.number("night") % 2 else None
        self.wish = pick(WISHES, "wish")
        self.wanted = 4 + self.number("wanted") % 5 if days < 60 else 2 + self.number("wanted") % 2  # in weeks much is to happen
        self.titles = [t for t in TITLES if self.number("title", t) % 3] or ["carrara"]
        self.paces = [p for p in PACES if self.number("pace", p) % 2] or ["day"]
        self.comes = begin + self.number("comes") % max(1, days // 3) * DAY if self.number("late") % 10 == 0 else begin
        self.goes = begin + (1 + self.number("goes") % days) * DAY if self.number("leaver") % 12 == 0 else None
        self.vacations = self._vacations(begin, days)

    def number(self, *words):
        return number(self.seed, self.name, *words)

    def pick(self, of, *words):
        return of[self.number(*words) % len(of)]

    def chance(self, part, *words):
        return chance(part, self.seed, self.name, *words)

    def _vacations(self, begin, days):
        """(first day, last day, told before?) as dates."""
        out, start = [], datetime.datetime.fromtimestamp(begin / 1000000, UTC).date()
        for i in range(max(1, days // 120)):
            first = start + datetime.timedelta(days=1 + self.number("vacation", i) % 120 + 120 * i if days >= 120 else 1 + self.number("vacation", i) % max(1, days * 3))
            out.append((first, first + datetime.timedelta(days=2 + self.number("long", i) % 12), self.number("told", i) % 5 > 0))
        return out

    def local(self, moment):
        return datetime.datetime.fromtimestamp(moment / 1000000, UTC).astimezone(self.zone)

    def vacation(self, date):
        return next((v for v in self.vacations if v[0] <= date <= v[1]), None)

    def visits(self, moment, slot):
        """Does he look in during the slot, of so many microseconds, that begins now?"""
        if moment < self.comes or self.goes and moment >= self.goes:
            return False
        local = self.local(moment)
        day = local.date()
        if self.vacation(day) or self.chance(0.06, "forgets", day):
            return False
        here, minutes = local.hour * 60 + local.minute, slot // MINUTE
        for visit in range(VISITS[self.habit]):
            at = self.wakes * 60 + self.number("visit", day, visit) % (16 * 60)
            if here <= at < here + minutes:
                return True
        return False
