"""What a page costs as the house and a game grow: measured by measure(), drawn by draw() as an SVG of two panels."""
import math
import random

from load import COPIES, RIDOTTO, Site, end, step, tables

GAMES = 10, 100, 1000, 10000, 100000
PLIES = 1, 3, 10, 30, 100, 300, 1000
YOUNG = 10      # plies of the games of which there are so many
READERS = 2000  # of them are read, at most: of 100,000 every fiftieth


def milliseconds(site, requests, seconds):
    """Of a processor, service and PostgreSQL together, for one packed page."""
    site.load(requests, 1)
    found = site.load(requests, seconds)
    return found["service"] + found["postgres"]


def tell(what, lines):
    print("%12s: %s" % (what, ", ".join("%s %.2f ms" % (title, points[-1][1]) for title, points in lines.items())), flush=True)


def by_games(chosen):
    """[(title, [(games, ms), ...])]"""
    site, there = Site(()), 0
    lines = {"a table, each another": [], "a table, the same": [], "home, signed in": [], "list of running games": []}
    try:
        owner = site.house.person()
        worker = site.house._spawn(RIDOTTO, "worker")
        owner.validate = False
        site.tables["carrara"] = table = site.begun(owner, "carrara", YOUNG)
        end(worker)
        for n in filter(lambda n: n <= chosen.most_games, GAMES):
            site.copy_people(there + 1, n)
            site.give_sessions(there + 1, n)
            site.copy_game(table, COPIES, there + 1, n)
            site.database.sql("VACUUM ANALYZE")
            there = n
            read = range(1, n + 1, max(1, n // READERS))
            of_each = [("/games/%d" % (COPIES + k), site.cookies[k - 1]) for k in read]
            for title, requests in (("a table, each another", of_each), ("a table, the same", of_each[:1]),
                                    ("home, signed in", [("/", cookies) for _, cookies in of_each]),
                                    ("list of running games", [("/games?show=running", "")])):
                lines[title].append((n, milliseconds(site, requests, chosen.seconds)))
            tell("%d games" % n, lines)
    finally:
        site.close()
    return list(lines.items())


def reach(site, path, people, until, chance):
    """Plays at random to this ply or a little further, until somebody is asked; who is, None at the end, and the ply."""
    while True:
        (ply, awaits), = site.database.sql("SELECT ply, awaits FROM game WHERE id = %s" % path.split("/")[-1])
        asked = next((person for seat, person in enumerate(people) if int(awaits) >> seat & 1), None)
        if not asked or int(ply) >= until:
            return asked, int(ply)
        step(asked, path, asked.json(path), chance)


def by_plies(chosen):
    """The same of one long game of Genoa between five people, as it goes on, for who is asked."""
    site, chance = Site(()), random.Random(5)
    lines = {"the table": [], "its history": [], "an earlier board": []}
    try:
        people = [site.house.person() for _ in range(5)]
        path = tables.new_table(people[0], seats=5, game="genoa", last_call="always", offers="reveal")
        for person in people:
            person.validate = False
            if person is not people[0]:
                tables.sit(person, path)
        for until in PLIES:
            asked, ply = reach(site, path, people, until, chance)
            if not asked:
                break
            cookies = "; ".join("%s=%s" % pair for pair in asked.cookies.items())
            for title, page in ("the table", ""), ("its history", "/history"), ("an earlier board", "/history/%d" % (ply // 2)):
                lines[title].append((ply, milliseconds(site, [(path + page, cookies)], chosen.seconds)))
            tell("%d plies" % ply, lines)
    finally:
        site.close()
    return list(lines.items())


# The drawing

WIDE, HIGH, LEFT, TOP, PANEL_WIDE, PANEL_HIGH, APART = 960, 440, 64, 56, 270, 300, 480
SAYS = "Milliseconds of a processor for one packed page, service and PostgreSQL together"
STYLE = """
text { font: 13px sans-serif; fill: #222 }
.title { font-weight: bold }
.axis { stroke: #555; fill: none }
.grid { stroke: #bbb; stroke-dasharray: 2 3; fill: none }
.line { fill: none; stroke-width: 2 }
.c0 { stroke: #1f5fa8; fill: #1f5fa8 } .c1 { stroke: #b3541e; fill: #b3541e }
.c2 { stroke: #2c7a3f; fill: #2c7a3f } .c3 { stroke: #7a3f8f; fill: #7a3f8f }
.c4 { stroke: #8a6d00; fill: #8a6d00 } .c5 { stroke: #666; fill: #666 } .before { stroke-dasharray: 5 4 }
text.c0, text.c1, text.c2, text.c3, text.c4, text.c5 { stroke: none }
.ground { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .axis { stroke: #aaa } .grid { stroke: #555 } .ground { fill: #1b1b1b }
  .c0 { stroke: #7db4f0; fill: #7db4f0 } .c1 { stroke: #f0a173; fill: #f0a173 }
  .c2 { stroke: #7fd095; fill: #7fd095 } .c3 { stroke: #cf9be2; fill: #cf9be2 }
  .c4 { stroke: #e0c45c; fill: #e0c45c } .c5 { stroke: #bbb; fill: #bbb }
}
"""


def number(n):
    return "{:,}".format(int(n)) if n >= 1 else "%g" % n


def is_before(title):
    return title.startswith("before: ")


class Panel:
    """Both axes are logarithmic, from a power of ten to another; @lo, @hi: exponents, of x and of y. A line whose title begins with "before: "
    has the colour of the one after it, is dashed, and has no name."""

    def __init__(self, at, title, across, lines, lo, hi, unit="ms"):
        self.at, self.title, self.across, self.lines, self.lo, self.hi, self.unit = at, title, across, lines, lo, hi, unit

    def x(self, value):
        return self.at + (math.log10(value) - self.lo[0]) / (self.hi[0] - self.lo[0]) * PANEL_WIDE

    def y(self, value):
        return TOP + PANEL_HIGH - (math.log10(value) - self.lo[1]) / (self.hi[1] - self.lo[1]) * PANEL_HIGH

    def axes(self):
        below = TOP + PANEL_HIGH
        yield '<text class="title" x="%d" y="%d">%s</text>' % (self.at, TOP - 24, self.title)
        for exponent in range(self.lo[0], math.floor(self.hi[0]) + 1):
            x = self.x(10 ** exponent)
            yield '<path class="grid" d="M%.1f %d V%d"/>' % (x, TOP, below)
            yield '<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (x, below + 18, number(10 ** exponent))
        for exponent in range(self.lo[1], math.floor(self.hi[1]) + 1):
            y = self.y(10 ** exponent)
            yield '<path class="grid" d="M%d %.1f h%d"/>' % (self.at, y, PANEL_WIDE)
            yield '<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (self.at - 8, y + 4, number(10 ** exponent))
        yield '<path class="axis" d="M%d %d V%d h%d"/>' % (self.at, TOP, below, PANEL_WIDE)
        yield '<text x="%d" y="%d" text-anchor="middle">%s</text>' % (self.at + PANEL_WIDE // 2, below + 40, self.across)
        yield '<text x="%d" y="%d" text-anchor="end">%s</text>' % (self.at - 8, TOP - 12, self.unit)

    def colour(self, n):
        """Of line n: the how manieth it is of those that have a name."""
        return sum(not is_before(title) for title, _ in self.lines[:n])

    def labels(self):
        """Where the names of the lines stand: at their last point, but never upon each other."""
        wanted, last = sorted((self.y(points[-1][1]), n) for n, (title, points) in enumerate(self.lines) if not is_before(title)), -math.inf
        for y, n in wanted:
            last = max(y, last + 17)
            yield n, last

    def draw(self):
        yield from self.axes()
        for n, (title, points) in enumerate(self.lines):
            yield '<path class="line%s c%d" style="fill:none" d="M%s"/>' % (
                " before" if is_before(title) else "", self.colour(n), " L".join("%.1f %.1f" % (self.x(x), self.y(y)) for x, y in points))
            yield from ('<circle class="c%d" cx="%.1f" cy="%.1f" r="3"/>' % (self.colour(n), self.x(x), self.y(y)) for x, y in points)
        for n, y in self.labels():
            yield '<text class="c%d" x="%d" y="%.1f">%s</text>' % (self.colour(n), self.at + PANEL_WIDE + 8, y + 4, self.lines[n][0])


def draw(games, plies):
    """An SVG that can be read on a light and on a dark ground."""
    values = [ms for _, points in games + plies for _, ms in points]
    lo, hi = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    panels = (Panel(LEFT, "Cost of a page as games grow in number", "running games in the database (Carrara)", games,
                    (1, lo), (5, hi)),
              Panel(LEFT + APART, "Cost of a page as one game grows", "plies of the game (Genoa)", plies, (0, lo), (3.2, hi)))
    return drawing(panels, SAYS)


def drawing(panels, says):
    drawn = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t">' % (WIDE, HIGH),
             '<title id="t">%s</title>' % says,
             "<style>%s</style>" % STYLE, '<rect class="ground" width="%d" height="%d"/>' % (WIDE, HIGH)]
    for panel in panels:
        drawn.extend(panel.draw())
    drawn.append('<text x="%d" y="%d">%s; both axes are logarithmic.</text>' % (LEFT, HIGH - 12, says))
    return "\n".join(drawn + ["</svg>"]) + "\n"
