"""Plays so many days with the site of its own and has them audited meanwhile."""
import collections
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "clock"))
from site_of_year import Site  # noqa: E402
from people import MINUTE  # noqa: E402
from faults import KINDS, Faults  # noqa: E402
from world import World  # noqa: E402

BEGIN = 1804550400 * 1000000  # 2027-03-09: in the first week New York's clocks go forward
PEOPLE, SLOT = 200, 30 * MINUTE


class Auditing:
    """The auditor, a process of its own that reads each day of the record while the next is played."""

    def __init__(self, folder, keep):
        self.process = subprocess.Popen([os.path.join(HERE, "auditor"), os.path.join(folder, "letters"), *(["--keep"] if keep else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.found, self.told, self.read = [], "", 0
        self.listener = threading.Thread(target=self._listen)
        self.listener.start()

    def _listen(self):
        for line in self.process.stdout:
            if line.startswith("FOUND"):
                self.found.append(line.strip())
            elif line.startswith("AUDITED"):
                self.told = line.strip()
            else:
                self.read += 1

    def day(self, file):
        try:
            self.process.stdin.write(file + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.found.append("FOUND nothing any more: the auditor has ended")

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.listener.join()
        if self.process.wait() not in (0, 1) or not self.told:
            self.found.append("FOUND nothing: the auditor has ended with status %d" % self.process.returncode)


def play(seed=1, days=7, people=PEOPLE, keep=None, say=None, stops_when_found=False, kinds=KINDS):
    """Plays so many days and has them audited. Returns (what was found, what the auditor told, hash over all moves, figures)."""
    folder = keep or tempfile.mkdtemp(prefix="ridotto-year-")
    os.makedirs(folder, exist_ok=True)
    began, figures = time.time(), {}
    site = auditing = None
    try:
        site = Site(folder, BEGIN)
        world = World(site, seed, people, BEGIN, days, SLOT, folder)
        auditing = Auditing(folder, keep)
        faults = Faults(world, kinds) if kinds else None

        def day_ends(day, file):
            auditing.day(file)
            if say:
                status = collections.Counter(game[1] for game in world.games.values())
                say("day %d, after %d s: %d visits, %d steps, %d requests; %d games run, %d are over; %d days audited, %d things found" % (
                    day + 1, time.time() - began, world.visited, world.steps, world.asked(), status["running"], status["over"], auditing.read, len(auditing.found)))
            return not (stops_when_found and auditing.found)
        world.play(day_ends)
        played, moves = world.games_played()
        auditing.day(world.recorder.close())
        figures.update({"processor of the " + name: seconds for name, seconds in site.processor().items()})
        figures["processor of the driver"] = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        figures.update(moves=moves, faults=len(faults.done) if faults else 0, steps=world.steps, visits=world.visited, requests=world.asked(), seconds=time.time() - began)
    finally:
        if auditing:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            auditing.end()
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            figures["processor of the auditor"] = sum(after[:2]) - sum(before[:2])
        if site:
            site.close()
        if not keep:
            shutil.rmtree(folder)
    return auditing.found, auditing.told, played, figures
