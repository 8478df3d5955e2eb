"""tests/lib/smtp_server.py started and stopped, and what it took."""
import email
import email.policy
import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from ports import free_port  # noqa: E402


def part(mail, kind):
    """The text ("plain") or the HTML ("html") of a mail, without the word joiners of Japanese."""
    return mail.get_body((kind,)).get_content().replace("\u2060", "")


class Smtp:
    def __init__(self, folder, *options):
        self.folder, self.options, self.port = folder, options, free_port()  # the same after each start
        self.read = {}  # by path: for whom, and the mail
        self.start()

    def start(self):
        command = ["/usr/bin/python3", os.path.join(HERE, "smtp_server.py"), self.folder, "--port", str(self.port),
                   *self.options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().split()[1])

    def stop(self):
        self.process.kill()
        self.process.wait()

    def _say(self, name, text):
        path = os.path.join(self.folder, name)
        if text is None:
            if os.path.exists(path):
                os.unlink(path)
            return
        with open(path + ".part", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".part", path)

    def answer(self, text):
        """What DATA is answered; None: mail is taken."""
        self._say("answer", text)

    def fault(self, text):
        """"STAGE WHAT", as smtp_server.py tells; None: none."""
        self._say("fault", text)

    def returns(self, text):
        """Mail is taken and comes back with these words; None: it does not."""
        self._say("returns", text)

    def returned(self):
        """The notifications that the sender gets of mail that came back, oldest first."""
        found = []
        for name in sorted(glob.glob(os.path.join(self.folder, "*.dsn"))):
            with open(name, "rb") as file:
                found.append(file.read())
        return found

    def announced(self):
        """What MAIL said, of each mail that was announced, taken or not."""
        path = os.path.join(self.folder, "announced")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def mails(self, address=None):
        for name in glob.glob(os.path.join(self.folder, "*.eml")):
            if name not in self.read:  # what has come is there whole, and stays as it is
                with open(name, "rb") as file:
                    mail = email.message_from_bytes(file.read(), policy=email.policy.default)
                self.read[name] = mail["X-Envelope-To"], mail
        return [mail for _, (to, mail) in sorted(self.read.items()) if address in (None, to)]

    def settings(self):
        """What a worker needs to know of it, as environment."""
        settings = {"RIDOTTO_SMTP_URL": f"smtp://localhost:{self.port}"}
        if "--starttls" in self.options:
            settings.update(RIDOTTO_SMTP_TLS="yes", RIDOTTO_SMTP_CA=os.path.join(self.folder, "cert.pem"))
        if "--auth" in self.options:
            user, password = self.options[self.options.index("--auth") + 1].split(":")
            settings.update(RIDOTTO_SMTP_USER=user, RIDOTTO_SMTP_PASSWORD=password)
        return settings
