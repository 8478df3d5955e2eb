"""Moderators for tests: people with a role, and the forms of their pages."""
from harness import PASSWORD, Client, check, equal


def number(house, client):
    return house.sql("SELECT id FROM person WHERE name = '%s'" % client.name)[0][0]


def moderator(house, role="moderator", enter=True):
    """Somebody with the role, who has entered the password, too."""
    client = house.person()
    house.ridotto("user", "role", client.name, role)
    if enter:
        prove(client)
    return client


def prove(client):
    page = client.get("/moderation")
    equal(page.status, 200, "status of the queue")
    if any(form.action == "/moderation/password" for form in page.reader.forms):
        page = client.submit(page, "/moderation/password", password=PASSWORD)
        equal((page.status, page.location), (303, "/moderation"), "the password")


def judge(house, mod, whom, act, why="because of this", follow=False, **more):
    """One act on a member, by the form; the answer."""
    url = "/moderation/people/" + (whom if isinstance(whom, str) else number(house, whom))
    page = mod.get(url)
    equal(page.status, 200, "status of " + url)
    return mod.post(url, dict({"csrf": mod.csrf(), "do": "act", "act": act, "days": "3", "name": "", "sure": "yes", "text": why}, **more), follow)


def report(client, path, reason="abuse", text="", **more):
    """A report by its form; the answer."""
    page = client.get(path)
    equal(page.status, 200, "status of " + path)
    form = next(form for form in page.reader.forms if form.action.endswith("/report"))
    fields = [(name, value) for name, value in form.fields if name not in ("reason", "text", "whom")]
    return client.post(form.action, fields + [("reason", reason), ("text", text)] + list(more.items()))


def again(house, client, password=PASSWORD):
    """A person whose sessions have ended, signed in again."""
    fresh = Client(house)
    fresh.name, fresh.email = client.name, client.email
    answer = fresh.sign_in(client.name, password)
    equal(answer.status, 303, "status of signing in")
    check("ridotto" in fresh.cookies, "no session")
    return fresh
