"""A year of company, slot by slot: who visits plays what waits for him, says a line, plans ahead, looks for another game, goes on vacation.

Within a slot the clock stands at its beginning (but for the moments that pass by themselves). First everything due is done (Site.quiet), then all
who visit are told what waits for them, then each plays, game by game: games go on at the same time, what happens in one comes one after the other.
Last come those who look for a new game, one by one. So what is played does not depend on who is faster, nor on faults: who had no answer asks again
until there is one, and the clock stays in the slot meanwhile. Equal seeds give equal games.
"""
import concurrent.futures
import datetime
import hashlib
import json
import queue
import time
import urllib.parse

from harness import check, equal, random_token, stored
from asking import Line
from people import DAY, HOUR, MINUTE, TITLES, Person, chance, number
from record import Recorder

STEPS_OF_A_TURN, CHOICES = 80, 12
PLANNED = ("carrara", "gondoliere", "venedig")
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
LINES = 3
VISITS_AT = 17 * MINUTE  # of a slot: no amount of time leads from there, nor from one look at what is due, to another such look


class World:
    def __init__(self, site, seed, people, begin, days, slot, folder):
        self.site, self.seed, self.begin, self.days, self.slot, self.folder = site, seed, begin, days, slot, folder
        self.recorder = Recorder(self.file_of(0))
        self.people = [Person(seed, i, begin, days) for i in range(people)]
        self.by_name = {p.name: p for p in self.people}
        self.games = {}  # number: (title, status, ply, names of those who play)
        self.lines = queue.LifoQueue()
        self.all_lines = [Line(site, self.recorder) for _ in range(LINES)]
        for line in self.all_lines:
            self.lines.put(line)
        self.pool = concurrent.futures.ThreadPoolExecutor(LINES)
        self.steps = self.visited = 0
        self.ended, self.hashes, self.joined = [], {}, set()
        self.keyed = False  # do all requests name themselves?
        self.set_up()

    def file_of(self, day):
        return "%s/day%03d" % (self.folder, day)

    # ---- the people ----

    def set_up(self):
        house = self.site.house
        for person in self.people:
            client = house.person(person.name)
            token, digest = random_token()
            person.token_headers = "Authorization: Bearer ridotto_%s\r\nContent-Type: application/json\r\n" % token
            person.cookie_headers = "Cookie: ridotto=%s; lang=en\r\n" % client.cookies["ridotto"]
            house.sql("INSERT INTO api_token (hash, person, name, scopes, expires) SELECT decode('%s', 'hex'), id, 'player', '{read,play,tables}', "
                      "now() + interval '800 days' FROM person WHERE name = '%s'" % (stored(token), person.name))
            person.looking, person.mine, person.csrf, person.tags, person.changed = None, set(), None, {}, None
            client.close()
            self.recorder.fact("person", name=person.name, email=client.email, zone="UTC", wish=person.wish)
        house.sql("UPDATE session SET expires = now() + interval '800 days'")
        house.sql("UPDATE person SET display = 'quick', picture_in_letters = false")
        for person in self.people:
            house.sql("UPDATE person SET mail = %s, notices = '%s' WHERE name = '%s'" % (
                "false" if person.wish == "none" else "true", "every" if person.wish == "none" else person.wish, person.name))
        for person in self.people:
            self.in_time(person)
        self.opens_league()

    def opens_league(self):
        """The first person opens it; who likes its game joins within a day."""
        organiser = self.people[0]
        starts = organiser.local(self.begin + DAY + 2 * HOUR).strftime("%Y-%m-%dT%H:%M")
        answer = self.form(organiser, "/tournaments/new", title="League %d" % self.seed, format="league", size="4", moves="1", stages=str(max(1, min(12, self.days // 7))),
                           days="7", most=str(len(self.people)), starts=starts, game="carrara", seats="2", pace="hours-4")
        check(answer.status == 303, "status %d of a new league: %s" % (answer.status, answer.body.decode()[-1500:]))
        self.league = int(answer.location.split("?")[0].split("#")[0].split("/")[2])

    def joins_league(self, person, moment):
        if moment < self.begin + DAY and "carrara" in person.titles and person.index % 8 == 0 and person not in self.joined:
            self.joined.add(person)
            line = self.lines.get()
            answer = line.ask(person, "POST", "/api/v1/tournaments/%d/join" % self.league, '{"at_once": 4}')
            self.lines.put(line)
            check(answer.status in (200, 201), "status %d of joining the league: %s" % (answer.status, answer.body[:300]))

    def form(self, person, path, line=None, **fields):
        """Sends a form until there is an answer."""
        own = line or self.lines.get()
        try:
            if person.csrf is None:
                page = own.ask(person, "GET", "/settings", headers=person.cookie_headers + "Accept: application/json\r\n")
                person.csrf = page.json()["house"]["csrf"]
            return own.ask(person, "POST", path, urllib.parse.urlencode(dict(fields, csrf=person.csrf)), headers=person.cookie_headers + FORM)
        finally:
            if not line:
                self.lines.put(own)

    def in_time(self, person):
        night = ["%02d:%02d" % divmod(m, 60) for m in person.night] if person.night else ["", ""]
        answer = self.form(person, "/settings/time", do="rest", zone=person.zone_name, rest_from=night[0], rest_until=night[1])
        equal(answer.status, 303, "status of the time of %s" % person.name)

    def changes_night(self, person, moment):
        """Now and then somebody rests otherwise from now on, also while he is awaited."""
        day = (moment - self.begin) // DAY
        if day % 20 == person.number("changes") % 20 and person.changed != day:
            person.changed, person.night = day, None if person.night else (22 * 60, 6 * 60)
            self.in_time(person)

    def plans_vacation(self, person):
        """Some days before it begins, as most people do."""
        for vacation in person.vacations:
            days = (vacation[0] - person.local(self.site.clock.now()).date()).days
            if vacation[2] and 0 < days <= 5 and vacation not in getattr(person, "announced", ()):
                person.announced = getattr(person, "announced", ()) + (vacation,)
                self.announces(person, vacation)

    def announces(self, person, vacation):
        """As long as it may be: days of vacation are earned."""
        for days in (20, 4, 1):
            last = min(vacation[1], vacation[0] + datetime.timedelta(days=days))
            answer = self.form(person, "/settings/time", do="plan", first=vacation[0].isoformat(), last=last.isoformat())
            check(answer.status in (303, 400), "status %d of a vacation of %s" % (answer.status, person.name))
            if answer.status == 303:
                return

    # ---- time ----

    def play(self, day_ends):
        """day_ends(day, file of its record): False when that is enough."""
        for day in range(self.days):
            for slot in range(DAY // self.slot):
                self.one_slot(self.begin + day * DAY + slot * self.slot, slot + day * (DAY // self.slot))
            if not day_ends(day, self.recorder.turn(self.file_of(day + 1))):
                return

    def asked(self):
        return sum(line.asked for line in self.all_lines)

    def one_slot(self, moment, slot):
        self.set_clock(moment + (2 * (1 + slot * 5 % 11) + 1) * MINUTE // 2)
        self.fault(slot, "begin")
        self.quiet()
        self.set_clock(moment + VISITS_AT)
        visitors = [p for p in self.people if p.visits(moment, self.slot)]
        self.visited += len(visitors)
        for person in visitors:
            self.changes_night(person, moment)
        acting = {}
        for person, games in zip(visitors, self.pool.map(self.waiting, visitors)):
            for game in games:
                acting.setdefault(game, []).append(person)
        for person in visitors:
            for game in self.plans_at(person, moment):
                if game not in acting:
                    acting[game] = [(person,)]
        self.fault(slot, "play")
        list(self.pool.map(self.plays, sorted(acting), (acting[g] for g in sorted(acting))))
        self.fault(slot, "seats")
        for person in visitors:
            self.sees_to_seats(person, moment)
        self.set_clock(moment + (2 * (21 + slot * 3 % 7) + 1) * MINUTE // 2)
        self.fault(slot, "end")
        self.quiet()
        self.tell_ended()

    def quiet(self):
        if self.site.workers():
            self.site.quiet()
            self.recorder.fact("quiet", at=self.site.clock.now())

    def tell_ended(self):
        """Whoever learned that a game is over reads all of it."""
        ended, self.ended = self.ended, []
        for game in ended:
            self.whole(game)

    def whole(self, game):
        """All of a game, as the first who plays it may read it."""
        person = next((self.by_name[name] for name in self.games[game][3] if name in self.by_name), None)
        if not person:
            return
        line = self.lines.get()
        try:
            line.ask(person, "GET", "/api/v1/games/%d/chat?most=100" % game)
            moves = line.ask(person, "GET", "/api/v1/games/%d/history" % game).json().get("moves") or ()
            text = "".join("%d %s %s %s\n" % (move["ply"], move["seat"], move.get("move"), move["cause"]) for move in moves)
            self.hashes[game] = "%d %s\n" % (game, hashlib.sha256(text.encode()).hexdigest()), len(moves)
        finally:
            self.lines.put(line)

    def set_clock(self, moment):
        self.site.clock.set(moment)
        self.recorder.fact("clock", at=moment)

    def fault(self, slot, when):
        """What befalls the site: faults.py."""

    # ---- what people do ----

    def note(self, table):
        game = table["id"]
        if table["status"] == "over" and self.games.get(game, ("", ""))[1] != "over":
            self.ended.append(game)
        names = [seat["name"] for seat in table["seats"]]
        self.games[game] = table["game"], table["status"], table["ply"], names
        for seat in table["seats"]:
            person = self.by_name.get(seat["name"])
            if person and table["status"] != "over" and not seat["open"]:
                person.mine.add(game)
            elif person:
                person.mine.discard(game)

    def waiting(self, person):
        line = self.lines.get()
        try:
            answer = line.ask(person, "GET", "/api/v1/waiting")
            equal(answer.status, 200, "status of what waits for %s" % person.name)
            return [table["id"] for table in answer.json()["tables"]]
        finally:
            self.lines.put(line)

    def plays(self, game, people):
        """One after the other: turns, and plans of those in brackets."""
        line = self.lines.get()
        try:
            for person in people:
                if isinstance(person, tuple):
                    self.plans(line, person[0], game)
                else:
                    self.turn(line, person, game)
        finally:
            self.lines.put(line)

    def table(self, line, person, game):
        answer = line.ask(person, "GET", "/api/v1/games/%d" % game)
        if answer.status != 200:
            return None
        table = answer.json()
        self.note(table)
        return table

    def turn(self, line, person, game):
        table = self.table(line, person, game)
        if table and table["status"] == "running" and table["awaits_me"] and self.leaves_or_forgets(line, person, game, table):
            return
        for _ in range(STEPS_OF_A_TURN):
            if not table or table["status"] != "running" or not table["awaits_me"] or table["paused"]:
                break
            table = self.step(line, person, game, table)
            if table and table.get("outcome") == "committed" and table["moves"] and table["moves"][-1]["seat"] not in (None, table["my_seat"]):
                break  # somebody else has moved since
        if chance(0.08, self.seed, person.name, game, table and table["ply"], "looks"):
            line.ask(person, "GET", "/games/%d" % game, headers=person.cookie_headers + person.tags.get(game, ""))
        if table and chance(0.1, self.seed, person.name, game, table["ply"], "says"):
            text = "That was ply %d, says %s." % (table["ply"], person.name)
            answer = self.named(line, person, "/api/v1/games/%d/chat" % game, {"text": text}, "c-%d-%d" % (game, table["ply"]))
            check(answer.status in (204, 409, 403), "status %d of a line" % answer.status)

    def leaves_or_forgets(self, line, person, game, table):
        ply = table["ply"]
        if chance(0.03, self.seed, person.name, game, ply, "forgets"):
            return True
        if chance(0.004 if len(table["seats"]) < 3 else 0.02, self.seed, person.name, game, ply, "resigns"):
            answer = line.ask(person, "POST", "/api/v1/games/%d/leave" % game, "{}")
            check(answer.status == 204 or answer.tries > 1, "status %d of leaving" % answer.status)
            person.mine.discard(game)
            return True
        return False

    def named(self, line, person, path, body, key):
        """Asks; now and then once more by the same name, as who has lost the answer does."""
        answer = line.ask(person, "POST", path, json.dumps(body), key=key)
        if key and number(key, path) % 4 == 0 and answer.status in (201, 204):
            answer = line.ask(person, "POST", path, json.dumps(body), key=key)
        return answer

    def step(self, line, person, game, table):
        """One step of a turn; the table after it."""
        seen = {"ply": table["ply"], "draft": table["draft"]["n"]}
        key = "%d-%d-%d-%d" % (game, seen["ply"], seen["draft"], table["my_seat"]) if self.keyed or number(game, seen["ply"], seen["draft"]) % 8 == 0 else None
        if table["draft"]["can_confirm"]:
            answer = line.ask(person, "POST", "/api/v1/games/%d/draft" % game, json.dumps(dict(seen, do="confirm")), key=key and key + "-confirm")
        else:
            moves = [move for verb in table["legal"] if not verb["unsolicited"] for move in verb["moves"]] or [
                move for verb in table["legal"] for move in verb["moves"]]
            if not moves:
                return None
            for attempt in range(min(CHOICES, len(moves))):
                move = moves.pop(number(self.seed, game, seen["ply"], seen["draft"], table["my_seat"], attempt) % len(moves))
                answer = self.named(line, person, "/api/v1/games/%d/moves" % game, dict(seen, moves=[move]), key and "%s-%d" % (key, attempt))
                if answer.status != 422:
                    break
        if answer.status in (403, 422):
            return None  # who has dropped out of a league; or nothing of what was offered: another time
        if answer.status != 201:
            check(answer.status == 409, "status %d of a step of %s in game %d: %s" % (answer.status, person.name, game, answer.body[:500]))
            return self.table(line, person, game)
        self.steps += 1
        table = answer.json()
        self.note(table)
        return table

    def plans_at(self, person, moment):
        return [g for g in sorted(person.mine) if self.games[g][0] in PLANNED and self.games[g][1] == "running"
                and chance(0.12, self.seed, person.name, g, moment // self.slot, "plans")]

    def plans(self, line, person, game):
        """The next turn, to hand itself in."""
        path, before = "/api/v1/games/%d/plan" % game, None
        for step in range(8):
            answer = line.ask(person, "GET", path)
            if answer.status != 200:
                return
            plan = answer.json()
            moves = [move for verb in plan["legal"] if not verb["unsolicited"] for move in verb["moves"]]
            if not plan["may"] or not moves or (step == 0 and plan["ways"]):
                break
            move = moves[number(self.seed, game, person.name, plan["ply"], step, "plan") % len(moves)]
            answer = line.ask(person, "POST", path, json.dumps({"do": "add", "ply": plan["ply"], "draft": 0, "moves": [move]}))
            if answer.status != 201:
                break
            before = plan["ply"]
        if before is not None:
            line.ask(person, "POST", path, json.dumps({"do": "keep", "ply": before, "hands_in": True}))

    # ---- new games ----

    def sees_to_seats(self, person, moment):
        self.plans_vacation(person)
        self.joins_league(person, moment)
        local = person.local(moment)
        if getattr(person, "counted", None) != local.date():
            person.counted = local.date()
            line = self.lines.get()
            answer = line.ask(person, "GET", "/api/v1/games?status=running&most=50")
            self.lines.put(line)
            if person in self.joined:
                line = self.lines.get()
                line.ask(person, "GET", "/api/v1/tournaments/%d" % self.league)
                self.lines.put(line)
            running = set()
            for table in answer.json()["tables"]:
                self.note(table)
                if any(s["me"] and s["open"] and not s["resigned"] for s in table["seats"]) and chance(0.7, self.seed, person.name, table["id"], moment, "returns"):
                    answer = self.form(person, "/games/%d/return" % table["id"])
                    check(answer.status in (303, 409, 422, 403), "status %d of returning" % answer.status)
                running.update([table["id"]] if not any(s["me"] and s["open"] for s in table["seats"]) else [])
            if running - person.mine or not person.looking or moment - person.looking > 2 * DAY:
                person.looking = None
            for game in sorted(person.mine - running):
                if self.games[game][1] == "running":
                    line = self.lines.get()
                    self.table(line, person, game)  # it is over, or goes on without him
                    self.lines.put(line)
            person.mine = {g for g in person.mine if g in running or self.games[g][1] == "open"}
        if len(person.mine) < person.wanted and not person.looking and not (person.goes and moment > person.goes - 2 * DAY):
            self.looks(person, moment)

    def looks(self, person, moment):
        how = person.number("looks", moment) % 10
        title, pace = person.pick(person.titles, "title", moment), person.pick(person.paces, "pace", moment)
        if how < 6:
            fields = {"minutes": "10", "then": "bots" if how < 2 else "wait"}
            fields.update({"game." + t: "1" for t in person.titles} | {"pace." + p: "1" for p in person.paces} | {"seats.%d" % n: "1" for n in (2, 3, 4)})
            answer = self.form(person, "/quick", **fields)
            check(answer.status == 303, "status %d of a quick seat of %s" % (answer.status, person.name))
            person.looking = moment
            return
        line = self.lines.get()
        try:
            for card in line.ask(person, "GET", "/api/v1/lobby?game=%s&most=50" % title).json()["tables"]:
                if card["my_seat"] is None and not any(s["reserved"] for s in card["seats"]):
                    answer = line.ask(person, "POST", "/api/v1/games/%d/join" % card["id"], "{}", key="j-%d" % card["id"])
                    if answer.status == 201:
                        self.note(answer.json())
                        return
            seats = TITLES[title][0] + person.number("seats", moment) % 2
            body = {"game": title, "seats": seats, "pace": pace}
            answer = self.named(line, person, "/api/v1/games", body, "o-%d" % (moment // self.slot))
            check(answer.status == 201, "status %d of a new table: %s" % (answer.status, answer.body[:300]))
            self.note(answer.json())
        finally:
            self.lines.put(line)

    # ---- what was played ----

    def games_played(self):
        """Hash over all games: moves by whom, not when; and their number. Two years of one seed have the same."""
        out, n = hashlib.sha256(), 0
        for game in sorted(self.games):
            if game not in self.hashes:
                self.whole(game)
            text, moves = self.hashes.get(game, ("", 0))
            out.update(text.encode())
            n += moves
        return out.hexdigest(), n
