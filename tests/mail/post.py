"""A house with a mail server and workers of its own, for the tests of letters. See tests/web/harness.py."""
import os
import subprocess
import sys

TOP = os.environ.get("RIDOTTO_TOP") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for part_of_tests in ("web", "lib"):
    sys.path.insert(0, os.path.join(TOP, "tests", part_of_tests))
sys.dont_write_bytecode = True
from harness import RIDOTTO, House, check, wait_for  # noqa: E402
from smtp import Smtp  # noqa: E402


class Post(House):
    """`ridotto serve --no-worker`, an SMTP server, and `ridotto worker` beside it."""

    def __init__(self, *options, database=None, **more):
        self.workers, self.smtp = [], None
        super().__init__(flags=["--no-worker"], database=database, **more)
        self.env["RIDOTTO_MAIL_FROM"] = "Ridotto <house@example.org>"
        self.smtp = Smtp(os.path.join(self.folder, "smtp"), *options)
        self.work()

    def work(self, **settings):
        """Another worker, at work."""
        ready = 'message="the worker is at work"'
        before = self.logged().count(ready) if os.path.exists(self.log) else 0
        with open(self.log, "a") as log:
            worker = subprocess.Popen([RIDOTTO, "worker"], env={**self.env, **self.smtp.settings(), **settings}, stderr=log)
        self.workers.append(worker)
        wait_for(lambda: self.logged().count(ready) > before, "a worker")
        return worker

    def rest(self):
        """Stops all workers as an operator would."""
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            check(worker.wait(60) in (0, -9), "a worker ended with %d" % worker.returncode)
        self.workers = []

    def close(self):
        if not self.closed:
            for worker in self.workers:
                worker.kill()
                worker.wait()
            if self.smtp:
                self.smtp.stop()
        super().close()

    # ---- the outbox ----

    def one(self, query):
        rows = self.sql(query)
        return rows[0][0] if rows else None

    def number(self, client):
        return int(self.one("SELECT id FROM person WHERE name = '%s'" % client.name))

    def queue(self, client, kind="recover", game=None, nth=0, data="{}"):
        """A notice, with the notification that its transaction would bring; about a wait: the present one."""
        ply = "coalesce((SELECT awaited_ply FROM seat WHERE game = %d AND person = p.id), 0)" % game if game else "0"
        return int(self.one("""BEGIN; INSERT INTO outbox (person, kind, game, ply, nth, data)
            SELECT p.id, '%s', %s, %s, %d, '%s' FROM person p WHERE p.name = '%s' RETURNING id; NOTIFY outbox; COMMIT"""
                            % (kind, game or "NULL", ply, nth, data, client.name)))

    def secret(self, client):
        """Mail that goes alone: one that resets a password."""
        return self.queue(client, data='{"token": "%s"}' % ("x" * 43))

    def due(self, *rows):
        self.sql("BEGIN; UPDATE outbox SET due = now() WHERE id IN (%s); NOTIFY outbox; COMMIT" % ",".join(map(str, rows)))

    def fate(self, row, columns="status, coalesce(note, '')"):
        return self.sql("SELECT %s FROM outbox WHERE id = %d" % (columns, row))[0]

    def becomes(self, row, status, seconds=60):
        """Waits until a notice has come to this; what the server said, or why it was dropped."""
        wait_for(lambda: self.fate(row)[0] == status, "notice %d (%s) to be %s" % (row, self.fate(row), status), seconds)
        return self.fate(row)[1]

    def letters(self, client):
        return self.smtp.mails(client.email)
