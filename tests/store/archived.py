"""A house whose database is backed up by pgBackRest, as deploy/backup has it, in folders of its own."""
import os
import shutil
import subprocess
import time

from harness import RIDOTTO, TOP, Database, House, check, wait_for

PATIENCE = 580  # seconds, on a busy machine
BACKUP = os.path.join(TOP, "deploy", "backup", "ridotto-backup")
# As deploy/private-postgres does it: not root, and free to walk to a tree that only root may enter.
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
WALKS = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]


def sample(name):
    """The settings of a sample, by name."""
    with open(os.path.join(TOP, "deploy", "backup", name)) as file:
        rows = [line.split("=", 1) for line in file if "=" in line and not line.startswith("#")]
    return {key.strip(): value.strip() for key, value in rows}


class Archived(Database):
    """A cluster that puts what it writes into the archive of a repository beside it."""

    def __init__(self, folder, repository=None):
        self.home = folder
        self.repository = repository or os.path.join(folder, "repository")
        self.work = os.path.join(folder, "work")
        self.config = os.path.join(folder, "pgbackrest.conf")
        for path in self.repository, self.work, os.path.join(folder, "spool"):
            os.makedirs(path, exist_ok=True)
            self.give(path)
        self.settings = dict(sample("pgbackrest.conf"), **{"repo1-path": self.repository, "lock-path": folder + "/spool",
                             "log-path": folder + "/spool", "pg1-path": os.path.join(folder, "postgres", "cluster"), "process-max": "1"})
        self.configure()
        super().__init__(folder)
        self.configure(**{"pg1-socket-path": self.socket, "pg1-user": "postgres"})
        check(self.pgbackrest("stanza-create").returncode == 0, "stanza-create")

    @staticmethod
    def give(path):
        if os.getuid() == 0:
            shutil.chown(path, "postgres", "postgres")

    def configure(self, **more):
        self.settings.update(more)
        of_stanza = {key: value for key, value in self.settings.items() if key.startswith("pg1-")}
        lines = ["[global]"] + ["%s=%s" % row for row in self.settings.items() if row[0] not in of_stanza]
        with open(self.config, "w") as file:
            file.write("\n".join(lines + ["[ridotto]"] + ["%s=%s" % row for row in of_stanza.items()]) + "\n")

    def start(self):
        command = sample("postgresql.conf")["archive_command"].strip("'").replace("pgbackrest ", "pgbackrest --config=%s " % self.config)
        self._run("start", "fsync=off", "archive_mode=on", "archive_command='%s'" % command, "archive_timeout=60")

    def command(self, *words, walks=True):
        """As root that it is for postgres, else as it is."""
        return (AS_POSTGRES + (WALKS if walks else []) + ["--"] if os.getuid() == 0 else []) + list(words)

    def env_of(self, **more):
        env = {name: value for name, value in os.environ.items() if not name.startswith(("RIDOTTO_", "PG"))}
        env.update(PGHOST=self.socket, PGBACKREST_CONFIG=self.config, PGBACKREST_ARCHIVE_TIMEOUT="20", RIDOTTO=RIDOTTO,
                   RIDOTTO_DATA=TOP, RIDOTTO_BACKUP_DIR=self.work)
        return dict(env, **more)

    def pgbackrest(self, *words):
        return subprocess.run(self.command("pgbackrest", "--stanza=ridotto", *words), env=self.env_of(), text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)

    def launch(self, *words, walks=True, program=BACKUP, **more):
        return subprocess.Popen(self.command(program, *words, walks=walks), env=self.env_of(**more), text=True, cwd="/", start_new_session=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def backup(self, *words, status=0, **more):
        """Runs ridotto-backup and gives what it said."""
        began, process = time.monotonic(), self.launch(*words, **more)
        said = process.communicate(timeout=PATIENCE)[0]
        check(process.returncode == status, "ridotto-backup %s gave %d: %s" % (" ".join(words), process.returncode, said))
        if os.environ.get("RIDOTTO_LOG"):
            print("# %.1f s: %s" % (time.monotonic() - began, said), flush=True)
        return said

    def labels(self):
        """Of the backups that the repository holds."""
        text = self.pgbackrest("info").stdout
        return [line.split()[-1] for line in text.splitlines() if " backup: " in line]

    def waiting(self):
        return int(self.sql("SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'")[0][0])

    def proved(self):
        """When the last good backup was taken; None without."""
        path = os.path.join(self.work, "backup.proved")
        return os.path.getmtime(path) if os.path.exists(path) else None


class Copy(Database):
    """A cluster that was restored, started as the docs say."""

    def __init__(self, original, folder):
        self.original, self.folder, self.socket = original, folder, folder
        original.backup("start", folder)
        self.env = {"RIDOTTO_DATABASE": "host=%s user=ridotto dbname=ridotto" % folder,
                    "RIDOTTO_OWNER_DATABASE": "host=%s user=ridotto_owner dbname=ridotto" % folder}
        self.psql = self.another()

    def stop(self):
        self.psql.close()
        self.original.backup("stop", self.folder)


def archived_house(folder, **more):
    """A house in which games were played, with such a database."""
    database = Archived(folder, **more)
    house = House(flags=["--no-worker"], database=database)
    house.owns_database = True
    house.ridotto("demo")
    wait_for(lambda: database.waiting() == 0, "the archive")
    return house
