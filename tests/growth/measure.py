#!/usr/bin/env -S python3 -B
"""What a page, a move, a start and a worker's round cost on a grown site: blocks and time of PostgreSQL, processor time of the service.

    measure.py FOLDER GAMES [FILE]         # a site of tests/growth/grow; FILE: FOLDER/GAMES.json

    with Measured(database) as site:
        for title, cost in site.all():     # cost: blocks, postgres, service, wall (milliseconds), statements; worst: the costliest statements
"""
import json
import os
import sys
import random
import statistics
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "web"), os.path.join(HERE, "..", "bench")]
from harness import RIDOTTO, Client, House, check, end, equal, random_token
from load import step

ORDINARY = 8       # people who play about as much as most
TIMES = 8          # requests of each page
TIMED_MS = 1e-6
VACUUMED = "game", "seat", "move", "snapshot", "token", "outbox", "message", "incident"
OF_STATEMENTS = ("SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0), coalesce(sum(total_exec_time), 0), coalesce(sum(calls), 0), "
                 "coalesce(sum(temp_blks_read + temp_blks_written), 0), coalesce(sum(wal_bytes), 0) FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = '%s'")
WORST = ("SELECT round((shared_blks_hit + shared_blks_read)::numeric / %d), round((total_exec_time / %d)::numeric, 2), calls, "
         "left(regexp_replace(query, '\\s+', ' ', 'g'), 90) FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = '%s' "
         "ORDER BY shared_blks_hit + shared_blks_read DESC LIMIT 4")


def processor_ms(pid):
    """Of all threads of a process that are there, exactly."""
    total = 0
    for task in os.listdir("/proc/%d/task" % pid):
        try:
            with open("/proc/%d/task/%s/schedstat" % (pid, task)) as file:
                total += int(file.read().split()[0])
        except OSError:
            pass
    return total * TIMED_MS


class Measured:
    """The service on a grown site. people: some ordinary ones and the one with most games, with sessions of their own."""

    def __init__(self, database):
        self.database = database
        database.sql("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        self.house = House(database=database, migrate=False, flags=["--no-worker", "--threads", "1"])  # one connection, of which all is ready
        self.heavy = self.client("SELECT person FROM seat WHERE person IS NOT NULL GROUP BY person ORDER BY count(*) DESC, person LIMIT 1")
        self.own = [self.client("SELECT %s" % person) for person, in database.sql(
            "SELECT s.person FROM seat s JOIN game g ON g.id = s.game WHERE s.person IS NOT NULL GROUP BY s.person HAVING count(*) BETWEEN 5 AND 40 "
            "AND bool_or(s.awaited_since IS NOT NULL) ORDER BY abs(count(*) - 14), s.person LIMIT %d" % ORDINARY)]
        check(len(self.own) > 2, "there are not so many ordinary people who are asked")
        self.stranger = Client(self.house, validate=False)
        self.over = [int(game) for game, in database.sql(
            "SELECT id FROM game WHERE status = 'over' AND rules = 'carrara' AND invitation IS NULL AND id > 1000 ORDER BY hashint8(id) LIMIT %d" % TIMES)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.house.close()

    def client(self, who):
        client = Client(self.house, validate=False)
        (client.id, client.name), = self.database.sql("SELECT id, name FROM person WHERE id = (%s)" % who)
        client.cookies["lang"] = "en"
        client.cookies["ridotto"], digest = random_token()
        feed, feed_digest = random_token()
        self.database.sql("INSERT INTO session (hash, person, expires) VALUES ('\\x%s', %s, now() + interval '60 days');"
                          "DELETE FROM token WHERE person = %s AND kind = 'feed';"
                          "INSERT INTO token (hash, kind, person, expires) VALUES ('\\x%s', 'feed', %s, now() + interval '60 days');"
                          "UPDATE person SET visited = now() WHERE id = %s" % (digest, client.id, client.id, feed_digest, client.id, client.id))
        client.feed = "/feed/" + feed
        client.games = [int(game) for game, in self.database.sql(
            "SELECT s.game FROM seat s JOIN game g ON g.id = s.game WHERE s.person = %s AND g.status = 'running' ORDER BY s.awaited_since IS NULL, s.game LIMIT 4"
            % client.id)]
        return client

    # One figure

    def reset(self):
        self.database.sql("SELECT pg_stat_statements_reset()")

    def statements(self, times, role="ridotto"):
        (blocks, ms, calls, temporary, wal), = self.database.sql(OF_STATEMENTS % role)
        return {"blocks": float(blocks) / times, "postgres": float(ms) / times, "statements": float(calls) / times,
                "temporary": float(temporary) / times, "wal": float(wal) / times, "worst": [" ".join(row) for row in self.database.sql(WORST % (times, times, role))]}

    def of(self, requests):
        """Of one request on the average, @requests: functions; the wall time is the median."""
        pid, walls = self.house.process.pid, []
        self.reset()
        before = processor_ms(pid)
        for request in requests:
            began = time.monotonic()
            request()
            walls.append((time.monotonic() - began) * 1000)
        service = processor_ms(pid) - before
        return dict(self.statements(len(requests)), service=service / len(requests), wall=statistics.median(walls))

    def pages(self, *requests):
        """requests: (client, path)"""
        def get(client, path):
            answer = client.get(path)
            equal(answer.status, 200, "status of " + path)
        for client, path in requests[:1]:
            get(client, path)  # statements are prepared
        return self.of([lambda client=client, path=path: get(client, path) for client, path in requests])

    # All figures

    def reading(self):
        """(title, cost) of what is read"""
        def each(path):
            return [(client, path) for client in self.own]
        own = self.own
        yield "home, signed in", self.pages(*each("/"))
        yield "home of who plays most", self.pages(*[(self.heavy, "/")] * 4)
        yield "a table", self.pages(*[(client, "/games/%d" % client.games[0]) for client in own])
        yield "a table that is over", self.pages(*[(own[0], "/games/%d" % game) for game in self.over])
        yield "lobby, open", self.pages(*each("/games"))
        yield "lobby, of one title", self.pages(*each("/games?game=vernissage"))
        yield "lobby, no table fits", self.pages(*each("/games?game=genoa&pace=quarter"))
        yield "lobby, two seats free", self.pages(*each("/games?free=2"))
        yield "lobby, running", self.pages(*each("/games?show=running"))
        yield "lobby, running, to take over", self.pages(*each("/games?show=running&free=1"))
        yield "lobby, over", self.pages(*each("/games?show=over"))
        yield "lobby, over, of a rare title", self.pages(*each("/games?show=over&game=genoa"))
        yield "lobby, over, with hints", self.pages(*each("/games?show=over&hints=yes"))
        yield "own list, over", self.pages(*each("/games?show=mine-over"))
        yield "own list, over, of who plays most", self.pages(*[(self.heavy, "/games?show=mine-over")] * 4)
        yield "history of a game", self.pages(*[(own[0], "/games/%d/history" % game) for game in self.over])
        yield "an earlier position", self.pages(*[(own[0], "/games/%d/history/%d" % (game, 77)) for game in self.over])
        yield "profile", self.pages(*[(own[n - 1], "/people/" + client.name.replace(" ", "%20")) for n, client in enumerate(own)])
        yield "profile of who plays most", self.pages(*[(client, "/people/" + self.heavy.name.replace(" ", "%20")) for client in own[:4]])
        yield "leaderboards", self.pages(*each("/ratings"))
        yield "leaderboard of a title", self.pages(*each("/ratings/gondoliere"))
        yield "feed of own games", self.pages(*[(client, client.feed + "/games.atom") for client in own])
        yield "calendar of deadlines", self.pages(*[(client, client.feed + "/deadlines.ics") for client in own])
        yield "feed of a table", self.pages(*[(self.stranger, "/games/%d/feed" % game) for game in self.over])
        yield "letters", self.pages(*each("/settings/letters"))
        yield "all that is known of a person", self.pages(*[(client, "/settings/data/file") for client in own[:3]])
        yield "metrics", self.pages(*[(self.stranger, "/metrics")] * 3)
        yield "health", self.pages(*[(self.stranger, "/health")] * 3)

    def moves(self, times=3 * TIMES):
        """A step of a turn, taken by hand; the page that is sent back is not in it. The first ones make all ready."""
        requests, chance = [], random.Random(3)
        for client in self.own * 3:
            for game in client.games:
                if len(requests) == times:
                    break
                url = "/games/%d" % game
                page = client.json(url)
                if page["asked"]["mine"] and not page["draft"]["can_confirm"]:
                    requests.append(lambda client=client, url=url, page=page: step(client, url, page, chance))
                    client.csrf()
        check(len(requests) > 2, "nobody is asked")
        for request in requests[:2]:
            request()
        return self.of(requests[2:])

    def start(self):
        """From nothing to the first page."""
        self.house.stop()
        self.reset()
        began = time.monotonic()
        self.house.start()
        self.stranger.close()
        equal(self.stranger.get("/health").status, 200, "status of health")
        return dict(self.statements(1), service=processor_ms(self.house.process.pid), wall=(time.monotonic() - began) * 1000)

    def migrate(self):
        self.reset()
        began = time.monotonic()
        self.house.ridotto("migrate")
        return dict(self.statements(1, "ridotto_owner"), service=0, wall=(time.monotonic() - began) * 1000)

    def worker(self, seconds=25):
        """All rounds of a worker in its first seconds, the hourly sweep among them; another has removed before what had ended."""
        self.house.stop()
        first = self.house._spawn(RIDOTTO, "worker")
        time.sleep(3)
        end(first)
        self.reset()
        process = self.house._spawn(RIDOTTO, "worker")
        time.sleep(seconds)
        service = processor_ms(process.pid)
        cost = dict(self.statements(1), service=service, wall=seconds * 1000)
        end(process)
        self.house.start()
        return cost

    def vacuum(self):
        """Of all large tables when a thousandth of their rows has changed, as they do: blocks that are read or found, and time."""
        self.database.sql("SET statement_timeout = 0")
        self.database.sql("UPDATE seat SET seen = now() WHERE game > (SELECT max(id) * 0.999 FROM game)")
        self.database.sql("DELETE FROM token WHERE ctid IN (SELECT ctid FROM token ORDER BY expires LIMIT (SELECT greatest(1, reltuples / 1000)::int FROM pg_class WHERE relname = 'token'))")
        found = {}
        for table in VACUUMED:
            began = time.monotonic()
            self.reset()
            self.database.sql("VACUUM (PARALLEL 0) " + table)
            (blocks,), = self.database.sql("SELECT sum(shared_blks_hit + shared_blks_read) FROM pg_stat_statements WHERE query LIKE 'VACUUM%'")
            found[table] = {"blocks": float(blocks), "wall": (time.monotonic() - began) * 1000}
        return found

    def sizes(self):
        rows = self.database.sql("SELECT relname, greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class "
                                 "WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(oid) DESC")
        return {name: {"rows": int(n), "table": int(table), "indexes": int(indexes)} for name, n, table, indexes in rows}

    def all(self):
        yield from self.reading()
        yield "a move", self.moves()
        yield "start of the service", self.start()
        yield "migration of nothing", self.migrate()
        yield "25 s of a worker", self.worker()


def tell(title, cost):
    print("%-36s %8.0f blocks %8.2f ms PostgreSQL %7.2f ms service %8.2f ms wall, %4.1f statements%s" % (
        title, cost["blocks"], cost["postgres"], cost["service"], cost["wall"], cost["statements"],
        ", %d temporary blocks" % cost["temporary"] if cost["temporary"] else ""), flush=True)
    if cost["blocks"] > 300:
        for line in cost["worst"][:2]:
            print("      " + line)


if __name__ == "__main__":
    import importlib.machinery
    grow = importlib.machinery.SourceFileLoader("grow", os.path.join(os.path.dirname(os.path.abspath(__file__)), "grow")).load_module()
    folder, games = sys.argv[1], int(sys.argv[2])
    grown = grow.grown(folder, games)
    with Measured(grown) as measured:
        kept = {}
        for name, figures in measured.all():
            tell(name, figures)
            kept[name] = figures
        print(measured.vacuum())
        with open(sys.argv[3] if len(sys.argv) > 3 else os.path.join(folder, "%d.json" % games), "w") as out:
            json.dump({"costs": kept, "sizes": measured.sizes()}, out, indent=1)
    grown.stop()
