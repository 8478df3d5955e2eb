"""One game as it was asked for and told: what was acknowledged, what was told of it since, and what must have come of it."""
import datetime
import json

from mirror import HOUR

from seats_told import ROUGHLY, SeatTold
from secrets_of import told as secrets_told

WITHOUT_CLOCK = "none"
TURN_MOST = 12
SECONDS = 5 * 1000000
FINE = ("played", "resigned", "agreed", "house", "abandoned")


def moment(text):
    """Microseconds of an ISO time."""
    return text and int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000000 + 0.5)


class GameTold:
    def __init__(self, audit, number):
        self.audit, self.number = audit, number
        self.ply, self.rows, self.committed, self.drafts, self.sent = -1, {}, {}, {}, {}
        self.planned, self.lines, self.seats, self.names, self.over_at, self.checked = {}, {}, {}, {}, None, False
        self.ending = self.rules = self.moved = None
        self.status, self.seen, self.told_whole = "open", 0, False
        self.ended_at, self.gone = None, {}
        self.unsure, self.kept, self.clocked, self.ever, self.waits = set(), {}, set(), set(), {}

    def fault(self, check, words, *values):
        self.audit.fault(check, ("game %d: " + words) % (self.number, *values))

    # ---- what was asked for ----

    def asked(self, entry, answer):
        """A POST of moves, of a draft, of a plan or of a line."""
        what, body = entry["path"].rsplit("/", 1)[1], json.loads(entry["sent"] or "{}")
        if what in ("moves", "draft") and (entry["status"] is None or entry["status"] >= 500):
            self.unsure.add((entry["who"], body["ply"]))
        if what == "plan" and body["do"] == "keep" and entry["status"] in (201, None):
            self.kept[entry["who"]] = self.kept.get(entry["who"], 0) + 1
        if what == "moves":
            self.sent.setdefault((entry["who"], body["ply"]), []).append(body["moves"][0])
        if what == "chat":
            self.lines.setdefault((entry["who"], body["text"]), False)
            self.lines[entry["who"], body["text"]] |= entry["status"] == 204
        if what == "plan" and body["do"] == "add":
            self.planned.setdefault(entry["who"], []).append(body["moves"][0])
        if what == "leave" and entry["status"] == 204 or what == "leave" and not entry["status"]:
            self.left(entry["who"])
        if entry["status"] == 201 and answer and what in ("moves", "draft"):
            self.acknowledged(entry["who"], body, answer, what)

    def left(self, who):
        for seat, name in self.names.items():
            if name == who and seat in self.seats:
                self.seats[seat].resigned = True

    def acknowledged(self, who, body, table, what):
        """What leaves no choice the house does along: there may be more than what was asked for, in between and at the end."""
        if not table.get("outcome"):
            self.unsure.add((who, body["ply"]))
            return  # the answer to what had been done before: what has come since is told
        seat, before = table["my_seat"], self.drafts.get(who, ())
        steps = list(before[1]) if before and before[0] == body["ply"] else []
        steps = steps[:body["draft"]] + (body["moves"] if what == "moves" else [])
        if table["draft"]["n"] and table.get("outcome") != "committed":
            if not within(steps, table["draft"]["steps"]):
                self.fault("lost", "the draft of %s is %r, and %r was acknowledged", who, table["draft"]["steps"], steps)
            self.drafts[who] = body["ply"], list(table["draft"]["steps"])
            return
        self.drafts.pop(who, None)
        rows = []
        for row in table["moves"]:
            if row["ply"] > body["ply"]:
                if row["seat"] != seat:
                    break
                rows.append(row)
        first = min((row["ply"] for row in table["moves"]), default=0)
        if first <= body["ply"] + 1 and not within(steps, [row["move"] for row in rows]):
            self.fault("lost", "%s got %r acknowledged after ply %d, and is told of %r", who, steps, body["ply"], [row["move"] for row in rows])
        for row in rows:
            self.committed[row["ply"]] = seat, row["move"]

    # ---- what is told ----

    def table(self, entry, table, whole):
        """A table in an answer; whole: not only its card."""
        who, at = entry["who"], entry["at"]
        self.rules, self.status = table["game"], table["status"]
        if table["ply"] < self.ply:
            self.fault("lost", "ply %d was told, and then %d to %s", self.ply, table["ply"], who)
        self.ply = max(self.ply, table["ply"])
        mine = [seat["seat"] for seat in table["seats"] if seat["me"]]
        named = [seat["seat"] for seat in table["seats"] if seat["name"] == who]
        if mine != named or mine != ([] if table["my_seat"] is None else [table["my_seat"]]):
            self.fault("identity", "%s is told the seats of another: %r, named %r", who, mine, named)
        before, self.names = self.names, {seat["seat"]: seat["name"] for seat in table["seats"]}
        self.ever.update(self.names.values())
        for seat, name in self.names.items():
            if self.moved and before.get(seat) not in (None, name):
                self.fault("seat", "seat %d is of %s, and was of %s", seat, name, before[seat])
        self.moved = table["moved"]
        if whole:
            self.told_rows(entry, table)
            for secret in secrets_told(table):
                self.fault("secret", "%s was told %s", who, secret)
            self.told_plan(who, table)
        if table["status"] == "running":
            self.stands_still(entry["at"], table)
            self.told_seats(entry, table, whole)
        elif table["status"] == "over":
            self.told_over(table, at)

    def stands_still(self, at, table):
        """Does a seat make nobody wait whose player is no more? A bot plays it, at the next look."""
        looked = self.audit.looked
        if table["awaits_me"] and not table.get("paused") and not table.get("legal", True) and not table["draft"]["can_confirm"]:
            self.fault("stands still", "seat %d is awaited, and can do nothing", table["my_seat"])
        for seat in table["seats"]:
            if not (seat["bot"] or seat["open"] or not seat["name"]):
                self.gone.pop(seat["seat"], None)
                continue
            since = self.gone.setdefault(seat["seat"], at)
            if seat["awaited"] and not table.get("paused") and max(since, moment(seat["awaited_since"])) < looked - 2 * HOUR and at >= looked:
                self.fault("stands still", "seat %d, which a bot plays, is awaited since %s", seat["seat"], seat["awaited_since"])
        if not any(seat["awaited"] for seat in table["seats"]):
            self.fault("stands still", "nobody is awaited")

    def told_rows(self, entry, table):
        last = None
        if table["moves"] and table["moves"][-1]["ply"] != table["ply"]:
            self.fault("lost", "%s is told that it is at ply %d, and moves up to %d", entry["who"], table["ply"], table["moves"][-1]["ply"])
        for row in table["moves"]:
            signature = row["seat"], row["at"]
            if self.rows.setdefault(row["ply"], signature) != signature:
                self.fault("lost", "ply %d was %r, and is %r", row["ply"], self.rows[row["ply"]], signature)
            if last is not None and row["ply"] != last + 1:
                self.fault("lost", "ply %d comes after %d", row["ply"], last)
            last = row["ply"]
            if row["seat"] == table["my_seat"] and row["seat"] is not None and row["ply"] in self.committed and \
                    row["move"] is not None and self.committed[row["ply"]] != (row["seat"], row["move"]):
                self.fault("lost", "ply %d is %r, and %r was acknowledged", row["ply"], row["move"], self.committed[row["ply"]])
            if row["cause"] == "clock" and row["seat"] in self.seats and not self.seats[row["seat"]].excused:
                self.seats[row["seat"]].excused = None  # a window that is over has no excuse before
            if row["cause"] == "clock" and row["ply"] not in self.clocked:
                self.audit.count["moves of the clock"] += 1
                self.clocked.add(row["ply"])
        texts = [line["text"] for line in table["chat"]]
        for line in table["chat"]:
            if texts.count(line["text"]) > 1:
                self.fault("doubled", "the line %r of %s is there twice", line["text"], line["name"])

    def own(self, who):
        """Every step that this one asked for here."""
        return {step for (name, _), steps in self.sent.items() if name == who for step in steps} | set(self.planned.get(who, ()))

    def told_plan(self, who, table):
        for what, ways in (("plan", (table["plan"] or {}).get("ways", ())), ("draft", [table["draft"]["steps"]])):
            for way in ways:
                if len(way) > 1 and not self.own(who) & set(way):  # one step alone may be what leaves no choice
                    self.fault("secret", "%s is told a %s, %r, which he never made", who, what, way)

    # ---- clocks ----

    def told_seats(self, entry, table, whole):
        deadlines = {one["seat"]: moment(one["deadline"]) for one in table["asked"]} if whole else (
            {table["my_seat"]: moment(table["deadline"])} if "deadline" in table else {})
        for seat in table["seats"]:
            number = seat["seat"]
            if table["pace"] == WITHOUT_CLOCK or not self.audit.is_known(seat["name"]):
                continue
            told = self.seats.get(number)
            if told is None:
                told = self.seats[number] = SeatTold(table["pace"], seat["name"], self.audit)
            if told.name != seat["name"]:
                continue
            if seat["open"]:
                told.bank = told.excused = told.wait = told.since = None
                continue
            self.told_wait(told, seat, deadlines.get(number), entry, table, number in deadlines)

    def told_wait(self, told, seat, deadline, entry, table, known):
        since = moment(seat["awaited_since"]) if seat["awaited"] else None
        mover = table.get("outcome") == "committed" and table["my_seat"] == seat["seat"]
        last = max((row["ply"] for row in table.get("moves", ()) if row["seat"] == seat["seat"]), default=told.last)
        fresh = told.since != since or mover or told.last not in (None, last)
        if told.since is not None and fresh:
            told.over(moment(table["moved"]) if mover else None)
        elif told.since is None and last != told.last and not mover:
            told.missed_some()
        told.since, told.last = since, last
        if since is None or not known:
            if fresh:
                told.wait = None
                told.since = None if not known else since
            if fresh and since is not None:
                told.missed_some()
            return
        if deadline is None:
            self.fault("deadline", "%s is awaited without a deadline, at the pace %s", seat["name"], table["pace"])
            return
        self.audit.count["deadlines"] += 1
        if fresh or told.wait is None:
            if not fresh:
                return  # this wait was not understood; it was said once
            if since > max(entry["done"], self.audit.latest) + ROUGHLY:
                self.fault("deadline", "%s is awaited since %d, which is to come", seat["name"], since)
            wrong = told.begin(since, deadline, entry["at"])
        else:
            wrong = told.again(deadline, entry["at"]) if deadline != told.wait.told or self.audit.first_look(deadline)[0] else None
        if wrong:
            self.fault("deadline", "%s, awaited since %s at the pace %s, has time until %s, at %s: %s", seat["name"], iso(since), table["pace"], iso(deadline),
                       iso(entry["at"]), wrong if isinstance(wrong, str) else " or ".join(iso(w) for w in wrong))
            told.wait = None
        self.waits[seat["seat"], since, last] = entry["done"], deadline, seat["name"], told, told.wait, table["ply"]

    # ---- the end ----

    def told_over(self, table, at):
        if self.over_at is None:
            self.over_at, self.ending = at, table["ending"]
            self.seats_at_end = table["seats"]
            present = [seat["name"] for seat in table["seats"] if seat["name"] and not seat["open"]]
            if table["ending"] not in FINE or table["ending"] != "played" and len(present) > (1 if table["ending"] == "resigned" else 0):
                self.fault("ending", "it ended as %r while %r played", table["ending"], present)

    def history(self, entry, told):
        """All of it, to somebody who played."""
        rows = {row["ply"]: row for row in told.get("moves") or ()}
        self.audit.count["moves"] += len(rows) if not self.checked else 0
        if sorted(rows) != list(range(len(rows))):
            self.fault("lost", "its history has the plies %r", sorted(rows)[:20])
        for ply, (seat, step) in self.committed.items():
            row = rows.get(ply)
            if row is None or row["seat"] != seat or row.get("move") not in (step, None):
                self.fault("lost", "%r was acknowledged for ply %d, and there is %r", step, ply, row and row.get("move"))
        groups = {}
        for ply, row in rows.items():
            name = self.names.get(row["seat"])
            planned = row["cause"] == "plan" or row["cause"] == "person" and row.get("move") is None and name in self.kept
            if row["cause"] == "person" and name and row["seat"] is not None and ply not in self.committed and self.audit.is_known(name):
                if not planned and not any(who == name and asked < ply <= asked + TURN_MOST for who, asked in self.unsure):
                    self.fault("doubled", "ply %d is %r of %s, who did not ask for that", ply, row.get("move"), name)
            if planned and ply not in self.committed:
                groups.setdefault((name, row["at"]), []).append(row.get("move"))
        for (name, at), steps in groups.items():
            if None not in steps and not set(steps) & set(self.planned.get(name, ())):
                self.fault("plan", "%r at %s is no plan of %s", steps, at, name)
        for name, kept in self.kept.items():
            done = [at for who, at in groups if who == name]
            if len(done) > kept:
                self.fault("plan", "%s planned %d times, and %d were carried out", name, kept, len(done))
        self.told_whole = True
        self.ever.update(seat["name"] for seat in told["seats"])
        self.ever.update(one["name"] for one in told["incidents"])
        self.opened_rightly(rows.values(), told["incidents"])
        self.struck(rows.values(), told)
        if told["status"] == "over":
            self.checked = True

    def opened_rightly(self, rows, incidents):
        """A seat is open after two misses in a row: who has moved in between stays. (One that is given up in a league opens without.)"""
        for one in incidents:
            if one["kind"] == "opened":
                misses = [moment(other["at"]) for other in incidents if other["kind"] == "missed" and other["seat"] == one["seat"] and other["at"] <= one["at"]][-2:]
                if not misses or misses[-1] != moment(one["at"]):
                    continue
                moved = [row["ply"] for row in rows if row["seat"] == one["seat"] and row["cause"] in ("person", "plan") and len(misses) == 2
                         and misses[0] < moment(row["at"]) < misses[1]]
                if moved:
                    self.fault("early", "seat %d of %s was opened at %s, and had moved at ply %r", one["seat"], one["name"], one["at"], moved[:1])

    def struck(self, rows, told):
        """Whoever let time run out has it told of at the next look, and nobody before."""
        moved = [(row["ply"], moment(row["at"])) for row in rows]
        up = [(moment(one["at"]), one["seat"]) for one in told["incidents"] if one["kind"] in ("excused", "missed", "lapsed")]
        self.ended_at = moment(told["over"])
        left = {one["seat"] for one in told["incidents"] if one["kind"] == "resigned"}
        for (seat, since, _), (at, deadline, name, _, _, ply) in self.waits.items():
            if seat in left:
                continue
            (_, first), (_, looked) = self.audit.first_look(deadline - SECONDS), self.audit.first_look(deadline + SECONDS)
            if not looked or self.audit.changed_since(name, at) or self.audit.outage_between(at, looked):
                continue
            until = min([when for of_ply, when in moved if of_ply > ply] + [looked])
            early = [when for when, who in up if who == seat and at < when < min(until, deadline) - SECONDS]
            if early:
                self.fault("early", "the time of %s, until %s, was up at %s", name, iso(deadline), iso(early[0]))
            if until == looked and (told["over"] is None or moment(told["over"]) > looked) and told["status"] != "open":
                self.audit.count["strokes"] += 1
                if not any(who == seat and first - ROUGHLY <= when <= looked + ROUGHLY for when, who in up):
                    self.fault("struck", "the time of %s was up at %s, and nothing came of it at %s", name, iso(deadline), iso(looked))

    def chat(self, entry, told):
        texts = [(line["name"], line["text"]) for line in told["lines"]]
        for line, taken in self.lines.items():
            if taken and texts.count(line) != 1:
                self.fault("lost" if line not in texts else "doubled", "the line %r is there %d times", line, texts.count(line))


def within(steps, told):
    """Are these steps told, in their order?"""
    rest = iter(told)
    return all(any(step == other for other in rest) for step in steps)


def iso(us):
    return datetime.datetime.fromtimestamp(us / 1000000, datetime.timezone.utc).isoformat(" ")[:26]
