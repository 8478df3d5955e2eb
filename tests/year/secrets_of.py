"""What nobody may be told of a game that runs, by the rules of the five games. Stated here anew; nothing of the house is read.

A table's view has for each seat a member of `players`. Of another seat these tell nothing (null, false, zero, empty or not there):

| game       | hidden of the others                                         |
|------------|--------------------------------------------------------------|
| carrara    | coins, stones, and the coins among the points                |
| genoa      | money                                                        |
| venedig    | the cards of the hand, tiles of swamps and treasures, gold   |
| vernissage | the cards of the hand and what they are worth                |
| gondoliere | nothing: all tiles lie open; of the piles only how many      |

Besides, in every game: the text of others' moves, events that are secret to others, others' drafts, plans and standing orders.
"""
HIDDEN = {
    "carrara": ("coins", "stones", "hand_shown", "stones_total", "has_stones", "stones_list", "score.coins"),
    "genoa": ("money",),
    "venedig": ("own.has_cards", "own.hand", "own.has_tiles", "own.tiles", "own.gold"),
    "vernissage": ("hand_shown", "hand.has_cards", "hand.cards", "hand.assets"),
    "gondoliere": (),
}
EVENTS = {  # members that an event tells of its own seat to that seat only
    ("vernissage", "dealt"): ("faces",), ("vernissage", "card_taken"): ("face",), ("vernissage", "grey_bought"): ("number",),
    ("venedig", "dealt"): ("cards",), ("venedig", "drew"): ("cards",), ("venedig", "drained"): ("value",), ("venedig", "treasure"): ("value",),
    ("genoa", "dealt"): ("small", "message", "large", "privilege"), ("genoa", "draw"): ("small", "message", "large", "privilege"),
}
NOTHING = (None, False, 0, "", [], {})


def member(of, path):
    for name in path.split("."):
        of = of.get(name) if isinstance(of, dict) else None
    return of


def told(table):
    """What a table tells its reader that he may not know: texts."""
    out, mine = [], table["my_seat"]
    if table["status"] != "running":
        return out
    for player in (table["view"] or {}).get("players", ()):
        if player["seat"] != mine:
            out += ["%s of seat %d" % (path, player["seat"]) for path in HIDDEN[table["game"]] if member(player, path) not in NOTHING]
    for row in table["moves"]:
        if row["seat"] is not None and row["seat"] != mine and row["move"] is not None:
            out.append("the move of seat %d at ply %d" % (row["seat"], row["ply"]))
        for event in row["events"]:
            if event["seat"] != mine:
                out += ["%s of %s at ply %d" % (name, event["event"], row["ply"]) for name in EVENTS.get((table["game"], event["event"]), ()) if name in event]
    return out
