"""A standby of a test's database: a second PostgreSQL that follows it.

    standby = Standby(house.database, folder)   # folder: where its data and its socket go
    standby.has_all_of(house.database)          # waits until it has
    standby.stop()
"""
import os
import shutil
import subprocess

from harness import equal, wait_for
from psql import Psql

BIN = max(os.path.join("/usr/lib/postgresql", version, "bin") for version in os.listdir("/usr/lib/postgresql"))


def as_postgres(*command):
    """PostgreSQL does not run as root."""
    if os.getuid() == 0:
        command = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--inh-caps=+dac_override", "--ambient-caps=+dac_override",
                   "--", *command)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=dict(os.environ, LC_ALL="C.UTF-8"))
    equal(done.returncode, 0, "%s: %s" % (command, done.stderr))


class Standby:
    """Follows a database, by streaming, in a folder of its own."""

    def __init__(self, database, folder, *settings):
        self.settings = "".join(" -c " + setting for setting in settings)
        self.socket, self.data = os.path.join(folder, "standby-socket"), os.path.join(folder, "standby")
        for path in (self.socket, self.data):
            os.mkdir(path, 0o700)
            if os.getuid() == 0:
                shutil.chown(path, "postgres")
        as_postgres(os.path.join(BIN, "pg_basebackup"), "-h", database.socket, "-U", "postgres", "-D", self.data, "-R", "-c", "fast")
        self.start()

    def start(self):
        as_postgres(os.path.join(BIN, "pg_ctl"), "-D", self.data, "-l", os.path.join(self.data, "log"), "-w", "-o",
                    "-c listen_addresses='' -c unix_socket_directories='%s' -c fsync=off%s" % (self.socket, self.settings), "start")
        self.psql, self.runs = Psql("host=%s user=postgres dbname=ridotto" % self.socket), True

    def stop(self):
        if not self.runs:
            return
        self.psql.close()
        self.runs = False
        as_postgres(os.path.join(BIN, "pg_ctl"), "-D", self.data, "-m", "immediate", "-w", "stop")

    def sql(self, query):
        return self.psql.ask(query).strip()

    def has_all_of(self, database):
        newest = database.sql("SELECT pg_current_wal_lsn()")[0][0]
        wait_for(lambda: self.sql("SELECT pg_last_wal_replay_lsn() >= '%s'" % newest) == "t", "the standby to have all of it")
