#!/usr/bin/env python3
"""Plays as a guest, by pages alone, until one move stands: one_move.py URL. Ends with 1 and a sentence when that cannot be done."""
import html.parser
import http.cookiejar
import json
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Forms(html.parser.HTMLParser):
    """The forms of a page: action, hidden fields, buttons with name and value."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.loose = [], []
        self.form = None
        self.feed(text)
        for ident, button in self.loose:
            for form in self.forms:
                if form["id"] == ident:
                    form["buttons"].append(button)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "form":
            self.form = {"action": a.get("action", ""), "id": a.get("id"), "fields": [], "buttons": []}
            self.forms.append(self.form)
        elif tag == "input" and a.get("name") and self.form is not None and a.get("type") == "hidden":
            self.form["fields"].append((a["name"], a.get("value") or ""))
        elif tag == "button" and "disabled" not in a:
            button = (a.get("name"), a.get("value") or "")
            if a.get("form"):
                self.loose.append((a["form"], button))
            elif self.form is not None:
                self.form["buttons"].append(button)

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


class Visitor:
    def __init__(self, url):
        self.url = url
        self.open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())).open

    def ask(self, path, fields=None, accept="text/html"):
        """Where it led, redirects followed, and the page. What is refused leads to a page as well."""
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(urllib.parse.urljoin(self.url, path), data, {"Accept": accept})
        try:
            with self.open(request, timeout=30) as answer:
                return urllib.parse.urlsplit(answer.url).path, answer.read().decode()
        except urllib.error.HTTPError as refused:
            if refused.code not in (409, 422):
                raise
            return path, refused.read().decode()

    def moves(self, table):
        """How many moves stand at the table."""
        return json.loads(self.ask(table, accept="application/json")[1])["game"]["ply"]


def find_steps(table, forms):
    """What can be done now: (form, button) each. Where it was asked once more whether that is meant, only to say yes."""
    steps = [(form, button) for form in forms if form["action"] == table + "/moves" for button in form["buttons"] if button[0] == "step"]
    return [step for step in steps if "ask" not in dict(step[0]["fields"])] or steps


def main():
    visitor = Visitor(sys.argv[1])
    begin = next(form for form in Forms(visitor.ask("/")[1]).forms if form["action"] == "/play/carrara")
    table, page = visitor.ask(begin["action"], begin["fields"])
    if not re.fullmatch(r"/games/\d+", table):
        sys.exit("Play now led to %s" % table)
    for _ in range(100):
        seen = Forms(page)
        confirm = [form for form in seen.forms if form["action"] == table + "/draft" and ("do", "confirm") in form["buttons"]]
        steps = find_steps(table, seen.forms)
        before = visitor.moves(table)
        if confirm:
            page = visitor.ask(confirm[0]["action"], confirm[0]["fields"] + [("do", "confirm")])[1]
        elif steps:
            form, button = random.choice(steps)
            page = visitor.ask(form["action"], form["fields"] + [button])[1]
        else: # a bot is to move first
            time.sleep(0.5)
            page = visitor.ask(table)[1]
            continue
        if visitor.moves(table) > before:
            print("a move stands at " + table)
            return
    sys.exit("no move could be made at " + table)


if __name__ == "__main__":
    main()
