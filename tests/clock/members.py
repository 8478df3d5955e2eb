"""People who join tournaments and play at their tables, by script, through HTTP, on a clock that the test sets.

Kinds of people: quick ones answer within minutes, slow ones within hours, late ones now and then miss a deadline, silent ones never play.
Games that nobody gives up take some ninety turns: most people resign after some of theirs, as a whole game of each would take too long.
"""
import datetime
import heapq
import itertools
import math
import random
import zoneinfo

from harness import equal
from faked import SECOND, Faked
from mirror import HOUR, MINUTE
from tables import agreed

PULSE = 50 * MINUTE  # the worker comes so often, else that would be an outage
STEPS_OF_A_TURN = 60
KINDS = {"quick": (0.2, 0.8), "slow": (1.2, 0.6), "late": (2.2, 0.7)}  # median in hours and spread of the time until a turn


class Member:
    def __init__(self, world, index, kind):
        self.random = random.Random("%s/%d" % (world.seed, index))
        self.kind, self.name = kind, "P%03d" % index
        self.client = world.house.person(self.name)
        self.client.validate = False
        self.id = int(world.sql("SELECT id FROM person WHERE name = '%s'" % self.name)[0][0])
        self.at_once = self.random.randint(*world.at_once)

    def later(self):
        """How long a turn waits for him; None: for ever."""
        if self.kind == "silent":
            return None
        median, spread = KINDS[self.kind]
        return int(median * self.random.lognormvariate(0, spread) * HOUR) // SECOND * SECOND


class Members(Faked):
    """A house, its members, and the tournaments that are watched."""

    def __init__(self, seed, begin, people, silent, whole, turns, beat, at_once=(2, 5), zone="Europe/Rome"):
        """silent: which part of the people never plays; whole: which part of the games is played to its end; turns: after how many of
        one's own one resigns at others, at most; beat: how long what is due waits for the worker, at most, but for the end of a stage."""
        super().__init__(begin)
        self.turns_most, self.beat, self.pulsed = turns, beat, begin
        self.seed, self.whole, self.at_once, self.zone = seed, whole, at_once, zone
        self.random = random.Random(seed)
        self.events, self.serial, self.heads, self.plan = [], itertools.count(), {}, {}
        self.posts = self.turns = self.refused = self.resignations = 0
        self.watches, self.gone, self.looked, self.worked, self.stirred = [], {}, begin, begin, True
        self.members = [Member(self, i, self.kind_of(i, silent)) for i in range(people)]
        self.by_id = {m.id: m for m in self.members}
        self.reader, self.blocks = self.house.person("Reader"), []
        self.reader.validate = False
        self.sql("UPDATE person SET display = 'quick', mail = false, zone = '%s'" % zone)
        self.sql("UPDATE pulse SET at = to_timestamp(%d)" % (begin // SECOND))

    def kind_of(self, index, silent):
        if self.random.random() < silent:
            return "silent"
        return self.random.choices(list(KINDS), (60, 30, 10))[0]

    def block_pairs(self):
        return self.blocks

    def block(self, a, b):
        self.sql("INSERT INTO block (person, whom) VALUES (%d, %d)" % (a.id, b.id))
        self.blocks.append((a.id, b.id))

    # ---- forms ----

    def post(self, member, path, wanted=303, **fields):
        answer = member.client.post(path, dict(csrf=member.client.csrf(), **fields))
        self.posts += 1
        self.stirred = True
        equal(answer.status, wanted, "status of %s %r by %s at %s" % (path, fields, member.name, self.when()))
        return answer

    def local(self, moment):
        """As a form has it."""
        utc = datetime.datetime.fromtimestamp(moment // SECOND, datetime.timezone.utc)
        return utc.astimezone(zoneinfo.ZoneInfo(self.zone)).strftime("%Y-%m-%dT%H:%M")

    def tournament(self, organiser, watch, **fields):
        """Opened by the form; returns who watches it. watch: makes one of its number."""
        page = organiser.client.get("/tournaments/new")
        form = dict(page.form("/tournaments/new").fields)
        for name in ("when_full",):
            form.pop(name, None)
        answer = organiser.client.post("/tournaments/new", dict(form, **fields))
        equal(answer.status, 303, "status of a new tournament: %s" % answer.words[:600] if answer.status != 303 else "")
        self.watches.append(watch(self, int(answer.location.split("?")[0].split("#")[0].split("/")[2])))
        return self.watches[-1]

    def join(self, member, watch):
        """Who was banned or has deleted the account meanwhile is signed out."""
        self.post(member, "/tournaments/%d/join" % watch.number, 401 if member.id in self.gone else 303, at_once=str(member.at_once))

    def leave(self, member, watch):
        self.post(member, "/tournaments/%d/leave" % watch.number, sure="1")

    # ---- time ----

    def schedule(self, when, what, *data):
        heapq.heappush(self.events, (when // SECOND * SECOND, next(self.serial), what, data))

    def run_until(self, end):
        """Goes from event to event; the worker comes when there may be something for it, and two at once at the second at which
        a stage ends."""
        while self.now < end:
            event = self.events[0][0] if self.events else end
            self.set(max(self.now, min(event, self.pulsed + PULSE, self.worked + self.beat, self.next_day(), end)))
            while self.events and self.events[0][0] <= self.now:
                _, _, what, data = heapq.heappop(self.events)
                what(*data)
            if self.now >= self.worked + self.beat or self.now == self.day or self.now == end:
                self.tick()
            elif self.now >= self.pulsed + PULSE:
                self.pulse()
            self.catch_up()

    def next_day(self):
        """When a stage begins or ends next."""
        days = [t for watch in self.watches for t in watch.days if t > self.now]
        self.day = min(days, default=math.inf)
        return self.day

    def pulse(self):
        """What a worker that finds nothing to do leaves behind."""
        self.sql("UPDATE pulse SET at = to_timestamp(%d) WHERE what = 'clock'" % (self.now // SECOND))
        self.pulsed = self.now

    def tick(self):
        self.worked = self.now
        if self.stirred or self.now == self.day or self.is_due():
            self.stirred, self.pulsed = False, self.now
            self.work(2 if self.now == self.day else 1)
            while self.is_stirred():
                self.work()
            for watch in self.watches:
                watch.look()
        else:
            self.pulse()

    def work(self, workers=1):
        """A first draw is by the ratings of before it: what ends within the same second changes them."""
        waiting = [watch for watch in self.watches if watch.ratings is None]
        rows = self.sql("SELECT person, rules, round(rating)::integer FROM rating WHERE games > 0") if waiting else ()
        super().work(workers)
        for watch in waiting:
            if self.sql("SELECT stage > 0 FROM tournament WHERE id = %d" % watch.number)[0][0] == "t":
                watch.ratings = {(int(person), rules): int(rating) for person, rules, rating in rows}

    def is_due(self):
        """Is there a deadline, or a bot's turn?"""
        return self.sql("SELECT EXISTS (SELECT FROM seat WHERE least(deadline, remind) <= to_timestamp(%d)) OR EXISTS (SELECT FROM game g JOIN seat s ON "
                        "s.game = g.id WHERE g.status = 'running' AND s.awaited_since IS NOT NULL AND (s.person IS NULL OR s.opened IS NOT NULL OR "
                        "s.resigned IS NOT NULL))" % (self.now // SECOND))[0][0] == "t"

    def is_stirred(self):
        """Has the worker's clock or a bot done something that a tournament has to see to?"""
        return self.sql("SELECT EXISTS (SELECT FROM fixture f JOIN tournament t ON t.id = f.tournament JOIN game g ON g.id = f.game WHERE t.status = 'running' "
                        "AND f.points IS NULL AND (g.status = 'over' AND g.ended < to_timestamp(%d) + interval '1 s' OR EXISTS (SELECT FROM seat s JOIN entrant e "
                        "ON e.person = s.person WHERE s.game = g.id AND s.opened IS NOT NULL AND e.tournament = t.id AND e.status = 'plays' "
                        "AND e.place = f.places[s.seat + 1])))" % (self.now // SECOND))[0][0] == "t"

    def catch_up(self):
        """Who is awaited now comes later."""
        rows = self.sql(
            "SELECT g.id, g.ply, g.status, coalesce(string_agg(s.person::text, ',' ORDER BY s.seat) FILTER (WHERE s.awaited_since IS NOT NULL AND s.person "
            "IS NOT NULL AND s.opened IS NULL AND s.resigned IS NULL), '') FROM game g JOIN seat s ON s.game = g.id WHERE g.moved >= to_timestamp(%d) "
            "OR g.ended >= to_timestamp(%d) OR g.id IN (SELECT game FROM incident WHERE at >= to_timestamp(%d)) GROUP BY g.id ORDER BY g.id"
            % ((self.looked // SECOND - 1,) * 3))
        self.looked = self.now
        for game, ply, status, people in rows:
            head = (int(ply), status, people)
            if self.heads.get(int(game)) == head:
                continue
            self.heads[int(game)] = head
            if status == "over":
                self.stirred = True
            for person in people.split(",") if people and status == "running" else ():
                wait = self.by_id[int(person)].later()
                if wait is not None:
                    self.schedule(self.now + wait, self.plays, self.by_id[int(person)], int(game), int(ply))

    # ---- what people do at tables ----

    def resigns_after(self, member, game):
        """After how many turns; math.inf: never."""
        key = member.id, game
        if key not in self.plan:
            whole = random.Random("%s/%d" % (self.seed, game)).random() < self.whole
            self.plan[key] = math.inf if whole else member.random.randint(0, self.turns_most)
        return self.plan[key]

    def plays(self, member, game, ply):
        """Takes the member's whole turn, if it is the one that waited; or resigns."""
        if member.id in self.gone or self.heads.get(game, (ply, "running"))[:2] != (ply, "running"):
            return
        left = self.resigns_after(member, game)
        self.plan[member.id, game] = left - 1
        self.turns += left > 0
        for _ in range(STEPS_OF_A_TURN):
            page = member.client.json("/games/%d" % game)
            if page.get("game", {}).get("status") != "running" or not page["asked"]["mine"]:
                return
            if left <= 0:
                self.resignations += 1
                self.post(member, "/games/%d/resign" % game, sure="yes")
                return
            body = {"csrf": page["house"]["csrf"], "ply": str(page["game"]["ply"]), "draft": str(page["draft"]["n"])}
            if page["draft"]["can_confirm"]:
                answer = member.client.post("/games/%d/draft" % game, dict(body, do="confirm"))
            else:
                answer = member.client.post("/games/%d/moves" % game, dict(body, step=member.random.choice(page["legal"])))
            self.posts += 1
            if answer.status == 422:  # the rules refuse an amount now and then
                self.refused += 1
                continue
            equal(answer.status, 303, "status of a step of %s in game %d" % (member.name, game))
            if "?arm=" in answer.location:
                agreed(member.client, answer)
            if "?done=1" in (answer.location or ""):
                return
