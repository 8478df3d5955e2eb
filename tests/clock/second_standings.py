"""What docs/tournaments.md says, computed a second time: points, standings, divisions, tables, days. Exact fractions, Python's own time
zones, searches by trying all; nothing of the house's code is read or run here. Places are numbers, as they are stored.
"""
import collections
import datetime
import fractions
import itertools
import zoneinfo

Fraction = fractions.Fraction
UTC = datetime.timezone.utc
LEAST_IN_DIVISION = 4


# ---- points ----

def table_points(ranks):
    """What each seat gets, in points. ranks: by seat, from 1, equal ones are shared; or whatever sorts like them."""
    n = len(ranks)
    if n == 1:
        return [Fraction(1)]
    worth = [Fraction(n - rank, n - 1) for rank in range(1, n + 1)]
    order = sorted(ranks)
    return [sum(w for w, r in zip(worth, order) if r == rank) / order.count(rank) for rank in ranks]


def unfinished_points(last):
    """last: by seat, whether the seat has resigned, or is played by a bot."""
    return table_points([2 if out else 1 for out in last])


# ---- standings ----

class Line:
    def __init__(self, place, lot):
        self.place, self.lot, self.points, self.tables, self.opponents, self.direct, self.rank = place, lot, Fraction(0), 0, [], Fraction(0), 0
        self.mean = Fraction(0)

    def __repr__(self):
        return "%d: %s of %d, %s, %s, lot %d" % (self.place, self.points, self.tables, self.mean, self.direct, self.lot)


def standings(lots, tables):
    """Lines, the first on top. lots: {place: lot}; tables: (places, points) each, which count."""
    lines = {place: Line(place, lot) for place, lot in lots.items()}
    for places, points in tables:
        for place, got in zip(places, points):
            if place in lines:
                lines[place].points += got
                lines[place].tables += 1
                lines[place].opponents += [other for other in places if other != place and other in lines]
    each = {line.place: line.points / line.tables for line in lines.values() if line.tables}
    for line in lines.values():
        if line.opponents:
            line.mean = sum(each[other] for other in line.opponents) / len(line.opponents)
    equal = collections.defaultdict(set)
    for line in lines.values():
        equal[line.points, line.mean].add(line.place)
    for places, points in tables:
        for place, got in zip(places, points):
            if place in lines and any(other != place and other in equal[lines[place].points, lines[place].mean] for other in places):
                lines[place].direct += got
    order = sorted(lines.values(), key=lambda line: (-line.points, -line.mean, -line.direct, line.lot))
    for rank, line in enumerate(order, 1):
        line.rank = rank
    return order


# ---- divisions ----

def even(n, parts):
    """n cut into so many parts, as even as possible, the larger ones first."""
    return [n // parts + (i < n % parts) for i in range(parts)]


def division_sizes(n, wanted):
    parts = -(-n // wanted)
    while parts > 1 and n // parts < LEAST_IN_DIVISION:
        parts -= 1
    return even(n, parts)


def cut(order, sizes):
    places = iter(order)
    return [list(itertools.islice(places, size)) for size in sizes]


def next_season(divisions, moves, stay, new, wanted):
    """Divisions of the next season. divisions: of the last one, each in the order of its standings; stay: places that go on;
    new: places that begin, in their order. Who does not go on is passed over: the next goes up instead, and fewer go down."""
    left = [[place for place in division if place in stay] for division in divisions]
    sizes, seasons, above = division_sizes(sum(map(len, left)) + len(new), wanted), [], []
    for number, size in enumerate(sizes):
        above += left[number] if number < len(left) else []
        below = [place for division in left[number + 1:] for place in division]
        rise = left[number + 1][:min(moves, size)] if number + 1 < len(left) else []
        season = above[:size - len(rise)] + rise
        season += [place for place in above + below + list(new) if place not in season and not any(place in s for s in seasons)][:size - len(season)]
        seasons.append(season)
        above = [place for place in above if place not in season]
        left = [[place for place in division if place not in season] for division in left]
    return seasons


def promoted(groups, moves, stay, least):
    """Who of the groups goes on, in no order; more of each while they would be too few for a table. After a final nobody does."""
    going = []
    while len(groups) > 1 and len(going) < min(least, len(stay)):
        going = [place for group in groups for place in [p for p in group if p in stay][:moves]]
        moves += 1
    return going


def zigzag(order, sizes):
    """Groups, to each of which come as many strong ones as to the others."""
    groups, forth, left = [[] for _ in sizes], True, list(order)
    while left:
        row = range(len(sizes)) if forth else reversed(range(len(sizes)))
        for group in row:
            if left and len(groups[group]) < sizes[group]:
                groups[group].append(left.pop(0))
        forth = not forth
    return groups


# ---- tables ----

def table_sizes(n, seats, least):
    """(sizes of the tables of a round, larger first; how many sit out)"""
    for out in range(n + 1):
        tables = -(-(n - out) // seats)
        sizes = even(n - out, tables) if tables else []
        if not sizes or sizes[-1] >= least:
            return sizes, out
    raise AssertionError("unreachable")


def met_of(tables):
    """How often each pair has met: Counter of frozensets."""
    return collections.Counter(frozenset(pair) for places in tables for pair in itertools.combinations(places, 2))


def round_robin_faults(division, tables, seats, least):
    """What is wrong with the tables of a division, as sentences."""
    if len(division) < max(least, 2):
        return ["a division of %d has tables" % len(division)] if tables else []
    faults, size = [], min(seats, len(division))
    faults += ["a table of %d" % len(places) for places in tables if len(places) != size or len(set(places)) != size]
    faults += ["%r sits at a table of another division" % (places,) for places in tables if not set(places) <= set(division)]
    each = collections.Counter(place for places in tables for place in places)
    if len({each[place] for place in division}) != 1:
        faults.append("not equally many tables: %r" % (each,))
    met = met_of(tables)
    times = [met[frozenset(pair)] for pair in itertools.combinations(division, 2)]
    if min(times) < 1 or size == 2 and max(times) > 1:
        faults.append("pairs meet %r times" % (sorted(set(times)),))
    return faults


def round_faults(order, points, seats, least, drawn, met, apart, sat_out):
    """What is wrong with a round of a Swiss system, as sentences.

    order: places in the order of the standings; points: {place: Fraction}; drawn: tables, those of one sit out; met: how often pairs
    have met before; apart: frozensets of whom one blocks the other; sat_out: {place: how often}."""
    seated = [place for places in drawn for place in places]
    if sorted(seated) != sorted(order):
        return ["drawn are %r, not %r" % (sorted(seated), sorted(order))]
    sizes, n_out = table_sizes(len(order), seats, least)
    tables, out = [t for t in drawn if len(t) > 1], sorted(t[0] for t in drawn if len(t) == 1)
    faults = []
    if sorted((len(t) for t in tables), reverse=True) != sizes:
        faults.append("tables of %r, not %r" % (sorted(map(len, tables)), sizes))
    last = sorted(sorted(order, key=lambda place: (sat_out.get(place, 0), -order.index(place)))[:n_out])
    if out != last:
        faults.append("%r sit out, not %r" % (out, last))
    if faults:
        return faults
    if seats == 2:
        return pairs_faults(tables, met, apart)
    return swap_faults(tables, met, apart)


def cost(tables, met, apart):
    """(pairs that should be apart, meetings again)"""
    pairs = [frozenset(pair) for places in tables for pair in itertools.combinations(places, 2)]
    return sum(pair in apart for pair in pairs), sum(met[pair] for pair in pairs)


def pairs_faults(tables, met, apart):
    """Tables of two: is there really no better draw?"""
    has = cost(tables, met, apart)
    if has == (0, 0):
        return []
    people = [place for places in tables for place in places]
    least = least_cost(people, met, apart) if len(people) <= 16 else least_bad(people, met, apart, has)
    return ["%r are apart and meet again, %r would do" % (has, least)] if has > least else []


def least_cost(people, met, apart):
    """The best of all draws in pairs, by trying all."""
    weight = lambda a, b: (int(frozenset((a, b)) in apart), met[frozenset((a, b))])
    best = {0: (0, 0)}
    for mask in range(1, 1 << len(people)):
        if bin(mask).count("1") % 2:
            continue
        first = (mask & -mask).bit_length() - 1
        best[mask] = min(tuple(map(sum, zip(best[mask & ~(1 << first | 1 << other)], weight(people[first], people[other]))))
                         for other in range(first + 1, len(people)) if mask >> other & 1)
    return best[(1 << len(people)) - 1]


def least_bad(people, met, apart, has):
    """Less than @has if it is certain that there is a better draw in pairs, by largest matchings among pairs that are no harm."""
    pairs = [(a, b) for a, b in itertools.combinations(people, 2) if frozenset((a, b)) not in apart]
    n = len(people) // 2
    together = n - matching(people, pairs)
    if together < has[0]:
        return together, 0
    new = [(a, b) for a, b in pairs if not met[frozenset((a, b))]]
    return (0, 0) if has[0] == 0 and matching(people, new) == n else has


def matching(people, pairs):
    """How many of the pairs can be taken so that nobody is in two: Edmonds's search for longer paths, blossoms shrunk."""
    near = collections.defaultdict(list)
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    mate = {}
    for person in people:
        if person not in mate:
            lengthen(person, near, mate)
    return len(mate) // 2


def lengthen(root, near, mate):
    base, parent, outer, queue = {}, {}, {root}, [root]
    of = lambda v: base.get(v, v)

    def ancestor(a, b):
        path = set()
        while True:
            a = of(a)
            path.add(a)
            if a not in mate:
                break
            a = parent[mate[a]]
        while of(b) not in path:
            b = parent[mate[of(b)]]
        return of(b)

    def shrink(v, meets, child):
        inside = set()
        while of(v) != meets:
            inside |= {of(v), of(mate[v])}
            parent[v], child = child, mate[v]
            v = parent[mate[v]]
        return inside

    while queue:
        v = queue.pop(0)
        for w in near[v]:
            if of(v) == of(w) or mate.get(v) == w:
                continue
            if w == root or w in mate and mate[w] in parent:
                meets = ancestor(v, w)
                inside = shrink(v, meets, w) | shrink(w, meets, v)
                for u in list(near):
                    if of(u) in inside:
                        base[u] = meets
                        if u not in outer:
                            outer.add(u)
                            queue.append(u)
            elif w not in parent:
                parent[w] = v
                if w not in mate:
                    while w is not None:
                        v, after = parent[w], mate.get(parent[w])
                        mate[v], mate[w] = w, v
                        w = after
                    return
                outer.add(mate[w])
                queue.append(mate[w])


def swap_faults(tables, met, apart):
    """Larger tables: would it be better if two people changed seats?"""
    has, faults = cost(tables, met, apart), []
    if has == (0, 0):
        return []
    for one, other in itertools.combinations(range(len(tables)), 2):
        before = cost([tables[one], tables[other]], met, apart)
        if before == (0, 0):
            continue
        for a, b in itertools.product(tables[one], tables[other]):
            changed = [[b if p == a else p for p in tables[one]], [a if p == b else p for p in tables[other]]]
            if cost(changed, met, apart) < before:
                faults.append("%d and %d should change: %r" % (a, b, has))
    return faults


# ---- days ----

def days_after(opens, days, zone):
    """The same hour on the wall so many days later. Unix microseconds."""
    local = datetime.datetime.fromtimestamp(opens // 1000000, UTC).astimezone(zoneinfo.ZoneInfo(zone)).replace(tzinfo=None)
    later = (local + datetime.timedelta(days=days)).replace(tzinfo=zoneinfo.ZoneInfo(zone))
    return int(later.timestamp()) * 1000000 + opens % 1000000
