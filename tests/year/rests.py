"""When a person's clock stands, over a whole year: tests/clock/mirror.py's Rest, by quarters of an hour and looked up day by day.

Nights begin and end at quarters, and so does every change of a zone's time; vacations are days. Each quarter is asked of Python's own time zones.
"""
import datetime
import functools
import zoneinfo

from mirror import HOUR, MINUTE, UTC

QUARTER = 15 * MINUTE
DAY, QUARTERS = 24 * HOUR, 96


@functools.lru_cache(maxsize=20000)
def of_day(zone, night, day):
    """For each quarter of this day of UTC: (does the clock go?, the local date, is it a weekday?)"""
    place, out = zoneinfo.ZoneInfo(zone), []
    for quarter in range(QUARTERS):
        local = datetime.datetime.fromtimestamp(day * 86400 + quarter * 900, UTC).astimezone(place)
        minute, goes = local.hour * 60 + local.minute, True
        if night:
            begins, ends = night
            goes = not (begins <= minute < ends if begins < ends else minute >= begins or minute < ends)
        out.append((goes, local.date(), local.weekday() < 5))
    return out


class YearRest:
    """As mirror.Rest: counted() and after()."""

    def __init__(self, zone="UTC", night=None, vacations=()):
        self.zone, self.night, self.vacations = zone, night, tuple(vacations)

    def goes(self, quarter, weekdays):
        goes, date, weekday = of_day(self.zone, self.night, quarter // QUARTERS)[quarter % QUARTERS]
        return goes and (weekday or not weekdays) and not any(first <= date <= last for first, last in self.vacations)

    def counted(self, start, end, weekdays):
        total = 0
        while start < end:
            quarter = start // QUARTER
            until = min(end, (quarter + 1) * QUARTER)
            if self.goes(quarter, weekdays):
                total += until - start
            start = until
        return total

    def after(self, start, amount, weekdays):
        while amount > 0:
            quarter = start // QUARTER
            until = (quarter + 1) * QUARTER
            if self.goes(quarter, weekdays):
                if amount <= until - start:
                    return start + amount
                amount -= until - start
            start = until
        return start
