"""Playing at a table as people do: the forms and links of the page are all that is used."""

import contextlib
import random
import re

from harness import check, equal, wait_for
import paper

GAME = "carrara"


def new_table(owner, seats=2, bots=0, private=False, game=None, level="advise", **options):
    """Opens a table by its form, of GAME unless told another; returns its path."""
    page = owner.get("/games/new?game=" + (game or GAME))
    equal(page.status, 200, "status of the form for a new table")
    values = dict({"seats": str(seats), "bots": str(bots), "level": level}, **{"option." + k: v for k, v in options.items()})
    if private:
        values["private"] = "1"
    form = page.form("/games/new")
    kept = [(name, value) for name, value in form.fields if name not in ("private", "weekdays")] # the form begins like one's last table
    answer = owner.post(form.action, [(name, values.pop(name, value)) for name, value in kept] + list(values.items()))
    equal(answer.status, 303, "status of opening a table")
    return answer.location


def sit(client, url, key=None):
    page = client.get(url + ("?key=" + key if key else ""))
    answer = client.submit(page, url + "/sit")
    equal(answer.status, 303, "status of sitting down")
    return answer


def table_of_two(house, game=None):
    """A game just begun: (path, client by seat)."""
    anna, bruno = house.person(), house.person()
    url = new_table(anna, game=game)
    sit(bruno, url)
    return url, [anna, bruno]


def leave_to_bots(house, url):
    """Bots play on for everybody; returns the game's number."""
    number = url.split("/")[2].split("?")[0]
    # The game is locked first, as a turn does it: a bot that is in the middle of its turn would write its old seats over these.
    house.sql("BEGIN; UPDATE game SET started = now() - interval '11 days', moved = now(), version = version + 1 WHERE id = %s;"
              " UPDATE seat SET opened = now() WHERE game = %s AND person IS NOT NULL; COMMIT" % (number, number))
    house.sql("NOTIFY ridotto, ''")
    return number


def play_out(house, url):
    """Bots play on for everybody, to the end of the game."""
    number = leave_to_bots(house, url)
    # A game that has no end of its own is closed when bots alone play on: somebody seems to have played again and again.
    wait_for(lambda: house.sql("UPDATE move SET cause = 'person' WHERE game = %s AND cause = 'bot' AND ply %% 5 = 0" % number) is not None
             and house.sql("SELECT status FROM game WHERE id = " + number) == [["over"]], "the bots to play " + url, 240)
    house.sql("UPDATE seat SET opened = NULL WHERE game = " + number)


@contextlib.contextmanager
def locked(house, game):
    """Meanwhile another session holds @game."""
    own = house.database.another()
    own.ask("BEGIN")
    equal(own.ask("SELECT id FROM game WHERE id = %s FOR UPDATE" % game).strip(), game, "the locked game")
    try:
        yield
    finally:
        own.ask("ROLLBACK")
        own.close()


def is_mine(page):
    return "asked-mine" in paper.read(page.text).by_class


def awaited(clients, url):
    """Who is asked, and the page that says so; (None, page) when the game is over."""
    for client in clients:
        page = client.get(url)
        equal(page.status, 200, "status of the table")
        if is_mine(page):
            return client, page
    return None, page


def steps_of(leaf):
    """Every button that takes a step, those on the board among them, and every form for amounts."""
    buttons = [b for f in leaf.forms if f.action.endswith("/moves") for b in f.buttons if b.name == "step"]
    forms = [f for f in leaf.forms if f.action.endswith("/moves") and (f.value("verb") or ["step"] == [name for name, _ in f.selects[:1]])]
    return buttons, forms


def choices_of(leaf, url):
    "Where a choice leads; not where one is only told why not."
    return sorted({link.href.split("#")[0] for link in leaf.links if link.href.startswith(url + "?") and "?why=" not in link.href and "&why=" not in link.href})


def armed_form(text):
    """The form that asks once more before what cannot be taken back, or None."""
    return next((f for f in paper.read(text).forms if f.action.endswith("/moves") and f.value("ask") is None and f.buttons), None)


def agreed(client, answer):
    """What comes of a step when one says yes where one is asked once more."""
    if answer.status != 303 or "?arm=" not in answer.location:
        return answer
    form = armed_form(client.get(answer.location.split("#")[0]).text)
    check(form, "asked once more, without a form")
    return client.post(form.action, form.fields + [("step", form.buttons[0].value)])


class Player:
    """Takes steps at random among what the pages offer."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.refused = self.narrowed = self.forms_sent = self.steps = 0

    def find_step(self, client, url, page):
        """Follows links until something can be sent: (path, fields)."""
        for depth in range(60):
            leaf = paper.read(page.text)
            buttons, forms = steps_of(leaf)
            choices = choices_of(leaf, url)
            draft = leaf.form("/draft")
            confirm = draft and any(b.value == "confirm" for b in draft.buttons)
            if confirm and not buttons and not forms:
                return draft.action, draft.fields + [("do", "confirm")]
            if choices and (not (buttons or forms) or depth < 6 and self.random.random() < 0.6):
                page = client.get(self.random.choice(choices))
                equal(page.status, 200, "status of a choice")
                self.narrowed += 1
                continue
            if forms and (not buttons or self.random.random() < 0.8):
                return self.fill(self.random.choice(forms))
            check(buttons, "%s offers nothing to do" % page.path)
            button = self.random.choice(buttons)
            return button.form.action, button.fields()
        raise AssertionError("no step found from " + url)

    def fill(self, form):
        """As suggested, or with amounts at random where nothing is, which the rules may refuse."""
        self.forms_sent += 1
        changes = {}
        picks = [("step", self.random.choice(values[1:] if i == 0 else values)) for i, (name, values) in enumerate(form.selects) if name == "step"]
        if picks:
            chosen = [picks[0]] + [pick for pick in picks[1:] if pick[1] != picks[0][1]]
            return form.action, form.fields + chosen
        if self.random.random() < 0.3 or form.choices and all(value == "0" for name, value in form.fields if name in form.choices):
            changes = {name: self.random.choice(values) for name, values in form.choices.items()}
        return form.action, [(name, changes.get(name, value)) for name, value in form.fields]

    def step(self, client, url, page):
        """One step; returns the answer."""
        action, fields = self.find_step(client, url, page)
        answer = agreed(client, client.post(action, fields))
        if answer.status == 422:
            self.refused += 1
            leaf = paper.read(answer.text)
            check(leaf.by_class.get("problem", "").strip(), "a refused step has its sentence")
            sent = dict(fields)
            again = next((f for f in steps_of(leaf)[1] if f.value("verb") == sent.get("verb")), None)
            check(again is None or again.value("ply") == sent["ply"], "the form is still for this ply")
        else:
            equal(answer.status, 303, "status of a step")
            self.steps += 1
        return answer


def without_tokens(text):
    """A page without the tokens of its forms, which are new in each answer."""
    return re.sub(r'name="csrf" value="[^"]*"', 'name="csrf"', text)


def without_times(model):
    """A model without what changes by itself: times, tokens, and who reads."""
    if isinstance(model, dict):
        return {k: without_times(v) for k, v in model.items()
                if k not in ("house", "at", "ago", "since", "waits_since", "moved", "started", "span", "clock", "due")}
    return [without_times(v) for v in model] if isinstance(model, list) else model


def takeable(house, people=2, seed=3, game=None):
    """A table at which the newest turn can be taken back: its path, who made it, the others, how the position was before."""
    clients = [house.person() for _ in range(people)]
    url = new_table(clients[0], seats=people, game=game)
    for client in clients[1:]:
        sit(client, url)
    player = Player(seed)
    for _ in range(60):
        who, page = awaited(clients, url)
        before = house.position(url.split("/")[-1])
        for _ in range(30):
            player.step(who, url, page)
            now, page = awaited(clients, url)
            if now is not who:
                break
        if now and now is not who and "Ask the others" in who.get(url + "/back").words:
            return url, who, [c for c in clients if c is not who], before
    check(False, "no turn could be taken back")
