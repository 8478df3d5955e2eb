"""Programs as clients: tokens made in the settings, and requests that carry one."""
import re

from harness import Client, check, equal


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

    def post_json(self, path, value, headers=None):
        return super().post_json(path, value, headers)
