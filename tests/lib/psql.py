"""Queries through a psql that keeps running: to start one takes longer than most of them.

    psql = Psql("host=... user=postgres dbname=ridotto")
    rows = psql.ask("SELECT id, name FROM person")      # text, a row a line, columns parted by tabs
"""
import os
import re
import subprocess
import tempfile
import threading

SECONDS = 120
END = "\x1d"  # stands alone on the line after an answer
GONE = re.compile("terminating connection|connection to server|server closed|the database system|no connection|connection not open", re.I)


class Refused(Exception):
    """What psql complained about."""


class Psql:
    """One psql a thread, begun when it is first asked and again after its server was gone."""

    def __init__(self, database, separator="\t"):
        self.command = ["psql", "-qXAt", "-F", separator, "-v", "ON_ERROR_STOP=1", "-d", database]
        # A lock that a failed test has left behind must not stop all that come after it.
        self.env = dict(os.environ, PGOPTIONS="-c statement_timeout=%ds" % SECONDS)
        self.mine, self.all = threading.local(), []

    def _start(self):
        self.mine.complaints = tempfile.TemporaryFile("w+")
        self.mine.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=self.mine.complaints, text=True, encoding="utf-8", env=self.env)
        self.all.append(self.mine.process)

    def _answer(self, query):
        """The text of it, or None when psql has ended."""
        lines, process = [], self.mine.process
        try:
            process.stdin.write("%s;\n\\echo %s\n" % (query, END))
            process.stdin.flush()
        except BrokenPipeError:
            return None
        for line in process.stdout:
            if line == END + "\n":
                return "".join(lines)
            lines.append(line)
        return None

    def _complaint(self):
        process = self.mine.process
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.wait()
        self.all.remove(process)
        self.mine.process = None
        self.mine.complaints.seek(0)
        with self.mine.complaints as said:
            return said.read()

    def ask(self, query):
        """What the query answers. Several statements are one transaction. Raises Refused with what psql says."""
        if re.search(r";\s*\S", query):
            query = "BEGIN;%s\n;COMMIT" % query
        is_old = getattr(self.mine, "process", None) is not None
        if not is_old:
            self._start()
        answer = self._answer(query + "\n")
        if answer is not None:
            return answer
        said = self._complaint()
        if is_old and GONE.search(said):  # the server has been started anew since
            return self.ask(query)
        raise Refused(said)

    def close(self):
        for process in self.all:
            process.terminate()
            process.wait()
            process.stdin.close()
            process.stdout.close()
        self.all.clear()
        self.mine = threading.local()
