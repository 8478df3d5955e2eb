"""The letters of a year: each once, to whom it is about, and none forgotten that its reader wished for."""
import email
import email.policy
import email.utils
import glob
import os
import re

ID = re.compile(r"<game-(\d+)-(-?\d+)-([a-z]+)(-\d+)?\.(\d+)@")
PARSER = email.policy.default


class Letters:
    def __init__(self, audit, folder):
        self.audit, self.folder, self.read_so_far = audit, folder, 0
        self.ids, self.numbers, self.killed, self.sent = {}, {}, [], {}

    def trouble(self, fact):
        """A letter may come twice when a worker was killed, or the database, between the mail server's answer and the note of it."""
        self.killed.append(fact["at"])

    def read(self):
        for path in sorted(glob.glob(os.path.join(self.folder, "*.eml"))):
            with open(path, "rb") as file:
                head = email.message_from_bytes(file.read(), policy=PARSER)
            os.unlink(path)
            self.read_so_far += 1
            self.letter(head)

    def letter(self, mail):
        name, at = mail["Message-Id"], int(email.utils.parsedate_to_datetime(mail["Date"]).timestamp() * 1000000)
        to = mail["X-Envelope-To"]
        person = next((p for p in self.audit.people.values() if p.email.lower() == to.lower()), None)
        if not person:
            self.audit.fault("letter", "a letter to %s, who is nobody: %s" % (to, mail["Subject"]))
            return
        if name in self.ids:
            before = self.ids[name]
            if not any(before - 60000000 <= kill <= at + 60000000 for kill in self.killed):
                self.audit.fault("letter twice", "%s to %s, %r" % (name, to, mail["Subject"]))
        self.ids[name] = at
        if person.wish == "none":
            self.audit.fault("letter", "%s wants no letters, and got %r" % (person.name, mail["Subject"]))
        found = ID.match(name)
        if found:
            self.of_game(mail, person, at, int(found[1]), int(found[2]), found[3], found[5])

    def of_game(self, mail, person, at, number, ply, kind, who):
        if self.numbers.setdefault(who, person.name) != person.name:
            self.audit.fault("letter", "%s and %s get the letters of one" % (self.numbers[who], person.name))
        self.sent.setdefault(number, []).append((at, kind, ply, person.name, mail["Subject"]))

    def of_ended(self, game):
        """All letters about a game are there."""
        for at, kind, _, name, subject in self.sent.pop(game.number, ()):
            if game.told_whole and name not in game.ever and kind != "seated":  # that one may have left again
                self.audit.fault("secret", "a letter to %s about game %d, in which he never was: %r" % (name, game.number, subject))

    def end(self):
        pass
