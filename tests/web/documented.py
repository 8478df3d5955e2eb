"""Requests made from www/openapi.json: what it describes, and what it does not. Equal chance, equal requests."""
import json
import os

from harness import TOP

# What a value of each kind is not, or hardly is.
NUMBERS = (0, 1, -1, 7, 255, 2 ** 31 - 1, 2 ** 31, -2 ** 31 - 1, 2 ** 53 + 1, 2 ** 63 - 1, -2 ** 63, 2 ** 64, 10 ** 30, 1.5, -0.0, 1e308)
TEXTS = ("", " ", "0", "null", "花札", "é" * 300, "x" * 5000, "\u0000", "\n", "a=b c=d", "buy " * 200, "'; DROP TABLE game; --", "<b>", "%00", "\u202e", "😀", "\ud800")
ODD = (None, True, False, [], {}, [[]], [{}], {"": ""}, {"a": {"b": {"c": [1, 2, {"d": None}]}}})
RAW = (b"", b"{", b"[", b"nul", b'{"a":', b'{"ply":0,"ply":1}', b'"text"', b"\xff\xfe", b'{"text":"\xff"}', b"[" * 400 + b"]" * 400, b'{"a":1}x', b"\x00", b"{}" * 2, b"1e999",
       b'{"ply":' + b"9" * 400 + b"}", b'{"x":"' + b"y" * 140000 + b'"}', b"game=carrara&seats=2")


def operations():
    """Each operation of the document: (method, path, what the document says of it)."""
    with open(os.path.join(TOP, "www/openapi.json")) as file:
        doc = json.load(file)
    schemas = doc["components"]["schemas"]

    def whole(part):
        """@part with its references followed."""
        if isinstance(part, dict):
            return whole(schemas[part["$ref"].split("/")[-1]]) if "$ref" in part else {key: whole(value) for key, value in part.items()}
        return [whole(value) for value in part] if isinstance(part, list) else part
    return [(method.upper(), path, whole({key: said.get(key, []) for key in ("parameters", "requestBody")}))
            for path, methods in doc["paths"].items() for method, said in methods.items()]


class Maker:
    """Makes requests by @chance (a random.Random). @known: what fits at present, by the name of a member or parameter: lists of values."""

    def __init__(self, chance, known):
        self.chance, self.known = chance, known

    def value(self, schema, name):
        """A value as @schema says, for the member @name; one that is known to fit more often than not."""
        pick = self.chance
        if self.known.get(name) and pick.random() < 0.8:
            return pick.choice(self.known[name])
        if "oneOf" in schema:
            return self.value(pick.choice(schema["oneOf"]), name)
        if "enum" in schema:
            return pick.choice(schema["enum"])
        kind = schema.get("type", "object")
        kind = pick.choice(kind) if isinstance(kind, list) else kind
        if kind == "integer":
            return pick.randrange(schema.get("minimum", 0), schema.get("maximum", 9) + 1)
        if kind == "boolean":
            return pick.random() < 0.5
        if kind == "array":
            return [self.value(schema["items"], name) for _ in range(pick.randrange(schema.get("minItems", 0), 4))]
        if kind == "object":
            needed = schema.get("required", [])
            return {key: self.value(one, key) for key, one in schema.get("properties", {}).items() if key in needed or pick.random() < 0.5}
        return pick.choice(("usual", "normal", "text", "1"))

    def spoilt(self, value):
        """@value with one thing changed in it, somewhere."""
        pick = self.chance
        if isinstance(value, dict) and value and pick.random() < 0.9:
            key, spoilt = pick.choice(list(value)), dict(value)
            how = pick.random()
            if how < 0.2:
                del spoilt[key]
            elif how < 0.3:
                spoilt[pick.choice(TEXTS)] = spoilt[key]
            else:
                spoilt[key] = self.spoilt(spoilt[key])
            return spoilt
        if isinstance(value, list) and value and pick.random() < 0.8:
            at = pick.randrange(len(value))
            return value * 40 if pick.random() < 0.2 else value[:at] + [self.spoilt(value[at])] + value[at + 1:]
        if isinstance(value, str) and value and pick.random() < 0.6:
            at = pick.randrange(len(value))
            return value[:at] + pick.choice(TEXTS[:8] + ("=", " ", "-", "9")) + value[at + pick.randrange(2):]
        return pick.choice(pick.choice((NUMBERS, TEXTS, ODD)))
