#!/usr/bin/env python3
"""A program that plays Ridotto through its API: each of the games, at random, but by the rules.

    RIDOTTO_TOKEN=ridotto_... docs/sample-bot.py [--url http://127.0.0.1:8080] [--until-over GAME ...] [--quiet]

The token is made in the settings and may read and play. At whatever table the token's owner is awaited it moves, and it finishes
what is drafted there: name tables with --until-over to have it play at these alone, until they are over; else it never ends. A
program with an account of its own also sits down where it is invited, for which its token may open tables, too. All it knows of
a game it is told: `legal` of a table lists what can be done, with what each argument may be. Replace choose() by what thinks.
"""
import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request


class Api:
    def __init__(self, url, token):
        self.url, self.token = url + "/api/v1", token

    def ask(self, path, body=None):
        """The answer's status and JSON. What is slowed down waits; what may have been lost on the way is sent again under the same name."""
        key = os.urandom(16).hex()
        for attempt in range(8):
            headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Idempotency-Key": key}
            data = None if body is None else json.dumps(body).encode()
            try:
                with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=60) as answer:
                    return answer.status, json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                if error.code in (401, 403, 404): # the token is not known, or may not do this, or there is no such table
                    sys.exit("%s: %s" % (path, json.loads(error.read())["detail"]))
                if error.code not in (429, 503):
                    return error.code, json.loads(error.read())
                time.sleep(int(error.headers.get("Retry-After", "1")))
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(2 ** attempt / 4)
        sys.exit("no answer from " + self.url)


def choose(table):
    """The moves that can be made, as texts, in the order in which to try them. Nobody must make what is unsolicited, so it does not."""
    moves = [move for verb in table["legal"] if not verb["unsolicited"] for move in verb["moves"]]
    random.shuffle(moves)
    return moves or [move for verb in table["legal"] for move in verb["moves"]]


def play(api, table, say):
    """Plays at one table until it waits for somebody else; returns it as it is then."""
    url = "/games/%d" % table["id"]
    while table["status"] == "running" and table["awaits_me"]:
        seen = {"ply": table["ply"], "draft": table["draft"]["n"]}
        if table["draft"]["can_confirm"]:
            move = "confirm"
            status, answer = api.ask(url + "/draft", dict(seen, do=move))
        else:
            status, answer = 0, "nothing to do"
            for move in choose(table):
                status, answer = api.ask(url + "/moves", dict(seen, moves=[move]))
                if status != 422: # 422: the rules say no, which they do to samples of forms only
                    break
        if status == 409: # it has changed meanwhile, is paused, or over: look again the next time
            return api.ask(url)[1]
        if status != 201:
            sys.exit("table %d: %s" % (table["id"], answer))
        say("table %d: %s" % (table["id"], move))
        table = answer
    return table


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--url", default="http://127.0.0.1:8080")
    words.add_argument("--until-over", nargs="*", type=int, default=[], metavar="GAME")
    words.add_argument("--quiet", action="store_true")
    asked = words.parse_args()
    api = Api(asked.url, os.environ.get("RIDOTTO_TOKEN") or words.error("RIDOTTO_TOKEN is not set"))
    me = api.ask("/me")[1]
    say = (lambda line: None) if asked.quiet else (lambda line: print(line, flush=True))
    left, forever = set(asked.until_over), not asked.until_over
    while left or forever:
        for card in api.ask("/invitations")[1]["tables"] if me["program"] else ():
            if forever or card["id"] in left:
                status, answer = api.ask("/games/%d/join" % card["id"], {})
                say("table %d: %s" % (card["id"], "joined" if status == 201 else answer["detail"]))
        for game in sorted(left) or [card["id"] for card in api.ask("/waiting")[1]["tables"]]:
            if play(api, api.ask("/games/%d" % game)[1], say)["status"] == "over":
                left.discard(game)
        time.sleep(5 if forever else 0.2 if left else 0)


if __name__ == "__main__":
    main()
