#!/usr/bin/env python3
"""A program that plays Ridotto through its API: each of the games, at random, but by the rules.

    RIDOTTO_TOKEN=ridotto_... docs/sample-bot.py [--url http://127.0.0.1:8080] [--until-over GAME ...]

The token is made in the settings and may read and play. With --until-over it ends when these tables are over, else it goes on
for ever and answers whatever is asked. Everything it knows of a game it is told: `legal` of a table lists what can be done, verb
by verb, with what each argument may be. Replace choose() by something that thinks.
"""
import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


class Api:
    def __init__(self, url, token):
        self.url, self.token = url + "/api/v1", token

    def ask(self, path, body=None):
        """The answer's status and JSON. What is slowed down waits; what may have been lost on the way is sent again under the same name."""
        key = str(uuid.uuid4())
        for attempt in range(8):
            headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Idempotency-Key": key}
            data = None if body is None else json.dumps(body).encode()
            try:
                with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=60) as answer:
                    return answer.status, json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
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


def play(api, table):
    """Plays at one table until it waits for somebody else; returns it as it is then."""
    url = "/games/%d" % table["id"]
    while table["status"] == "running" and table["awaits_me"]:
        seen = {"ply": table["ply"], "draft": table["draft"]["n"]}
        if table["draft"]["can_confirm"]:
            status, answer = api.ask(url + "/draft", dict(seen, do="confirm"))
        else:
            status, answer = 0, None
            for move in choose(table):
                status, answer = api.ask(url + "/moves", dict(seen, moves=[move]))
                if status != 422: # 422: the rules say no, which they do to samples of forms only
                    break
        if status == 201:
            table = answer
        elif status == 409 and answer["code"] == "stale": # the table has changed meanwhile: look again
            table = api.ask(url)[1]
        elif status == 409: # it is over, or paused
            return api.ask(url)[1]
        else:
            sys.exit("table %d: %s" % (table["id"], answer))
    return table


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--url", default="http://127.0.0.1:8080")
    words.add_argument("--until-over", nargs="*", type=int, default=[], metavar="GAME")
    asked = words.parse_args()
    api = Api(asked.url, os.environ["RIDOTTO_TOKEN"])
    left = set(asked.until_over)
    while left or not asked.until_over:
        for card in api.ask("/waiting")[1]["tables"]:
            play(api, api.ask("/games/%d" % card["id"])[1])
        left = {game for game in left if api.ask("/games/%d" % game)[1]["status"] != "over"}
        time.sleep(0.2 if left else 5 if not asked.until_over else 0)


if __name__ == "__main__":
    main()
