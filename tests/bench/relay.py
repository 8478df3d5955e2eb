"""Stands between the service and PostgreSQL and counts what goes through: statements, and the trips in which they are asked.

A statement is a message Execute or Query, BEGIN and COMMIT among them. A trip begins when something is asked while nothing is
still to be answered: what is sent in one pipeline is one trip, whatever number of Syncs it holds.
"""
import os
import socket
import struct
import threading

NAME = ".s.PGSQL.5432"


class Relay:
    """Listens in a folder of its own; `database` says how it is reached, in place of the one it speaks to."""

    def __init__(self, folder, to):
        self.to, self.lock, self.statements, self.trips = os.path.join(to, NAME), threading.Lock(), 0, 0
        os.mkdir(folder, 0o700)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(folder, NAME))
        self.listener.listen(64)
        self.database = "host=%s user=ridotto dbname=ridotto" % folder
        threading.Thread(target=self._accept, daemon=True).start()

    def read(self):
        """(statements, trips) so far."""
        with self.lock:
            return self.statements, self.trips

    def close(self):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                asking, _ = self.listener.accept()
            except OSError:
                return
            answering = socket.socket(socket.AF_UNIX)
            answering.connect(self.to)
            open_trips = [0]  # Syncs that PostgreSQL has not answered yet
            for source, target, look in ((asking, answering, self._asked), (answering, asking, self._answered)):
                threading.Thread(target=self._pass_on, args=(source, target, look, open_trips), daemon=True).start()

    def _pass_on(self, source, target, look, open_trips):
        kept, begun = b"", look != self._asked  # the first message of a client has no kind
        try:
            while True:
                got = source.recv(65536)
                if not got:
                    break
                kept += got
                at = 0
                while len(kept) - at >= 5:
                    size = struct.unpack_from("!I", kept, at + begun)[0] + begun
                    if len(kept) - at < size:
                        break
                    if begun:
                        look(kept[at:at + 1], open_trips)
                    begun, at = True, at + size
                kept = kept[at:]
                target.sendall(got)
        except OSError:
            pass
        for end in source, target:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _asked(self, kind, open_trips):
        with self.lock:
            self.statements += kind in (b"E", b"Q")
            if kind in (b"S", b"Q"):
                self.trips += open_trips[0] == 0
                open_trips[0] += 1

    def _answered(self, kind, open_trips):
        if kind == b"Z":
            with self.lock:
                open_trips[0] = max(0, open_trips[0] - 1)  # the first of a connection was not asked for
