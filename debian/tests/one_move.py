#!/usr/bin/env python3
"""Plays as a guest, by pages alone, until one move stands: one_move.py URL. Ends with 1 and a sentence when that cannot be done."""
import html.parser
import http.cookiejar
import random
import re
import sys
import time
import urllib.parse
import urllib.request


class Forms(html.parser.HTMLParser):
    """The forms of a page: action, hidden fields, buttons with name and value; and where links lead."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.links, self.loose = [], [], []
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
        elif tag == "a" and a.get("href"):
            self.links.append(a["href"])

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


class Visitor:
    def __init__(self, url):
        self.url = url
        self.open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())).open

    def ask(self, path, fields=None):
        """Where it led, redirects followed, and the page."""
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        with self.open(urllib.request.Request(urllib.parse.urljoin(self.url, path), data), timeout=30) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()


def main():
    visitor = Visitor(sys.argv[1])
    begin = next(form for form in Forms(visitor.ask("/")[1]).forms if form["action"] == "/play/gondoliere")
    table, page = visitor.ask(begin["action"], begin["fields"])
    if not re.fullmatch(r"/games/\d+", table):
        sys.exit("Play now led to %s" % table)
    for _ in range(200):
        seen = Forms(page)
        for form in seen.forms:
            if form["action"] == table + "/draft" and ("do", "confirm") in form["buttons"]:
                visitor.ask(form["action"], form["fields"] + [("do", "confirm")])
                print("a move was confirmed at " + table)
                return
        steps = [(form, button) for form in seen.forms if form["action"] == table + "/moves"
                 for button in form["buttons"] if button[0] == "step"]
        choices = [link.split("#")[0] for link in seen.links if link.startswith(table + "?") and "why=" not in link]
        if steps:
            form, button = random.choice(steps)
            page = visitor.ask(form["action"], form["fields"] + [button])[1]
        elif choices:
            page = visitor.ask(random.choice(choices))[1]
        else: # a bot is to move first
            time.sleep(0.5)
            page = visitor.ask(table)[1]
    sys.exit("no move could be made at " + table)


if __name__ == "__main__":
    main()
