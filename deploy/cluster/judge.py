"""What the record of requests must agree with: nothing acknowledged is lost, nothing is doubled, nobody is shown what is older than what
was acknowledged before. Knows nothing of how the service does it: reads the record, and the games as they are in the end."""
import collections
import json

from load import ACKNOWLEDGED, UNKNOWN


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def judge(record, games):
    """@games: {id: {"moves": {ply: text or None}, "ply": last, "lines": [text]}} as they are in the end, read anew by somebody else.
    Returns sentences about what is wrong, at most a few of each kind, and counts."""
    wrong, counts = [], collections.Counter()

    def say(kind, text):
        counts["wrong: " + kind] += 1
        if counts["wrong: " + kind] <= 3:
            wrong.append(kind + ": " + text)

    lines, moves = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for one in record:
        kind = one["kind"]
        counts[kind + " " + one["outcome"]] += 1
        if kind == "fault":
            say("the load itself", one["answer"])
        if kind in ("move", "confirm") and one["outcome"] != "refused":
            moves[one["game"], one["ply"]].append(one)
        if kind == "line":
            lines[one["game"]][one["text"]] += 1
            n = games[one["game"]]["lines"].count(one["text"]) if one["game"] in games else 0
            if one["outcome"] == ACKNOWLEDGED and n == 0:
                say("lost", "the line %r of table %d was acknowledged" % (one["text"], one["game"]))
            if n > 1:
                say("doubled", "the line %r stands at table %d %d times" % (one["text"], one["game"], n))
        if kind == "create" and one["outcome"] == ACKNOWLEDGED:
            counts["games"] += 1
    for number, game in games.items():
        plies = sorted(game["moves"])
        if plies != list(range(1, len(plies) + 1)) or game["ply"] != len(plies):
            say("torn", "table %d is at ply %d and has the plies %s" % (number, game["ply"], plies[-3:]))
        judge_origin(number, game, moves, say)
        for text in game["lines"]:
            if text not in lines[number]:
                say("from nowhere", "the line %r of table %d was never sent" % (text, number))
    for (number, ply), sent in moves.items():
        if number in games:
            judge_moves(number, ply, sent, games[number], say)
        elif any(one["outcome"] == ACKNOWLEDGED for one in sent):
            say("lost", "table %d, at which a move was acknowledged" % number)
    newest_first(record, games, say)
    return wrong, counts


def judge_moves(number, ply, sent, game, say):
    """Of all requests that named @ply of a table as the newest they knew one at most may have made the next; what answers "draft" only
    makes none."""
    won = [one for one in sent if one["outcome"] == ACKNOWLEDGED and one["after"] > ply]
    if len(won) > 1:
        say("doubled", "ply %d of table %d was acknowledged to %d requests" % (ply + 1, number, len(won)))
    for one in won:
        if one["after"] > game["ply"]:
            say("lost", "table %d was acknowledged at ply %d and ends at ply %d" % (number, one["after"], game["ply"]))
        made = [game["moves"].get(p) for p in range(ply + 1, one["after"] + 1)]
        if one["kind"] == "move" and None not in made and one["move"] not in made:
            say("lost", "the move %r of table %d was acknowledged, and its plies from %d are %s" % (one["move"], number, ply + 1, made))


def judge_origin(number, game, moves, say):
    """Each ply comes of a request: one that was acknowledged up to that ply (the house adds what is no choice), or one whose answer was
    lost, up to the next that is known."""
    known = {p for (table, ply), sent in moves.items() if table == number for one in sent if one["outcome"] == ACKNOWLEDGED for p in range(ply + 1, one["after"] + 1)}
    lost = {ply for (table, ply), sent in moves.items() if table == number and any(one["outcome"] == UNKNOWN for one in sent)}
    may_be = False
    for ply in range(1, game["ply"] + 1):
        may_be = ply not in known and (may_be or ply - 1 in lost)
        if ply not in known and not may_be:
            say("from nowhere", "ply %d of table %d, %r, for which nobody asked" % (ply, number, game["moves"].get(ply)))


def newest_first(record, games, say):
    """What one was shown, or what was acknowledged, is the least that whoever asks after it must be shown."""
    known = collections.defaultdict(list)  # game: [(end, ply)] in order of end, plies ascending
    for one in sorted((one for one in record if one["kind"] in ("read", "move", "confirm") and one["outcome"] == ACKNOWLEDGED), key=lambda one: one["end"]):
        if one["kind"] != "read":
            known[one["game"]].append((one["end"], one["after"]))
            continue
        before = [ply for end, ply in known[one["game"]] if end <= one["begin"]]
        if before and one["ply"] < max(before):
            say("stale", "table %d was shown at ply %d after it had been shown at ply %d" % (one["game"], one["ply"], max(before)))
        known[one["game"]] = (known[one["game"]] + [(one["end"], one["ply"])])[-20:]
    for number, all_of_it in known.items():
        if number in games and all_of_it and games[number]["ply"] < max(ply for _, ply in all_of_it):
            say("lost", "table %d was shown at ply %d and ends at ply %d" % (number, max(ply for _, ply in all_of_it), games[number]["ply"]))


def longest_gap(record, kinds, begin, end):
    """The longest time between @begin and @end in which nothing of @kinds was acknowledged, in seconds."""
    ends = sorted(one["end"] for one in record if one["kind"] in kinds and one["outcome"] == ACKNOWLEDGED and begin <= one["end"] <= end)
    points = [begin] + ends + [end]
    return max(b - a for a, b in zip(points, points[1:]))
