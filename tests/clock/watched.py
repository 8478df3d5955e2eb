"""A tournament that is looked at after every step of its house: all of it is worked out once more (second_standings.py) from games, seats and
people as they are stored, and compared with what the house has made of it, in its tables and on its pages."""
import collections
import itertools

from harness import check, equal
import second_standings as second
from second_standings import Fraction

SECOND = 1000000
NEW_RATING = 1500
PAGES_EVERY = 40  # looks
RESULTLESS = ("agreed", "house", "abandoned")


def micros(column):
    return "coalesce((extract(epoch FROM %s) * 1000000)::bigint, 0)" % column


def numbers(text):
    return tuple(int(n) for n in text.strip("{}").split(",") if n)


class Table:
    """A row of fixture, with its game."""

    def __init__(self, row):
        stage, number, division, places, game, how, points, counted, status, ending, ended = row
        self.key, self.stage, self.number, self.division = (int(stage), int(number)), int(stage), int(number), int(division)
        self.places, self.game, self.how = numbers(places), int(game or 0), how
        self.points = tuple(Fraction(p, 24) for p in numbers(points)) if how else None
        self.counted, self.status, self.ended = int(counted), status, int(ended)
        self.has_result = status == "over" and ending not in RESULTLESS
        self.ranks, self.people, self.resigned, self.bots = (), (), (), ()

    def take_seats(self, seats):
        self.ranks = tuple(s[0] for s in seats)
        self.people = tuple(s[1] for s in seats)
        self.resigned = tuple(s[2] for s in seats)
        self.bots = tuple(s[3] for s in seats)


class Tournament:
    """All of one, read afresh."""

    def __init__(self, sql, number):
        where = "WHERE tournament = %d" % number
        self.number = number
        row = sql("SELECT format, seats, coalesce(size, 0), coalesce(moves, 0), coalesce(stages, 0), days, zone, %s, status, %s, stage, rules, most, %s "
                  "FROM tournament WHERE id = %d" % (micros("starts"), micros("paused"), micros("ended"), number))[0]
        self.format, self.zone, self.status, self.rules = row[0], row[6], row[8], row[11]
        self.seats, self.size, self.moves, self.stages, self.days = (int(n) for n in row[1:6])
        self.starts, self.paused, self.stage, self.most, self.ended = int(row[7]), int(row[9]), int(row[10]), int(row[12]), int(row[13])
        self.lots = {int(p): int(lot) for p, lot in sql("SELECT place, lot FROM place " + where)}
        self.entrants = {int(r[0]): r[1:] for r in sql("SELECT person, at_once, %s, status, coalesce(place, -1), barred FROM entrant %s ORDER BY joined, person"
                                                      % (micros("joined"), where))}
        self.holders = [tuple(map(int, r)) for r in sql("SELECT place, person, %s, %s FROM holder %s ORDER BY since, place" % (micros("since"), micros("until"), where))]
        self.opened = {int(s): (int(o), int(c), int(d)) for s, o, c, d in sql("SELECT stage, %s, %s, %s FROM stage %s" % (
            micros("opens"), micros("closes"), micros("closed"), where))}
        self.lines = collections.defaultdict(dict)  # stage: {place: (division, rank, points, tables)}
        for s, *rest in sql("SELECT stage, place, division, coalesce(rank, 0), coalesce(points, 0), coalesce(tables, 0) FROM stage_place " + where):
            self.lines[int(s)][int(rest[0])] = tuple(map(int, rest[1:]))
        self.read_tables(sql)

    def read_tables(self, sql):
        self.tables = [Table(r) for r in sql(
            "SELECT f.stage, f.number, f.division, f.places, f.game, coalesce(f.how, ''), coalesce(f.points::text, ''), %s, coalesce(g.status, ''), "
            "coalesce(g.ending, ''), %s FROM fixture f LEFT JOIN game g ON g.id = f.game WHERE f.tournament = %d ORDER BY f.stage, f.number"
            % (micros("f.counted"), micros("g.ended"), self.number))]
        seats = collections.defaultdict(list)
        for game, rank, person, resigned, bot in sql(
                "SELECT s.game, s.rank, coalesce(s.person, 0), (s.resigned IS NOT NULL)::integer, (s.opened IS NOT NULL OR s.person IS NULL)::integer "
                "FROM fixture f JOIN seat s ON s.game = f.game WHERE f.tournament = %d ORDER BY s.game, s.seat" % self.number):
            seats[int(game)].append((int(rank), int(person), resigned == "1", bot == "1"))
        for table in self.tables:
            table.take_seats(seats.get(table.game, ()))

    def of_stage(self, stage):
        return [t for t in self.tables if t.stage == stage]

    def divisions(self, stage):
        """Places by division, in the order of the standings."""
        found = collections.defaultdict(list)
        for place, (division, rank, _, _) in self.lines[stage].items():
            found[division].append((rank, place))
        return [[place for _, place in sorted(found[d])] for d in sorted(found)]

    def person_at(self, place, when):
        """Who had a place at that moment, what happened in it included; 0: nobody."""
        held = [person for p, person, since, until in self.holders if p == place and since <= when and not (until and until <= when)]
        check(len(held) <= 1, "two people have place %d: %r" % (place, held))
        return held[0] if held else 0


class Watch:
    def __init__(self, world, number, least):
        """least: the fewest seats that its game has."""
        self.world, self.number, self.least = world, number, least
        self.corrected, self.pauses = {}, []      # (stage, number): ranks; (from, to)
        self.counted, self.drawn, self.closed, self.started, self.ratings = {}, 0, 0, set(), None
        self.tables_checked = self.lines_checked = self.rounds_checked = self.shown_checked = self.ticks = 0
        self.left, self.taken = {}, set()
        self.look()

    def what(self, sentence):
        return "tournament %d at %s: %s" % (self.number, self.world.when(), sentence)

    def look(self):
        """Everything, after a step."""
        t = self.now = Tournament(self.world.sql, self.number)
        equal(sorted(t.lots.values()), sorted(set(t.lots.values())), self.what("lots"))
        changed, closed = self.look_at_points(t), self.closed
        for stage in sorted(t.opened):
            if stage > self.drawn:
                self.look_at_draw(t, stage)
                self.drawn = stage
            if t.opened[stage][2] and (stage > self.closed or changed):
                self.look_at_standings(t, stage)
                self.look_at_days(t, stage)
                self.closed = max(self.closed, stage)
                changed = True
        self.look_at_people(t)
        self.look_at_openings(t)
        self.ticks += 1
        if t.opened and (closed != self.closed or self.ticks % PAGES_EVERY == 0):
            self.look_at_pages()
        self.days = [t.starts] if t.status == "open" else [t.opened[t.stage][1]] if t.status == "running" and not t.paused else []
        return t

    # ---- points ----

    def look_at_points(self, t):
        changed = False
        for table in t.tables:
            check(not (self.counted.get(table.key) and not table.how), self.what("table %r does not count any more" % (table.key,)))
            if table.how and self.counted.get(table.key) != (table.how, table.points):
                equal(table.points, tuple(self.points_of(t, table)), self.what("points of table %r (%s)" % (table.key, table.how)))
                self.counted[table.key] = table.how, table.points
                self.tables_checked += 1
                changed = True
        return changed

    def points_of(self, t, table):
        closes = t.opened[table.stage][2] or self.world.now
        if table.key in self.corrected:
            equal(table.how, "corrected", self.what("how table %r counts" % (table.key,)))
            return second.table_points(self.corrected[table.key])
        if len(table.places) == 1:
            equal(table.how, "alone", self.what("how table %r counts" % (table.key,)))
            return [1]
        if table.how == "expected":
            check(False, self.what("nobody has agreed to what is expected at %r" % (table.key,)))
        ended = table.has_result and (table.ended < table.counted or table.ended == table.counted and table.how == "played")
        equal(table.how, "played" if ended else "unfinished", self.what("how table %r counts, whose game is %r" % (table.key, table.status)))
        check(table.counted <= closes, self.what("table %r counts after its stage" % (table.key,)))
        if ended:
            return second.table_points(table.ranks)
        resigned = table.resigned or [False] * len(table.places)
        return second.unfinished_points([gone or not t.person_at(place, table.counted) for place, gone in zip(table.places, resigned)])

    # ---- standings ----

    def standings_of(self, t, stage, division):
        """Lines of one division of a stage, as they must be."""
        places = [place for place, line in t.lines[stage].items() if line[0] == division]
        if t.format == "swiss":
            tables = [table for table in t.tables if table.stage <= stage]
        else:
            tables = [table for table in t.of_stage(stage) if table.division == division]
        return second.standings({place: t.lots[place] for place in places}, [(table.places, table.points) for table in tables if table.how])

    def look_at_standings(self, t, stage):
        for table in t.of_stage(stage):
            check(table.how, self.what("table %r does not count, and its stage is closed" % (table.key,)))
        for division in sorted({line[0] for line in t.lines[stage].values()}):
            wanted = [(line.place, line.rank, line.points * 24, line.tables) for line in self.standings_of(t, stage, division)]
            got = sorted(((place, rank, points, tables) for place, (d, rank, points, tables) in t.lines[stage].items() if d == division), key=lambda r: r[1])
            equal(got, wanted, self.what("standings of division %d in stage %d (place, rank, points, tables)" % (division, stage)))
            self.lines_checked += len(got)

    # ---- pages ----

    def look_at_pages(self):
        """What everybody can read at this moment, as JSON."""
        t, path = self.now, "/tournaments/%d" % self.number
        for stage in sorted(t.opened):
            page = self.world.reader.json("%s?stage=%d" % (path, stage))
            equal(len(page["divisions"]), 1 + max(line[0] for line in t.lines[stage].values()), self.what("divisions of stage %d on the page" % stage))
            for division, shown in enumerate(page["divisions"]):
                wanted = self.standings_of(t, stage, division)
                equal([(r["rank"], r["place"], r["parts"], r["tables"], r["lot"]) for r in shown["rows"]],
                      [(w.rank, w.place, w.points * 24, w.tables, w.lot) for w in wanted], self.what("division %d of stage %d on the page" % (division, stage)))
                for row, line in zip(shown["rows"], wanted):
                    check(abs(float(row["opponents"].replace("–", "0")) - line.mean) < 0.0011, self.what("the opponents of place %d: %r" % (line.place, row)))
                self.shown_checked += len(wanted)
            page = self.world.reader.json("%s/tables?stage=%d" % (path, stage))
            shown = {table["number"]: table for division in page["divisions"] for table in division["tables"]}
            for table in t.of_stage(stage):
                one = shown.pop(table.number)
                equal((one["how"] or "", tuple(seat["place"] for seat in one["seats"])), (table.how, table.places), self.what("table %r on the page" % (table.key,)))
            equal(shown, {}, self.what("other tables on the page of stage %d" % stage))

    # ---- days ----

    def look_at_days(self, t, stage):
        opens, closes, closed = t.opened[stage]
        moved = sum(min(to, closed) - since for since, to in self.pauses if opens <= since <= closed)
        if t.format == "league":
            equal(closes, second.days_after(opens, t.days, t.zone) + moved, self.what("the day on which stage %d ends" % stage))
            equal(closed, closes, self.what("when stage %d was closed" % stage))
            if stage > 1:
                equal(opens, t.opened[stage - 1][1], self.what("when stage %d began" % stage))
        else:
            equal(closes, second.days_after(t.opened[1][0], stage * t.days, t.zone) + sum(to - since for since, to in self.pauses if since < closes),
                  self.what("the last day of stage %d" % stage))
            check(closed <= closes, self.what("stage %d ended too late" % stage))
            running = [table.key for table in t.of_stage(stage) if len(table.places) > 1 and table.game and (table.status != "over" or table.ended > closed)]
            check(closed == closes or not running, self.what("stage %d ended early though tables %r ran" % (stage, running)))

    # ---- draws ----

    def look_at_draw(self, t, stage):
        check(stage == self.drawn + 1, self.what("stage %d comes after %d" % (stage, self.drawn)))
        tables = t.of_stage(stage)
        equal([table.number for table in tables], list(range(1, len(tables) + 1)), self.what("numbers of the tables"))
        if t.format == "swiss":
            self.look_at_round(t, stage)
        else:
            wanted = self.first_divisions(t) if stage == 1 else self.later_divisions(t, stage)
            self.look_at_divisions(t, stage, wanted)
            for division in set(line[0] for line in t.lines[stage].values()):
                places = [place for place, line in t.lines[stage].items() if line[0] == division]
                faults = second.round_robin_faults(places, [table.places for table in tables if table.division == division], t.seats, self.least)
                equal(faults, [], self.what("faults of division %d in stage %d" % (division, stage)))
        self.rounds_checked += 1

    def first_divisions(self, t):
        opens = t.opened[1][0]
        strong = sorted(t.lines[1], key=lambda place: (-self.ratings.get((t.person_at(place, opens), t.rules), NEW_RATING), t.lots[place]))
        sizes = second.division_sizes(len(strong), t.size)
        return second.cut(strong, sizes) if t.format == "league" else second.zigzag(strong, sizes)

    def later_divisions(self, t, stage):
        opens, before = t.opened[stage][0], t.divisions(stage - 1)
        known = {place for division in before for place in division}
        stay = {place for place in known if t.person_at(place, opens)}
        if t.format == "league":
            return second.next_season(before, t.moves, stay, sorted(set(t.lines[stage]) - known), t.size)
        going, order = second.promoted(before, t.moves, stay, self.least), []
        line = lambda place: t.lines[stage - 1][place]
        order = sorted(going, key=lambda place: (line(place)[1], -Fraction(line(place)[2], max(line(place)[3], 1)), t.lots[place]))
        return second.zigzag(order, second.division_sizes(len(order), t.size))

    def look_at_divisions(self, t, stage, wanted):
        got = [set() for _ in wanted]
        for place, line in t.lines[stage].items():
            check(line[0] < len(wanted), self.what("a division %d in stage %d" % (line[0], stage)))
            got[line[0]].add(place)
        apart, drawn = self.apart(t, t.opened[stage][0]), t.format == "groups" or stage == 1
        together = lambda divisions: sum(frozenset(pair) in apart for d in divisions for pair in itertools.combinations(d, 2))
        moved = sum(len(set(w) - g) for w, g in zip(wanted, got))
        if not drawn or not together(wanted):
            equal([sorted(d) for d in got], [sorted(d) for d in wanted], self.what("divisions of stage %d" % stage))
        else:
            equal([len(d) for d in got], [len(d) for d in wanted], self.what("sizes of divisions"))
            check(together(got) <= together(wanted) and moved <= 2 * together(wanted), self.what(
                "%d pairs to keep apart are together, %d were; %d people have changed" % (together(got), together(wanted), moved)))

    def apart(self, t, when):
        at = {t.person_at(place, when): place for place in t.lots}
        return {frozenset((at[a], at[b])) for a, b in self.world.block_pairs() if at.get(a) is not None and at.get(b) is not None}

    def look_at_round(self, t, stage):
        opens, tables = t.opened[stage][0], t.of_stage(stage)
        earlier = [table for table in t.tables if table.stage < stage]
        plays = {place for place in t.lots if t.person_at(place, opens)}
        lots = t.lots if stage == 1 else {place: t.lots[place] for place in t.lines[stage - 1]}
        lines = second.standings(lots, [(table.places, table.points) for table in earlier if table.how])
        order = [line.place for line in lines if line.place in plays]
        order += sorted((place for place in plays if place not in lots), key=t.lots.get)
        met = second.met_of(table.places for table in earlier)
        sat_out = collections.Counter(table.places[0] for table in earlier if len(table.places) == 1)
        faults = second.round_faults(order, {line.place: line.points for line in lines}, t.seats, self.least, [table.places for table in tables], met,
                                     self.apart(t, opens), sat_out)
        equal(faults, [], self.what("faults of round %d" % stage))

    # ---- people ----

    def look_at_people(self, t):
        status, now = {p: e[2] for p, e in t.entrants.items()}, self.world.now
        place = {p: int(e[3]) for p, e in t.entrants.items() if e[2] == "plays"}
        equal({p: pl for pl, p, _, until in t.holders if not until}, place, self.what("who plays at which place"))
        for person, was in (self.world.gone | self.left).items():
            check(status.get(person) != "plays" or t.status in ("over", "cancelled"), self.what("%d was %s, and plays" % (person, was)))
        waits = [p for p, e in t.entrants.items() if e[2] == "waits" and p not in self.world.gone and int(e[4]) < t.stage]
        if t.status == "running" and not t.paused and waits:
            empty = [pl for pl in t.lines[t.stage] if not t.person_at(pl, now)]
            check(not empty, self.what("%r wait, and places %r are empty" % (waits, empty)))
        self.look_at_turns(t)
        for table in t.tables if t.status == "running" else ():
            if table.how or table.status != "running":
                continue
            for seat, pl in enumerate(table.places):
                holder = t.person_at(pl, now)
                check(table.people[seat] == holder or not holder and table.bots[seat], self.what(
                    "at table %r place %d is held by %d, and %d sits there" % (table.key, pl, holder, table.people[seat])))
                check(not (holder and table.bots[seat] and not table.resigned[seat]), self.what("who missed two deadlines plays at %r" % (table.key,)))

    def look_at_turns(self, t):
        """Who waits longest comes first."""
        joined = {p: (int(e[1]), p) for p, e in t.entrants.items()}
        first = {}
        for _, person, since, _ in t.holders:
            first.setdefault(person, since)
        for person in [p for p, since in first.items() if since > t.opened[1][0] and p not in self.taken]:
            self.taken.add(person)
            before = [p for p, e in t.entrants.items() if e[2] == "waits" and joined[p] < joined[person] and int(e[4]) < t.stage and p not in self.world.gone]
            check(not before, self.what("%d has a place, and %r have waited longer" % (person, before)))

    # ---- openings ----

    def look_at_openings(self, t):
        """Nobody has more games that count at once than chosen when a table opens, and none waits in vain."""
        running, most = collections.Counter(), {p: int(e[0]) for p, e in t.entrants.items()}
        for table in t.tables:
            if table.status == "running" and not table.how:
                running.update(p for p, bot in zip(table.people, table.bots) if p and not bot)
        for table in t.tables:
            if table.game and table.key not in self.started:
                self.started.add(table.key)
                over = [p for p in table.people if p and running[p] > most.get(p, 0) and p not in self.heirs(t)]
                check(not over or table.status != "running", self.what("table %r was opened, and %r play too many" % (table.key, over)))
        if t.status != "running" or t.paused:
            return
        for table in t.of_stage(t.stage):
            if not table.game and not table.how and not t.opened[t.stage][2]:
                people = [t.person_at(place, self.world.now) for place in table.places]
                waits = [p for p in people if p and running[p] >= most[p]]
                check(waits or not any(people), self.what("table %r is not opened, and everybody (%r) has time" % (table.key, people)))

    def heirs(self, t):
        """Who got a place with its games, of which there may be more."""
        first = {}
        for place, person, since, _ in t.holders:
            first.setdefault(place, since)
        return {person for place, person, since, _ in t.holders if since != first[place]}
