"""What is measured, a function for each part: it gets a Site and what was chosen, and returns numbers that `bench` prints."""
import glob
import mmap
import os
import random
import re
import statistics
import struct
import subprocess
import threading
import time

from load import RIDOTTO, TOOLS, Client, check, equal, postmaster, processor_ms, step
from harness import TOP, Database, House
from relay import Relay

PASSES = 3       # a cold list is gone through so often, each time by a service that was just started
GIVEN_BACK = 21  # seconds after which the service has returned what it does not need
PAGES = 8        # that one figure is counted of
TURNS = 5        # of which the median counts


# Answers a second

def cold(site, kind, gzip, seconds):
    """Each request another game, by a service that has seen none of them."""
    asked = taken = 0
    for _ in range(PASSES):
        site.restart()
        site.note_visits()
        site.load(site.spare(kind), 1, gzip)  # connections, prepared statements, the game's templates
        found = site.load(site.each_game(kind), seconds, gzip, once=True)
        asked, taken = asked + found["requests"], taken + found["seconds"]
    return dict(found, rate=asked / taken)


def warm(site, requests, gzip, seconds):
    site.load(requests, 1, gzip)
    return site.load(requests, seconds, gzip)


def rates(site, chosen, kind):
    """Table pages of one game, and the bare program right before and after them."""
    limits, found = [site.limit(chosen.seconds, chosen.limit)], {}
    for gzip in True, False:
        packed = "gzip" if gzip else "plain"
        found["cold " + packed] = cold(site, kind, gzip, chosen.seconds)
        found["others " + packed] = warm(site, site.others(kind), gzip, chosen.seconds)
        found["same " + packed] = warm(site, site.same(kind), gzip, chosen.seconds)
    limits.append(site.limit(chosen.seconds, chosen.limit))
    return dict(found, limit=statistics.mean(limits))


def still(site, chosen):
    """Pages that are equal for all, by title; "again" is asked with the ETag, where one is given."""
    limit, found = site.limit(chosen.seconds, chosen.limit), {}
    for title, request in site.still().items():
        page = site.fetch(request)
        etag = page.headers.get("ETag") or ""
        found[title] = {packed: warm(site, [request], packed == "gzip", chosen.seconds) for packed in ("gzip", "plain")}
        if etag:
            equal(len(site.fetch(request, etag=etag).body), 0, "bytes of a page that has not changed")
            found[title]["again"] = site.load([request], chosen.seconds, etag=etag)
        found[title]["limit"] = limit
    return found


def closing(site, chosen):
    """The bare program: with kept connections and with such that it closes."""
    return {how: site.limit(chosen.seconds, how) for how in ("http", "closing")}


# Instructions, allocations, statements, bytes of one page

class Callgrind:
    """The service under valgrind; read() gives the instructions so far."""

    def __init__(self, site, relay, profiles):
        folder = os.path.join(profiles, TOP.strip("/").replace("/", "-")) if profiles else site.house.folder
        os.makedirs(folder, exist_ok=True)
        self.out, self.all = os.path.join(folder, "callgrind"), 0
        self.pid = site.restart("--threads", "1", "--no-streams", env={"RIDOTTO_DATABASE": relay.database}, prefix=(
            "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=" + self.out)).pid
        self.n = 0

    def read(self, what=""):
        subprocess.run(["callgrind_control", "--dump=" + what, str(self.pid)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.n += 1  # a dump begins counting anew
        with open("%s.%d" % (self.out, self.n)) as file:
            self.all += int(re.findall(r"^totals: (\d+)", file.read(), re.M)[-1])
        return self.all


class Counted:
    """The service with a malloc that counts; read() gives the calls so far."""

    def __init__(self, site):
        path = os.path.join(site.house.folder, "counted")
        with open(path, "wb") as file:
            file.write(bytes(16))
        self.file = open(path, "r+b")
        self.map = mmap.mmap(self.file.fileno(), 16)
        site.restart("--threads", "1", "--no-streams",
                     env={"LD_PRELOAD": os.path.join(TOOLS, "counted.so"), "BENCH_COUNTED": path})
        check(self.read() > 0, "the service's malloc is not counted")

    def read(self, what=""):
        return struct.unpack_from("Q", self.map)[0]


def ask(client, requests, gzip):
    """Bytes of a page of these as sent, headers included."""
    size = 0
    for path, cookies in requests:
        headers = {"Cookie": cookies, "Accept-Encoding": "gzip"} if gzip else {"Cookie": cookies}
        page = client.request("GET", path, headers=headers)
        equal(page.status, 200, "status of " + path)
        size += int(page.headers["Content-Length"]) + sum(len(k) + len(v) + 4 for k, v in page.headers.items())
    return size / len(requests)


def lists(site, gzip):
    """(title, how, requests to make first, requests to count) of all that is counted"""
    for kind in site.tables:
        at = 0 if gzip else PAGES
        four = site.others(kind)
        yield kind, "cold", site.spare(kind)[:1], site.each_game(kind)[at:at + PAGES]
        yield kind, "others", four, four * (PAGES // len(four))
        yield kind, "same", site.same(kind), site.same(kind) * PAGES
    for title, request in {**site.still(), **site.more()}.items():
        yield title, "same", [request], [request] * PAGES


def count(site, meter, relay=None):
    found, client = {}, Client(site.house, validate=False)
    for gzip in True, False:
        for title, how, first, then in lists(site, gzip):
            packed = "gzip" if gzip else "plain"
            site.note_visits()
            ask(client, first, gzip)
            before, asked = meter.read(), relay.read() if relay else (0, 0)
            size = ask(client, then, gzip)
            asked = [b - a for a, b in zip(asked, relay.read())] if relay else asked
            found.setdefault(title, {})["%s %s" % (how, packed)] = {
                "n": (meter.read("%s, %s, %s" % (title, how, packed)) - before) / len(then), "bytes": size,
                "statements": asked[0] / len(then), "trips": asked[1] / len(then)}
    client.close()
    return found


def cost(site, chosen):
    """{title: {"cold gzip": {"instructions", "allocations", "statements", "trips", "bytes"}, ...}}"""
    relay = Relay(os.path.join(site.house.folder, "relay"), site.database.socket)
    found = count(site, Callgrind(site, relay, chosen.profiles), relay)
    allocations = count(site, Counted(site))
    for title, hows in found.items():
        for how, one in hows.items():
            one["instructions"], one["allocations"] = one.pop("n"), allocations[title][how]["n"]
    site.restart()
    relay.close()
    return found


# A confirmed turn, by form

def one_turn(site, relay, kind, number):
    """Takes a turn in this copy until something is committed: what the last form and the page after it took."""
    path, cookies = site.each_game(kind)[number]
    client, chance = Client(site.house, validate=False), random.Random(number)
    client.cookies = dict(pair.split("=", 1) for pair in cookies.split("; "))
    client.csrf()
    page = client.json(path)
    for _ in range(100):
        before, began = relay.read(), time.monotonic()
        answer = step(client, path, page, chance)
        if answer.status == 422:
            continue
        check(answer.status == 303, "status of a step is %d" % answer.status)
        posted = relay.read()
        equal(client.get(answer.location).status, 200, "status of the page after it")
        drawn, took = relay.read(), time.monotonic() - began
        ply, page = page["game"]["ply"], client.json(path)
        if page["game"]["ply"] > ply:
            client.close()
            return [posted[0] - before[0], posted[1] - before[1], drawn[0] - posted[0], drawn[1] - posted[1], took * 1000]
    raise AssertionError("nothing was committed in " + path)


def turn(site, chosen):
    """{kind: medians of a committed turn: statements and trips of the form, of the page after it, and milliseconds}"""
    relay = Relay(os.path.join(site.house.folder, "relay2"), site.database.socket)
    site.restart("--threads", "1", "--no-streams", env={"RIDOTTO_DATABASE": relay.database, "RIDOTTO_MOVES_A_MINUTE": "0"})
    found = {}
    for kind in site.tables:
        one_turn(site, relay, kind, site.n - 1)  # so that every statement is prepared
        turns = [one_turn(site, relay, kind, site.n - 2 - k) for k in range(TURNS)]
        found[kind] = dict(zip(("form_statements", "form_trips", "page_statements", "page_trips", "ms"),
                               map(statistics.median, zip(*turns))))
    site.restart()
    relay.close()
    return found


# Memory and bytes

def weigh(client, path, kept, gzip):
    """Requests and bytes of one view; @kept: what the browser has already."""
    headers = {"Accept-Encoding": "gzip"} if gzip else {}
    whole = client.get(path).text
    assets = re.findall(r'(?:<link rel="stylesheet" href|<script src|<link rel="icon"[^>]*href|<use href)="([^"#]+)', whole)
    wanted = [path] + [asset for asset in dict.fromkeys(assets) if asset not in kept]
    kept.update(wanted[1:])
    size = 0
    for one in wanted:
        page = client.request("GET", one, headers=headers)
        equal(page.status, 200, "status of " + one)
        size += int(page.headers.get("Content-Length") or 0) + sum(len(k) + len(v) + 4 for k, v in page.headers.items())
    return {"requests": len(wanted), "bytes": size}


def views(site, chosen):
    """{kind: {"first gzip": {"requests", "bytes"}, "next gzip": ..., "first plain", "next plain"}}"""
    found = {}
    for kind, table in site.tables.items():
        for packed in "gzip", "plain":
            kept = set()
            for view in "first", "next":
                found.setdefault(kind, {})[view + " " + packed] = weigh(table.owner, table.path, kept, packed == "gzip")
    return found


def memory(site, chosen):
    """Resident megabytes, (all, of it not of files): idle, the most under load, after every copy was read in turn, and later."""
    everything = [request for kind in site.tables for request in site.each_game(kind)]
    began = time.monotonic()
    site.restart()
    equal(site.stranger.get("/").status, 200, "status of the home page")
    found = {"first_answer_ms": (time.monotonic() - began) * 1000}
    time.sleep(GIVEN_BACK)
    found["idle"] = site.resident()
    most, over = [(0, 0)], threading.Event()

    def watch():
        while not over.wait(0.05):
            most.append(site.resident())

    watching = threading.Thread(target=watch)
    watching.start()
    mixed = everything[:]
    random.Random(3).shuffle(mixed)
    site.load(mixed, max(5, chosen.seconds))
    found["load"], found["after_load"] = max(most), site.resident()
    read = 0
    for at in range(0, len(everything), 1000):
        read += site.load(everything[at:at + 1000], 4, once=True)["requests"]
    over.set()
    watching.join()
    found["read"], found["after_reading"], found["most_reading"] = read, site.resident(), max(most)
    time.sleep(GIVEN_BACK)
    found["later"] = site.resident()
    return found


# Commits

class OnDisk(Database):
    """It waits for the disk, as an operator's does."""

    def start(self):
        self._run("start", "fsync=on")


WORK = """BEGIN;
SELECT ply, state FROM limit_game WHERE id = :client_id + 1 FOR UPDATE;
INSERT INTO limit_move SELECT :client_id + 1, ply + 1, :move, :events FROM limit_game WHERE id = :client_id + 1;
UPDATE limit_game SET ply = ply + 1, state = :state WHERE id = :client_id + 1;
COMMIT;
SELECT set_config('synchronous_commit', 'off', true), pg_notify('game', :client_id + 1 || ' 1 1');
""".splitlines()
PGBENCH = {"five trips": WORK,  # and one for the notification
           "two trips": ["\\startpipeline", *WORK[:2], "\\endpipeline", "\\startpipeline", *WORK[2:], "\\endpipeline"]}


def pgbench(database, how, clients, seconds, values):
    """Commits a second at so many games of the same work: lock a row, insert a move with its events, update the row with its
    position, tell of it; and PostgreSQL's processor time of one, in ms."""
    script = os.path.join(database.folder, "pgbench.sql")
    with open(script, "w") as file:
        file.write("\n".join(PGBENCH[how]) + "\n")
    before = processor_ms(postmaster(database))
    defined = [word for name, value in values.items() for word in ("-D", name + "=" + value)]
    said = subprocess.run(["pgbench", "-n", "-M", "prepared", *defined, "-f", script, "-c", str(clients), "-j", str(clients),
                           "-T", str(seconds), "host=%s user=postgres dbname=ridotto" % database.socket],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check(said.returncode == 0, "pgbench: " + said.stderr)
    n = int(re.search(r"transactions actually processed: (\d+)", said.stdout)[1])
    return {"rate": float(re.search(r"^tps = ([\d.]+)", said.stdout, re.M)[1]),
            "postgres": (processor_ms(postmaster(database)) - before) / n}


def equal_tables(database, games):
    """Tables for pgbench; its values. State and events are of the types that the service keeps them in, and the longest that
    were played just now: how well they pack is part of their cost."""
    types, values = [], {"move": database.sql("SELECT move FROM move ORDER BY length(move) DESC LIMIT 1")[0][0]}
    for column, table in ("state", "game"), ("events", "move"):
        # jsonb would be parsed anew each time, which a service need not have done
        kind, value = database.sql("SELECT pg_typeof(%s), %s FROM %s WHERE %s IS NOT NULL ORDER BY pg_column_size(%s) DESC "
                                   "LIMIT 1" % (column, column, table, column, column))[0]
        types.append(kind.replace("jsonb", "text"))
        values[column] = value
    database.sql("CREATE TABLE limit_game (id int PRIMARY KEY, ply int NOT NULL, state %s NOT NULL);"
                 "CREATE TABLE limit_move (game int, ply int, move text NOT NULL, events %s NOT NULL, PRIMARY KEY (game, ply));"
                 "INSERT INTO limit_game SELECT id, 0, '' FROM generate_series(1, %d) id" % (*types, games))
    return values


def commits_of(house, chosen, kind, games):
    said = subprocess.run([chosen.moves, "--forms", "--games", str(games), "--rules", kind, "--seconds", str(chosen.seconds),
                           "--postmaster", str(postmaster(house.database))],
                          env=house.env, stdout=subprocess.PIPE, text=True, check=True).stdout
    number = {name: float(n) for n, name in re.findall(r"([\d.]+) (requests/s|commits/s|service|postgres)", said)}
    requests = number["requests/s"] / number["commits/s"]  # for one commit; those that only draft are its cost, too
    found = {"rate": number["commits/s"], "service": number["service"] * requests, "postgres": number["postgres"] * requests}
    values = equal_tables(house.database, games)
    return dict(found, **{how: pgbench(house.database, how, games, chosen.seconds, values) for how in PGBENCH})


def commits(chosen, kind, games=16):
    """{"rate", "service", "postgres", "two trips": {...}, "five trips": {...}}; times in ms of a processor a commit"""
    house = House(serve=False, migrate=False, database=OnDisk(os.path.join(chosen.folder, "disk-" + kind)))
    try:
        house.ridotto("migrate")
        return commits_of(house, chosen, kind, games)
    finally:
        house.close()
        house.database.stop()


def replays(chosen):
    """Kept games played again: how many, in how many seconds"""
    games = sorted(glob.glob(os.path.join(TOP, "tests", "corpus", "*", "*.json")))
    began = time.monotonic()
    subprocess.run([RIDOTTO, "replay", *games], stdout=subprocess.DEVNULL, check=True)
    return {"games": len(games), "seconds": time.monotonic() - began}
