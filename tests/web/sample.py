"""docs/sample-bot.py, played from a test."""
import contextlib
import importlib.util
import io
import os
import sys

from harness import TOP
from programs import record


def sample_bot(house, program, numbers, *options):
    """Lets docs/sample-bot.py play these tables to their ends, and keeps what it was answered; returns the lines that it prints."""
    place = importlib.util.spec_from_file_location("sample_bot", os.path.join(TOP, "docs/sample-bot.py"))
    bot = importlib.util.module_from_spec(place)
    place.loader.exec_module(bot)
    ask = bot.Api.ask

    def recorded(api, path, body=None):
        status, answer = ask(api, path, body)
        record("GET" if body is None else "POST", "/api/v1" + path, status, "application/json" if status < 400 else "application/problem+json", answer)
        return status, answer
    bot.Api.ask = recorded
    os.environ["RIDOTTO_TOKEN"] = program.headers["Authorization"].split()[1]
    sys.argv = ["sample-bot.py", "--url", "http://127.0.0.1:%d" % house.port, "--until-over"] + list(map(str, numbers)) + list(options)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        bot.main()
    return said.getvalue().splitlines()
