"""Two builds of the program on one database, and people who play through both of them.

    with Meeting(build) as m:             # build: an Older that is built (tests/lib/older.py); its program has migrated, and serves
        m.upgrade()                       # the new one migrates and serves, too
        m.play(url, people, 20)           # each step by one of those that serve now

Letters of both lie in one folder, as those of one site; both send what is to be told to other services.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = os.environ.get("RIDOTTO_TOP") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(TOP, "tests", "web"), os.path.join(TOP, "tests", "lib")]
from harness import Client, House, check, equal, wait_for  # noqa: E402

DEALT = os.path.join(TOP, "tests", "lib", "dealt_alike.sql")
# What a page may lead to that is a stream, or so long that it says nothing more here.
NOT_A_PAGE = re.compile(r"/live$|/events$|/sign-out|^/www/|/data/file$")
SLICE = 0.05


class Meeting:
    """old, new: House. serving: those that run now."""

    def __init__(self, build, seed=1):
        self.mail = tempfile.mkdtemp(prefix="ridotto-mail-")
        self.chance, self.twins, self.serving, self.crossed = random.Random(seed), {}, [], 0
        self.env = {"RIDOTTO_MAILDIR": self.mail, "RIDOTTO_POST_NETWORKS": "127.0.0.1"}
        self.old = House(env=self.env, migrate=False, serve=False, program=build.program, data=build.data)
        self.new = House(env=dict(self.env, RIDOTTO_URL=self.old.url), migrate=False, serve=False, database=self.old.database)
        for house in (self.old, self.new):
            house.maildir = self.mail
        self.old.ridotto("migrate")
        with open(DEALT, encoding="utf-8") as file:  # of games: tournaments the old program may not know
            self.old.sql(file.read().split("CREATE FUNCTION draw_alike")[0])
        self.start(self.old)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.new.close()
        self.old.close()
        shutil.rmtree(self.mail, ignore_errors=True)

    def sql(self, query):
        return self.old.sql(query)

    def one(self, query):
        return self.sql(query)[0][0]

    # ---- which of them serve ----

    def start(self, house):
        house.start()
        self.serving.append(house)

    def stop(self, house):
        self.serving.remove(house)
        for (_, where), twin in self.twins.items():
            if where is house:
                twin.close()
        equal(house.stop(), 0, "status at the end of the service")

    def at(self, house, client):
        """The same visitor at one of the two: cookies are common to both."""
        twin = self.twins.get((client, house))
        if not twin:
            twin = self.twins[client, house] = Client(house, validate=False)
            twin.cookies, twin.name, twin.email = client.cookies, client.name, client.email
        return twin

    def anywhere(self, client):
        return self.at(self.chance.choice(self.serving), client)

    def person(self, lang="en", confirmed=True):
        """Who joins at the old program."""
        client = self.old.person(lang=lang, confirmed=confirmed)
        client.validate = False
        return client

    def ridotto(self, house, *args):
        """(status, what it says): a command of this build."""
        done = subprocess.run([house.program, *args], env=house.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    # ---- playing ----

    def asked(self, url, people):
        """Whom the table waits for, of these; None: nobody now."""
        names = {row[0] for row in self.sql("SELECT p.name FROM seat s JOIN person p ON p.id = s.person JOIN game g ON g.id = s.game WHERE g.id = %s"
                                            " AND s.awaited_since IS NOT NULL AND s.resigned IS NULL AND g.status = 'running'" % number(url))}
        return next((client for client in people if client.name in names), None)

    def is_over(self, url):
        return self.one("SELECT status FROM game WHERE id = %s" % number(url)) == "over"

    def step(self, url, client):
        """One step, which another build may have prepared; False: another one was meanwhile."""
        at = self.anywhere(client)
        model = at.json(url)
        if "legal" not in model or not (model["draft"]["can_confirm"] or model["legal"]):
            return False
        sent = {"csrf": model["house"]["csrf"], "ply": model["game"]["ply"], "draft": model["draft"]["n"]}
        if model["draft"]["can_confirm"] and (not model["legal"] or self.chance.random() < 0.7):
            answer = at.post(url + "/draft", dict(sent, do="confirm"))
        else:
            answer = at.post_json(url + "/moves", dict(sent, moves=[self.chance.choice(model["legal"])]))
        check(answer.status in (303, 409), "a step by the %s program: %d %s" % (self.called(at.house), answer.status, answer.text[:300]))
        return answer.status == 303

    def called(self, house):
        return "old" if house is self.old else "new"

    def play(self, url, people, steps):
        """So many steps of these people, or to the end; bots play in between."""
        taken, end = 0, time.monotonic() + 120
        while taken < steps and not self.is_over(url):
            check(time.monotonic() < end, "%s stands still" % url)
            client = self.asked(url, people)
            if not client or not self.step(url, client):
                time.sleep(SLICE)
            else:
                taken += 1
        return taken

    def play_out(self, url, people):
        """To the end: bots of both play for these people, who take a step themselves now and then, so that the table is not given up."""
        opened = ("BEGIN; UPDATE game SET version = version + 1 WHERE id = {0}; UPDATE seat SET opened = {1} WHERE game = {0} AND person IS NOT NULL;"
                  " COMMIT; NOTIFY game, '{0} 0 0'").format  # the game first: a bot at its turn would write its old seats over these
        end = time.monotonic() + 240
        while not self.is_over(url):
            check(time.monotonic() < end, "%s has no end" % url)
            ply = int(self.one("SELECT ply FROM game WHERE id = " + number(url)))
            self.sql(opened(number(url), "now()"))
            wait_for(lambda: self.is_over(url) or int(self.one("SELECT ply FROM game WHERE id = " + number(url))) > ply + 40, "the bots")
            self.sql(opened(number(url), "NULL"))
            self.play(url, people, 1)

    # ---- every page ----

    def walk(self, house, client, starts, most):
        """Follows links from page to page; none of so many answers with 500 or more. Returns how many were asked."""
        at, seen, ahead = self.at(house, client), set(), list(starts)
        while ahead and len(seen) < most:
            path = ahead.pop(0).split("#")[0]
            kind = re.sub(r"\d+", "9", path)
            if path in seen or NOT_A_PAGE.search(path) or sum(re.sub(r"\d+", "9", p) == kind for p in seen) >= 6:
                continue
            seen.add(path)
            page = at.get(path)
            check(page.status < 500, "%s of the %s program: %d" % (path, self.called(house), page.status))
            links = page.reader.links if page.is_html else []
            ahead += [link for link in links if link.startswith("/") and not link.startswith("//")]
            ahead += [page.location] if page.location and page.location.startswith("/") else []
        return len(seen)

    # ---- letters ----

    def settle(self):
        """What is due of letters and of what other services are told is out."""
        for table in ("outbox", "delivery"):
            wait_for(lambda table=table: self.one("SELECT count(*) FROM %s WHERE status = 'waiting' AND due <= now()" % table) == "0",
                     "%s to be empty" % table)

    def letters(self):
        """Message-IDs of all letters in the folder, one for each file."""
        found = []
        for name in os.listdir(os.path.join(self.mail, "new")):
            with open(os.path.join(self.mail, "new", name), encoding="utf-8", errors="replace") as file:
                found.append(re.search(r"^Message-ID:\s*<([^>]+)>", file.read(), re.M | re.I)[1])
        return sorted(found)

    def check_letters(self):
        """Each row that was sent is in one letter, each letter is of rows that were sent, and nothing was given up."""
        self.settle()
        found = self.letters()
        equal([one for one in set(found) if found.count(one) > 1], [], "letters that came twice")
        sent = {row[0].strip("<>") for row in self.sql("SELECT DISTINCT message_id FROM outbox WHERE status = 'sent'")}
        equal((sorted(sent - set(found)), sorted(set(found) - sent)), ([], []), "letters that are lost, and letters that nobody knows of")
        equal(self.sql("SELECT kind, status, note FROM outbox WHERE status = 'failed' OR (status = 'dropped' AND note = 'gone')"), [],
              "letters that were given up")
        equal(self.sql("SELECT kind, note FROM outbox WHERE status = 'waiting' AND tries > 0"), [], "letters that could not be written")
        return len(found)

    def check_logs(self):
        for house in (self.old, self.new):
            if os.path.exists(house.log):
                bad = [line for line in house.logged().splitlines() if "level=error" in line]
                equal(bad[:5], [], "errors in the log of the %s program" % self.called(house))
                equal(house.lacking(), [], "what templates lack")

    def check_replay(self):
        """Every game comes out the same by both programs."""
        for house in (self.old, self.new):
            status, said = self.ridotto(house, "replay", "--all")
            check(status == 0 and re.search(r"\b0 differ", said), "replay by the %s program: %d %s" % (self.called(house), status, said[-500:]))


def number(url):
    return url.split("?")[0].split("/")[2]
