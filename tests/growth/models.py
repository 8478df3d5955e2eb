"""The games that a grown site is copied from: really played by the service, one person and three bots at each."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "web"), os.path.join(HERE, "..", "bench")]
from harness import RIDOTTO, House, end, equal  # noqa: E402
from load import play  # noqa: E402

# Of a hundred games so many of each title, by which the mean is 100 moves or so; the plies at which those that run stand.
TITLES = {"gondoliere": (80, (9, 15)), "carrara": (10, (40, 96)), "venedig": (5, (50, 96)), "vernissage": (3, (50, 96)), "genoa": (2, (50, 300))}
OVER = 2   # games of each title that are played out
PACE = "days-2"


def opened(owner, title, bots):
    """A table with a clock."""
    form = owner.get("/games/new?game=" + title).form("/games/new")
    values = {"seats": "4", "bots": str(bots), "pace": PACE}
    kept = [(name, values.pop(name, value)) for name, value in form.fields if name not in ("private", "weekdays")]
    answer = owner.post(form.action, kept + list(values.items()))
    equal(answer.status, 303, "status of opening a table")
    return answer.location


def note(house, path, status, title_from, title_to, nth, of):
    game = int(path.split("/")[-1])
    house.sql("INSERT INTO growth_model SELECT id, owner, '%s', %f, %f, %d, %d, ply FROM game WHERE id = %d"
              % (status, title_from, title_to, nth, of, game))


def make(database, titles=tuple(TITLES)):
    """Plays them on this database, of these titles; its table growth_model has them then."""
    house = House(database=database, flags=["--no-worker", "--threads", "4"])
    try:
        house.sql("CREATE TABLE growth_model (game bigint PRIMARY KEY, owner bigint NOT NULL, status text NOT NULL, title_from float8 NOT NULL, "
                  "title_to float8 NOT NULL, nth integer NOT NULL, of integer NOT NULL, plies integer NOT NULL);"
                  "CREATE TABLE growth (games integer NOT NULL, done integer NOT NULL)")
        owner = house.person()
        owner.validate = False
        worker = house._spawn(RIDOTTO, "worker")
        share, whole = 0, sum(TITLES[title][0] for title in titles)
        for title in titles:
            percent, stops = TITLES[title]
            where = share / whole, (share + percent) / whole
            share += percent
            for nth in range(OVER):
                path = opened(owner, title, 3)
                play(owner, path, 1 << 30)
                note(house, path, "over", *where, nth, OVER)
            for nth, stop in enumerate(stops):
                path = opened(owner, title, 3)
                play(owner, path, stop)
                note(house, path, "running", *where, nth, len(stops))
            note(house, opened(owner, title, 2), "open", *where, 0, 1)
        end(worker)
        house.sql("DROP TRIGGER IF EXISTS deal_alike ON game")
    finally:
        house.close()
