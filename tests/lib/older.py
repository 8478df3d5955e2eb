"""Builds of before: what git history has of the program, with fewer migrations than the folder has now.

    older, why = before()                 # [Older], the newest first; none: why says the reason
    with older[0].built() as build:       # in a private folder, which goes afterwards
        build.program, build.data         # its `ridotto`, and its folder of templates, www, po and sql

A build of before counts when its migrations are the first ones of today's, to the byte: of all that have the same number, the
newest. So the one that comes first is the program as it was before the newest migration.
"""
import contextlib
import os
import re
import shutil
import subprocess
import tempfile

FOLDER = "sql/migrations"
NAME = re.compile(r"\d{4}_\w+\.sql$")


def _git(top, *command):
    """What git answers, without its last line's end; None where it fails."""
    done = subprocess.run(["git", "-C", top, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def _migrations_of(top, revision):
    """[(name, hash of what is in it)] in the order of their numbers; None: there is no such revision here."""
    listed = _git(top, "ls-tree", revision, FOLDER + "/")
    if listed is None:
        return None
    rows = (line.split(None, 3) for line in listed.splitlines())
    return sorted((os.path.basename(path), blob) for _, _, blob, path in rows if NAME.search(path))


def _migrations_now(top):
    names = sorted(name for name in os.listdir(os.path.join(top, FOLDER)) if NAME.match(name))
    hashed = _git(top, "hash-object", *(os.path.join(FOLDER, name) for name in names))
    return list(zip(names, hashed.split()))


class Older:
    """One of them: top, revision, n (how many migrations it knows)."""

    def __init__(self, top, revision, n):
        self.top, self.revision, self.n = top, revision, n

    def text(self, path):
        """A file of it."""
        return _git(self.top, "show", "%s:%s" % (self.revision, path))

    def files(self, folder):
        return _git(self.top, "ls-tree", "--name-only", self.revision, folder + "/").splitlines()

    @contextlib.contextmanager
    def built(self):
        self.data = tempfile.mkdtemp(prefix="ridotto-before-")
        os.chmod(self.data, 0o755)
        try:
            self._unpack()
            self._build()
            yield self
        finally:
            shutil.rmtree(self.data, ignore_errors=True)

    def _unpack(self):
        archive = subprocess.Popen(["git", "-C", self.top, "archive", self.revision], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", self.data], stdin=archive.stdout, check=True)
        archive.stdout.close()
        if archive.wait() != 0:
            raise AssertionError("git archive %s failed" % self.revision)

    def _build(self):
        """No more than the program, and as fast as it can be built: it is to do the same, not to be quick."""
        folder, log = os.path.join(self.data, "build"), os.path.join(self.data, "build.log")
        os.mkdir(folder)
        commands = ("autoreconf -i ..", "../configure --disable-dependency-tracking CFLAGS=-O0", "make cgi/store/queries.h",
                    "make -j%d ridotto" % (os.cpu_count() or 1))
        for command in commands:
            with open(log, "a", encoding="utf-8") as out:
                done = subprocess.run(command.split(), cwd=folder, stdout=out, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                with open(log, encoding="utf-8", errors="replace") as said:
                    raise AssertionError("%s: %s failed:\n%s" % (self.revision, command, said.read()[-2000:]))
        self.program = os.path.join(folder, "ridotto")


def before(top):
    """([Older], None), or ([], why there is none)."""
    if shutil.which("git") is None:
        return [], "git is not installed"
    if _git(top, "rev-parse", "--show-toplevel") != os.path.realpath(top):
        return [], "there is no git history here, as in a release that was unpacked"
    now, found = _migrations_now(top), {}
    touched = _git(top, "log", "--format=%H", "--", FOLDER)
    for revision in ["HEAD"] + [commit + "^" for commit in (touched or "").split()]:
        then = _migrations_of(top, revision)
        if then and len(then) < len(now) and then == now[:len(then)] and len(then) not in found:
            found[len(then)] = Older(top, _git(top, "rev-parse", revision), len(then))
    if found:
        return [found[n] for n in sorted(found, reverse=True)], None
    shallow = _git(top, "rev-parse", "--is-shallow-repository") == "true"
    return [], "the git history here is cut off" if shallow else "git history has no program with fewer migrations"
