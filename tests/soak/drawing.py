"""Figures over time as an SVG of small panels, each from nought to a little above its highest."""
import math

WIDE, HIGH, ACROSS, GAP_X, GAP_Y, EDGE = 210, 110, 4, 34, 62, 28
STYLE = """
text { font: 12px sans-serif; fill: #222 } .title { font-weight: bold } .axis { stroke: #888; fill: none }
.line { fill: none; stroke: #1f5fa8; stroke-width: 1.5 } .ground { fill: #fff }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .axis { stroke: #777 } .line { stroke: #7db4f0 } .ground { fill: #1b1b1b } }
"""


def ceiling(value):
    """The next of 1, 1.5, 2, 3, 5, 7.5 times a power of ten."""
    power = 10 ** math.floor(math.log10(value)) if value > 0 else 1
    return next(step * power for step in (1, 1.5, 2, 3, 5, 7.5, 10) if step * power >= value)


def panel(x, y, name, unit, points, most):
    top = ceiling(max(value for _, value in points))
    line = " ".join("%.1f,%.1f" % (x + at / most * WIDE, y + HIGH - value / top * HIGH) for at, value in points)
    return ['<text class="title" x="%d" y="%d">%s</text>' % (x, y - 22, name), '<text x="%d" y="%d">%s</text>' % (x, y - 8, unit),
            '<path class="axis" d="M%d %dv%dh%d"/>' % (x, y, HIGH, WIDE), '<text x="%d" y="%d" text-anchor="end">%g</text>' % (x + WIDE, y - 8, top),
            '<text x="%d" y="%d" text-anchor="end">%d min</text>' % (x + WIDE, y + HIGH + 14, round(most)), '<polyline class="line" points="%s"/>' % line]


def draw(path, looks, names):
    """@looks: dicts with `at` in minutes and a number by name; @names: (name, unit) of each panel."""
    rows, most = -(-len(names) // ACROSS), looks[-1]["at"]
    wide, high = EDGE * 2 + ACROSS * WIDE + (ACROSS - 1) * GAP_X, EDGE + rows * (HIGH + GAP_Y)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">' % (wide, high, wide, high),
             "<style>%s</style>" % STYLE, '<rect class="ground" width="%d" height="%d"/>' % (wide, high)]
    for n, (name, unit) in enumerate(names):
        points = [(one["at"], one[name]) for one in looks if name in one]
        parts += panel(EDGE + n % ACROSS * (WIDE + GAP_X), EDGE + 22 + n // ACROSS * (HIGH + GAP_Y), name, unit, points, most)
    with open(path, "w") as file:
        file.write("\n".join(parts + ["</svg>", ""]))
