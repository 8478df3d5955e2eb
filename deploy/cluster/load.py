"""People who play at tables of the site under trial, and a record of every request: what was asked, when, and what came of it."""
import http.client
import json
import random
import threading
import time
import urllib.parse

GAMES = ("carrara", "venedig", "genoa")
ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"
PATIENCE = 15  # seconds for an answer


class Record:
    """One line of JSON for each request, in the order in which they ended; times are seconds of the machine's steady clock."""

    def __init__(self, path):
        self.file, self.lock = open(path, "w"), threading.Lock()

    def add(self, **fields):
        with self.lock:
            self.file.write(json.dumps(fields) + "\n")
            self.file.flush()


class Program:
    """A person's program, by the API; one connection, made anew when it is lost."""

    def __init__(self, site, token):
        self.host, self.token, self.connection = urllib.parse.urlsplit(site).netloc, token, None

    def ask(self, method, path, body=None, key=None):
        """Returns status and JSON; OSError or HTTPException when there was no whole answer."""
        if not self.connection:
            self.connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        try:
            self.connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        if answer.getheader("Connection") == "close":
            self.connection.close()
            self.connection = None
        try:
            return answer.status, json.loads(text or b"null")
        except ValueError:
            return answer.status, None  # not the service's own: the proxy's "503"


def outcome_of(status):
    # 5xx: a commit may be in force although its answer was lost.
    return ACKNOWLEDGED if status in (200, 201, 204) else REFUSED if status < 500 else UNKNOWN


class Table(threading.Thread):
    """Two programs at one table after the other, playing at random and talking."""

    def __init__(self, number, programs, record, stop, pause):
        super().__init__(daemon=True)
        self.number, self.programs, self.record, self.stop, self.pause = number, programs, record, stop, pause
        self.random, self.game, self.count = random.Random(number), None, 0
        self.games = []

    def sent(self, who, method, path, body=None, **facts):
        """Sends what changes something, and records it; returns (outcome, answer)."""
        begin, status, answer = time.monotonic(), None, None
        self.count += 1
        key = "%d-%d" % (self.number, self.count)
        try:
            status, answer = self.programs[who].ask(method, path, body, key)
            outcome = outcome_of(status)
        except (OSError, http.client.HTTPException) as error:
            outcome, answer = UNKNOWN, repr(error)
        after = answer["ply"] if outcome == ACKNOWLEDGED and facts["kind"] in ("move", "confirm") else None
        self.record.add(begin=begin, end=time.monotonic(), key=key, who=who, table=self.number, outcome=outcome, status=status, after=after,
                        answer=answer if outcome == UNKNOWN and isinstance(answer, str) else None, **facts)
        return outcome, answer

    def seen(self, who):
        """Reads the table; None: it could not be."""
        begin, status, answer = time.monotonic(), None, None
        try:
            status, answer = self.programs[who].ask("GET", "/games/%d" % self.game)
        except (OSError, http.client.HTTPException):
            pass
        good = status == 200
        self.record.add(begin=begin, end=time.monotonic(), kind="read", table=self.number, game=self.game, status=status,
                        outcome=ACKNOWLEDGED if good else UNKNOWN, ply=answer["ply"] if good else None)
        return answer if good else None

    def new_game(self):
        """Opens a table and seats the other; what came to nothing is tried again with another."""
        rules = GAMES[(self.number + len(self.games)) % len(GAMES)]
        outcome, answer = self.sent(0, "POST", "/games", {"game": rules, "seats": 2, "pace": "none"}, kind="create")
        if outcome == ACKNOWLEDGED:
            self.game = answer["id"]
            outcome, answer = self.sent(1, "POST", "/games/%d/join" % self.game, {}, kind="join", game=self.game)
            if outcome != ACKNOWLEDGED:
                table = self.seen(1)
                if not table or table["my_seat"] is None:
                    self.game = None
            if self.game:
                self.games.append(self.game)

    def moves_of(self, table):
        moves = [move for verb in table["legal"] if not verb["unsolicited"] for move in verb["moves"]]
        self.random.shuffle(moves)
        return moves

    def step(self):
        """One move of whoever is awaited."""
        for who in self.random.sample((0, 1), 2):
            table = self.seen(who)
            if not table:
                return
            if table["status"] == "open" and table["my_seat"] == 0:
                self.sent(who, "POST", "/games/%d/start" % self.game, {}, kind="start", game=self.game)
            if table["status"] == "over":
                self.game = None
                return
            if not table["awaits_me"]:
                continue
            at = {"ply": table["ply"], "draft": table["draft"]["n"]}
            if table["draft"]["can_confirm"]:
                self.sent(who, "POST", "/games/%d/draft" % self.game, dict(at, do="confirm"), kind="confirm", game=self.game, ply=table["ply"])
                return
            for move in self.moves_of(table):
                outcome, _ = self.sent(who, "POST", "/games/%d/moves" % self.game, dict(at, moves=[move]), kind="move", game=self.game,
                                       ply=table["ply"], move=move)
                if outcome != REFUSED:
                    return

    def run(self):
        while not self.stop.is_set():
            try:
                if self.game is None:
                    self.new_game()
                else:
                    self.step()
                    if self.random.random() < 0.1 and self.game:
                        text = "line %d-%d" % (self.number, self.count)
                        self.sent(0, "POST", "/games/%d/chat" % self.game, {"text": text}, kind="line", game=self.game, text=text)
            except Exception as error:  # a fault of this program must not look like quiet
                self.record.add(begin=time.monotonic(), end=time.monotonic(), kind="fault", table=self.number, outcome=UNKNOWN, status=None, answer=repr(error))
            self.stop.wait(self.pause)


class Reader(threading.Thread):
    """Somebody without an account who looks at pages, five a second, to see for how long there are none."""

    def __init__(self, site, record, stop, tables):
        super().__init__(daemon=True)
        self.host, self.record, self.stop, self.tables, self.random = urllib.parse.urlsplit(site).netloc, record, stop, tables, random.Random(1)

    def run(self):
        while not self.stop.is_set():
            games = [table.game for table in self.tables if table.game]
            path = self.random.choice(["/", "/games"] + ["/games/%d" % game for game in games] + ["/games/%d/history" % game for game in games])
            begin, status = time.monotonic(), None
            connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, http.client.HTTPException):
                pass
            connection.close()
            self.record.add(begin=begin, end=time.monotonic(), kind="page", path=path, status=status, outcome=ACKNOWLEDGED if status == 200 else UNKNOWN)
            self.stop.wait(0.2)
