"""A site of one build to measure: games of every kind, many copies of each with players of their own, and load by wrk.

What RIDOTTO_TOP, RIDOTTO and RIDOTTO_DATA name is measured: see `bench`, which starts a process with one site for each build.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "web"))
from harness import FRONT, RIDOTTO, Client, House, check, end, equal, free_port, is_open, random_token, wait_for  # noqa: E402
import tables  # noqa: E402

TOOLS = os.environ.get("BENCH_TOOLS", "")  # where limit and counted.so were built: one build of them for all that is measured
MIDDLE = {"carrara": 96, "vernissage": 96, "gondoliere": 15, "venedig": 96, "genoa": 96}  # plies, at least, after which we look
KINDS = tuple(MIDDLE)
CONNECTIONS, THREADS = 16, 2  # of wrk
PEOPLE, COPIES = 1000000, 1000000  # where the numbers of copied people, and of the first kind's copied games, begin
SPARE = 16  # copies that are used only to make the service ready for the others
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
ALONG = "seat", "move", "snapshot", "draft", "standing_order", "message", "note"  # what belongs to a game


def processor_ms(*pids):
    """Of these processes, their children, and those of them that have ended; to about a hundredth of a second."""
    ms = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name) as file:
                words = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(name) in pids:
            ms += sum(map(int, words[11:15])) * TICK_MS
        elif int(words[1]) in pids:
            ms += sum(map(int, words[11:13])) * TICK_MS
    return ms


def postmaster(database):
    with open(os.path.join(database.folder, "cluster", "postmaster.pid")) as file:
        return int(file.readline())


def play(client, url, until):
    """Takes the person's turns at random until the game is at this ply or over; the same turns in every build. Where several
    are asked at once the person answers last, so that the order does not depend on who is faster."""
    chance = random.Random(5)

    def asked():
        page = client.json(url)
        (ply, awaits), = client.house.sql("SELECT ply, awaits FROM game WHERE id = %s" % url.split("/")[-1])
        alone = int(awaits) & (int(awaits) - 1) == 0 and int(ply) == page["game"]["ply"]
        return page if page["asked"]["mine"] and alone or page["game"]["status"] != "running" else None

    while True:
        page = wait_for(asked, "the bots")
        if page["game"]["status"] != "running" or page["game"]["ply"] >= until:
            return page["game"]["ply"]
        step(client, url, page, chance)


def step(client, url, page, chance):
    """One step, or the confirmation of those that were taken; the answer."""
    body = {"csrf": client.csrf(), "ply": str(page["game"]["ply"]), "draft": str(page["draft"]["n"])}
    if page["draft"]["can_confirm"]:
        return client.post(url + "/draft", dict(body, do="confirm"))
    return client.post(url + "/moves", dict(body, step=chance.choice(page["legal"])))


class Table:
    """A game in the middle: its path, its owner's client, and after Site.copy() the first number of its copies."""

    def __init__(self, owner, path):
        self.owner, self.path, self.id, self.first = owner, path, int(path.split("/")[-1]), None


class Site:
    def __init__(self, kinds, door="serve"):
        self.house = House(flags=["--no-worker", "--threads", "16"], door=door)
        self.database, self.cookies, self.n, self.tables, self.over = self.house.database, [], 0, {}, {}
        owner = self.house.person()
        owner.validate = False
        worker = self.house._spawn(RIDOTTO, "worker")
        for kind in kinds:  # by whose numbers they are dealt
            self.database.sql("ALTER TABLE game ALTER COLUMN id RESTART WITH %d" % (10 * (1 + KINDS.index(kind))))
            self.tables[kind] = self.begun(owner, kind, MIDDLE[kind])
            self.over[kind] = self.begun(owner, kind, 1 << 30)
        end(worker)
        self.stranger = Client(self.house, validate=False)
        for path in "/", "/help":
            equal(self.stranger.get(path).status, 200, "status of " + path)
        # The limit needs its row; copies keep the secret that their moves were played with.
        self.database.sql("CREATE TABLE limit_row (id int PRIMARY KEY, body text);"
                          "INSERT INTO limit_row VALUES (1, repeat('r', 4096)); GRANT SELECT ON limit_row TO PUBLIC;"
                          "DROP TRIGGER IF EXISTS deal_alike ON game")
        self.database.sql("SET statement_timeout = 0")  # many copies take long

    def begun(self, owner, kind, until):
        table = Table(owner, tables.new_table(owner, seats=4, bots=3, game=kind))
        play(owner, table.path, until)
        return table

    def close(self):
        self.house.close()

    # Copies

    def columns(self, name):
        return [row[0] for row in self.database.sql(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '%s' "
            "AND is_generated = 'NEVER' ORDER BY ordinal_position" % name)]

    def copy_rows(self, of, where, first, last, **changes):
        """Rows as those of `where`, for each k of first..last; changes: SQL for columns, with k and t; None: left out"""
        taken = [c for c in self.columns(of) if changes.get(c, "") is not None]
        self.database.sql("INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE "
                          "SELECT %s FROM %s t, generate_series(%d, %d) k WHERE %s"
                          % (of, ", ".join('"%s"' % c for c in taken),
                             ", ".join(changes.get(c) or 't."%s"' % c for c in taken), of, first, last, where))

    def copy_people(self, first, last):
        """People as the first owner, numbers PEOPLE + first..last; those up to `readers` get a session."""
        owner = next(iter(self.tables.values())).owner
        self.copy_rows("person", "t.name = '%s'" % owner.name, first, last, id="%d + k" % PEOPLE, name="'Copy' || k",
                       email="'copy' || k || '@example.org'",
                       look_written=None, look_small=None)

    def give_sessions(self, first, last):
        made = [random_token() for _ in range(first, last + 1)]
        self.cookies += ["ridotto=%s; lang=en" % token for token, _ in made]
        self.database.sql("INSERT INTO session (hash, person, expires) VALUES "
                          + ",".join("('\\x%s', %d, now() + interval '60 days')" % (digest, PEOPLE + first + k)
                                     for k, (_, digest) in enumerate(made)))

    def copy_game(self, table, base, first, last):
        """Games as this one, numbers base + first..last, each with the person of that number in its owner's seat."""
        owner = self.database.sql("SELECT owner FROM game WHERE id = %d" % table.id)[0][0]
        other = "%d + k" % PEOPLE
        self.copy_rows("game", "t.id = %d" % table.id, first, last, id="%d + k" % base, owner=other)
        for name in ALONG:
            columns, changes = self.columns(name), {"game": "%d + k" % base}
            if "person" in columns:
                changes["person"] = "CASE WHEN t.person = %s THEN %s ELSE t.person END" % (owner, other)
            if "id" in columns:
                changes["id"] = None
            self.copy_rows(name, "t.game = %d" % table.id, first, last, **changes)

    def copy(self, n):
        """n games of each kind in the middle, and SPARE more; person k plays the k-th of each. At the last four people sit."""
        self.n = n
        self.copy_people(1, n + SPARE)
        self.give_sessions(1, n + SPARE)
        for number, table in enumerate(self.tables.values(), 1):
            table.first = number * COPIES
            self.copy_game(table, table.first, 1, n + SPARE)
            self.database.sql("UPDATE seat SET bot = NULL, person = %d + seat + 1 WHERE game = %d AND bot IS NOT NULL"
                              % (PEOPLE, table.first + n + SPARE))
        self.database.sql("VACUUM ANALYZE")

    def note_visits(self):
        """Notes everybody's visit, as the service does once in a while: it is no part of the page that happens to do it."""
        self.database.sql("UPDATE session SET seen = now(); UPDATE person SET visited = now()")

    # Requests: (path, cookies)

    def each_game(self, kind):
        """Each of the n games, as who plays it."""
        return [("/games/%d" % (self.tables[kind].first + k), self.cookies[k - 1]) for k in range(1, self.n + 1)]

    def others(self, kind):
        """One game, as each of the four who play it in turn."""
        last = self.n + SPARE
        path = "/games/%d" % (self.tables[kind].first + last)
        seats = self.database.sql("SELECT person FROM seat WHERE game = %d ORDER BY seat" % (self.tables[kind].first + last))
        return [(path, self.cookies[int(person) - PEOPLE - 1]) for person, in seats]

    def same(self, kind):
        """One game, as who is asked there."""
        return self.each_game(kind)[:1]

    def spare(self, kind):
        return [("/games/%d" % (self.tables[kind].first + k), self.cookies[k - 1]) for k in range(self.n + 1, self.n + SPARE)]

    def still(self):
        """Pages that nobody's identity touches, by name: as a stranger who came before."""
        cookies = "; ".join("%s=%s" % pair for pair in self.stranger.cookies.items())
        paths = {"home": "/", "help": "/help"}
        paths.update({kind + ", help": "/help/" + kind for kind in list(self.tables)[-1:]})
        for kind, table in self.over.items():
            ply = self.database.sql("SELECT ply FROM game WHERE id = %d" % table.id)[0][0]
            paths["%s, history of %s plies" % (kind, ply)] = table.path + "/history"
        return {title: (path, cookies) for title, path in paths.items()}

    def more(self):
        """Other pages, by name, of the first game and of who plays it."""
        kind, (path, cookies) = next(iter(self.tables)), self.same(next(iter(self.tables)))[0]
        ply = MIDDLE[kind]
        return {"home, signed in": ("/", cookies), "list of running games": ("/games?show=running", cookies),
                kind + ", who watches": (path, self.cookies[1]),
                kind + ", seen 10 ago": ("%s?seen=%d" % (path, ply - 10), cookies),
                kind + ", board after a ply": ("%s/history/%d" % (path, ply // 2), cookies),
                kind + ", a block of the film": ("%s/history/frames?from=0" % path, cookies)}

    def fetch(self, request, gzip=True, etag=None):
        """One page by a client of its own."""
        client, (path, cookies) = Client(self.house, validate=False), request
        headers = {"Cookie": cookies} if cookies else {}
        headers.update({"Accept-Encoding": "gzip"} if gzip else {}, **({"If-None-Match": etag} if etag else {}))
        page = client.request("GET", path, headers=headers)
        client.close()
        check(page.status == (304 if etag else 200), "status of %s is %d" % (path, page.status))
        return page

    # The service

    def restart(self, *flags, prefix=(), env=None):
        """The service anew, started by `prefix`; its process."""
        house = self.house
        house.stop()
        before, house.env = house.env, dict(house.env, **(env or {}))
        house.process = house._spawn(*prefix, *house._command(flags), stdout=subprocess.PIPE)
        house.env = before
        check("Ridotto serves " in house.process.stdout.readline(), "the service did not start: " + house.logged()[-2000:])
        return house.process

    def resident(self):
        """Megabytes: (all, of it not of files)"""
        with open("/proc/%d/status" % self.house.process.pid) as file:
            text = file.read()
        return tuple(int(re.search(name + r":\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "RssAnon"))

    def load(self, requests, seconds, gzip=True, once=False, url=None, etag=""):
        """What wrk says of these requests over 16 connections: rate a second, bytes of an answer, p50 and p99 in ms, and the
        processor time of an answer in ms, `service` (its web server included) and `postgres`."""
        served = [p.pid for p in (self.house.process, self.house.front) if p]
        if len(requests) < THREADS:  # each thread wants one
            requests = requests * THREADS
        with tempfile.NamedTemporaryFile("w", suffix=".list") as file:
            file.writelines("%s\t%s\t%s\n" % (path, cookies, etag) for path, cookies in requests)
            file.flush()
            ours, theirs = processor_ms(*served), processor_ms(postmaster(self.database))
            said = subprocess.run(["wrk", "-t", str(THREADS), "-c", str(CONNECTIONS), "-d", "%ds" % seconds, "-s",
                                   os.path.join(HERE, "each.lua"), url or self.house.url, "--", file.name, str(THREADS),
                                   "gzip" if gzip else "none", "once" if once else "again"],
                                  stdout=subprocess.PIPE, text=True, check=True).stdout
            ours, theirs = processor_ms(*served) - ours, processor_ms(postmaster(self.database)) - theirs
        found = json.loads(said.splitlines()[-1])
        check(found["requests"] and not found["errors"], "%s: %s" % (requests[0][0], said))
        n = found["requests"]
        return {"rate": n / found["seconds"], "bytes": found["bytes"] / n, "p50": found["p50"], "p99": found["p99"],
                "requests": n, "seconds": found["seconds"], "service": ours / n, "postgres": theirs / n}

    def limit(self, seconds, how="http"):
        """Answers a second of the bare program: "http", "closing", or "fcgi" behind nginx."""
        port, folder, front = free_port(), tempfile.mkdtemp(dir=self.house.folder), None
        os.chmod(folder, 0o755)
        where = os.path.join(folder, "fcgi.sock") if how == "fcgi" else str(port)
        bare = subprocess.Popen([os.path.join(TOOLS, "limit"), how, where], env=self.house.env, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        try:
            equal(bare.stdout.readline(), "ready\n", "what the bare program says")
            if how == "fcgi":
                os.chmod(where, 0o777)
                front = subprocess.Popen([FRONT, "fcgi", str(port), folder], env=self.house.env)
                wait_for(lambda: is_open(port), "nginx to listen")
            return self.load([("/", "")], seconds, url="http://127.0.0.1:%d" % port)["rate"]
        finally:
            bare.kill()
            bare.wait()
            end(front)
