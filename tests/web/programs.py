"""Programs as clients: tokens made in the settings, requests that carry one, and all their answers held to www/openapi.json."""
import json
import os
import re
import subprocess
import tempfile

from harness import TOP, Client, check, equal

ANSWERS = tempfile.NamedTemporaryFile("w+", suffix=".ndjson", prefix="ridotto-answers-")


def token_of(client, name, scopes, program=None, days=30):
    """A new token of @client, made by the form of the settings."""
    page = client.get("/settings/tokens")
    owner = "0"
    if program:
        owner = re.search(r'<option value="(\d+)"[^>]*>%s</option>' % re.escape(program), page.text)[1]
    fields = {"csrf": client.csrf(), "do": "make", "name": name, "days": str(days), "for": owner}
    fields.update({"scope." + scope: "1" for scope in scopes.split()})
    page = client.post("/settings/tokens", fields)
    equal(page.status, 200, "status of making a token")
    found = re.search(r'value="(ridotto_[A-Za-z0-9_-]{43})"', page.text)
    check(found, "no token is shown")
    return found[1]


class Program(Client):
    """A program with @token."""

    def __init__(self, house, token):
        super().__init__(house)
        self.headers = {"Authorization": "Bearer " + token}

    def request(self, method, path, body=None, headers=None):
        page = super().request(method, path, body, headers)
        if path.startswith("/api/") and method != "HEAD":
            record(method, path, page.status, page.headers.get("Content-Type"), json.loads(page.text) if page.text.strip() else None)
        return page


def record(method, path, status, kind, body):
    """Another's answer, to be held to the document, too."""
    ANSWERS.write(json.dumps({"method": method, "path": path, "status": status, "type": kind, "body": body}) + "\n")


def program_of(house, scopes="read play tables"):
    """A program of a new person's, who is its `person`."""
    person = house.person()
    program = Program(house, token_of(person, "test", scopes))
    program.person = person
    return program


def hold_answers():
    """Every answer since the last time is one that the document describes, and the document is sound; says how many."""
    ANSWERS.flush()
    done = subprocess.run(["node", os.path.join(TOP, "tests/browser/openapi.mjs"), ANSWERS.name], env=dict(os.environ, RIDOTTO_TOP=TOP),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print("# " + done.stdout.strip().splitlines()[-1], flush=True)
    check(done.returncode == 0, done.stdout[-6000:])
    ANSWERS.seek(0)
    ANSWERS.truncate()
