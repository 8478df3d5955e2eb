"""The letters of a year: each once, to whom it is about, with the time he has, and none forgotten that its reader wished for.

A letter's Message-Id tells its game, ply, kind and reader. Who wants to hear of every turn and was not there for two hours since it became his must
have had a letter about that game; who let the time run out must have been reminded before; who did not see the end must have been told of it. None of
that is asked for when it is night for the reader, nor while faults keep letters back. What a letter says of the time that is left must be what the table
told of it.
"""
import datetime
import email
import email.policy
import email.utils
import glob
import os
import re
import zoneinfo

from mirror import HOUR, MINUTE, UTC
from rests import QUARTER

ID = re.compile(r"<game-(\d+)-(-?\d+)-([a-z]+)(-\d+)?\.(\d+)@")
ABOUT = re.compile(r"[?&]game=(\d+)|/games/(\d+)")
UNTIL = re.compile(r"Your time runs out in .*: \w+ (\d+ \w+, \d\d:\d\d)")
HEADING = re.compile(r"^== .* ==$", re.M)
PARSER = email.policy.default
NOTICED, TOLD_WITHIN = 2 * HOUR, 30 * HOUR
KEPT_BACK = ("refused", "outage", "worker", "doze", "ahead", "back", "second")


def local_day(zone, at):
    return datetime.datetime.fromtimestamp(at / 1000000, UTC).astimezone(zoneinfo.ZoneInfo(zone)).date()


def deadline_at(seat, wait, when):
    """Of a wait that was told of; none when it was up."""
    reckoned = seat.reckoned(wait.since, wait.bank, wait.window, wait.excused, max(when, wait.since))
    return [reckoned[0].deadline] if reckoned else []


class Letters:
    def __init__(self, audit, folder):
        self.audit, self.folder, self.read_so_far = audit, folder, 0
        self.ids, self.numbers, self.troubles, self.sent = {}, {}, [], {}

    def trouble(self, fact):
        """A letter may come twice when a worker was killed, or the database, between the mail server's answer and the note of it."""
        if fact["what"] == "begins":
            self.troubles.append([fact["at"], fact["at"] + HOUR, fact["kind"]])
        elif self.troubles:
            for trouble in self.troubles[-3:]:
                if trouble[2] == fact["kind"]:
                    trouble[1] = fact["at"] + HOUR

    def troubled(self, since, until):
        return any(begins <= until and since <= ends for begins, ends, _ in self.troubles)

    def read(self):
        for path in sorted(glob.glob(os.path.join(self.folder, "*.eml"))):
            with open(path, "rb") as file:
                mail = email.message_from_bytes(file.read(), policy=PARSER)
            os.unlink(path)
            self.read_so_far += 1
            self.letter(mail)
        old = self.audit.set - 60 * 24 * HOUR
        self.ids = {name: told for name, told in self.ids.items() if told[0] > old}
        self.troubles = [t for t in self.troubles if t[1] > old]

    def letter(self, mail):
        name, at = mail["Message-Id"], int(email.utils.parsedate_to_datetime(mail["Date"]).timestamp() * 1000000)
        to = mail["X-Envelope-To"]
        person = self.audit.by_email.get(to.lower())
        if not person:
            self.audit.fault("letter", "a letter to %s, who is nobody: %s" % (to, mail["Subject"]))
            return
        before, subject = self.ids.get(name, (0, None))
        if before and not self.troubled(before, at):
            self.audit.fault("letter twice", "%s to %s, %r at %d and %r at %d" % (name, to, subject, before, mail["Subject"], at))
        self.ids[name] = at, mail["Subject"]
        if person.wish == "none":
            self.audit.fault("letter", "%s wants no letters, and got %r" % (person.name, mail["Subject"]))
        text = mail.get_body(("plain",)).get_content()
        found = ID.match(name)
        if found:
            if self.numbers.setdefault(found[5], person.name) != person.name:
                self.audit.fault("letter", "%s and %s get the letters of one" % (self.numbers[found[5]], person.name))
            until = UNTIL.search(text)
            self.sent.setdefault(int(found[1]), []).append((at, found[3], int(found[2]), person.name, mail["Subject"], until and until[1]))
        else:
            for part in HEADING.split(text):
                kind = "turn of several" if re.search(r"\b[Ii]t is your turn\b", part) else "several"
                for number in {int(a or b) for a, b in ABOUT.findall(part)}:
                    self.sent.setdefault(number, []).append((at, kind, None, person.name, mail["Subject"], None))

    # ---- what a game's letters must be ----

    def of_game(self, game):
        """All letters about it are there; its history was told."""
        letters = self.sent.pop(game.number, [])
        for at, kind, _, name, subject, _ in letters:
            if game.told_whole and name not in game.ever and kind != "seated":  # that one may have left again
                self.audit.fault("secret", "a letter to %s about game %d, in which he never was: %r" % (name, game.number, subject))
        for (_, since, _), (told_at, _, name, seat, wait, _) in game.waits.items():
            self.of_wait(game, letters, since, told_at, name, seat, wait)
        if game.over_at and game.ended_at:
            for seat in game.seats_at_end:
                if seat["name"] in self.audit.people and not seat["open"]:
                    self.of_end(game, letters, seat["name"])

    def of_wait(self, game, letters, since, told_at, name, seat, wait):
        own = [letter for letter in letters if letter[3] == name]
        for at, _, _, _, subject, until in own:
            later = any(since < other <= at for (_, other, _), (_, _, who, *_) in game.waits.items() if who == name)
            if until and wait and since <= at < told_at and not later:
                self.says(game, name, "%s at %d" % (subject, at), until, {deadline for when in self.audit.moments_of(at) for deadline in deadline_at(seat, wait, when)})
        turns = [at for at, kind, *_ in own if kind in ("turn", "turn of several") and since <= at <= told_at]
        if len(turns) > 1 and not self.troubled(since, told_at):
            self.audit.fault("letter twice", "game %d: %s was told of the turn that he has since %d at %r" % (game.number, name, since, turns))
        for at in turns if wait else ():
            self.at_night(game, name, at, max(deadline_at(seat, wait, at), default=at))
        if self.misses(name, since, told_at, NOTICED) and not any(since - MINUTE <= at <= told_at for at, *_ in own):
            self.audit.fault("letter missing", "game %d: %s was awaited since %d, came at %d, and no letter told him" % (game.number, name, since, told_at))

    def at_night(self, game, name, at, deadline):
        """Who rests at night is not told then of what has time until the morning."""
        rest = self.audit.rest_at(name, at)
        if rest.night and not any(rest.goes(quarter, False) for quarter in range(at // QUARTER - 1, at // QUARTER + 2)) and rest.counted(at, deadline, False) > 4 * HOUR \
                and not any(first <= local_day(rest.zone, at) <= last for first, last in rest.vacations):
            self.audit.fault("letter at night", "game %d: %s was told at %d of a turn until %d" % (game.number, name, at, deadline))

    def says(self, game, name, subject, until, deadlines):
        zone, self.audit.count["times in letters"] = zoneinfo.ZoneInfo(self.audit.zone_of(name)), self.audit.count["times in letters"] + 1
        local = [datetime.datetime.fromtimestamp(deadline / 1000000, UTC).astimezone(zone).replace(tzinfo=None) for deadline in deadlines]
        if not any(abs(datetime.datetime.strptime("%d %s" % (one.year, until), "%Y %d %B, %H:%M") - one) < datetime.timedelta(minutes=4) for one in local):
            self.audit.fault("letter", "game %d: a letter to %s, %r, says until %s, and he has until %s" % (game.number, name, subject, until, local))

    def misses(self, name, since, until, long):
        """Must a letter have come between these, when its reader wants each, nothing keeps it back, and he was not there?"""
        person, night = self.audit.people[name], self.audit.rest_at(name, since).night
        if person.wish != "every" or until - since < long or self.troubled(since - 3 * HOUR, until):
            return False
        zone = zoneinfo.ZoneInfo(self.audit.rest_at(name, since).zone)
        if night and any(hour >= 22 or hour < 8 for hour in (datetime.datetime.fromtimestamp(t / 1000000, UTC).astimezone(zone).hour
                                                             for t in range(since, min(until, since + long + HOUR), HOUR // 2))):
            return False
        return not person.was_there(since, since + long)

    def of_end(self, game, letters, name):
        at = game.ended_at
        if self.misses(name, at, min(at + TOLD_WITHIN, self.audit.set), 3 * HOUR) and not any(
                who == name and at - MINUTE <= when <= at + TOLD_WITHIN for when, _, _, who, *_ in letters):
            self.audit.fault("letter missing", "game %d was over at %d, and no letter told %s" % (game.number, at, name))
