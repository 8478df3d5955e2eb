"""What the text of a migration says of whether the version before bears it (docs/migrations.md)."""
import re

# Comments, strings and bodies of functions; a statement ends with a semicolon outside of all these.
TOKEN = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|;|[^-/'$;]+|.", re.S)
SAYS = re.compile(r"^-- (contract: since (\d{4}) \S.*|borne: \S.*)$", re.M)
TABLE = r"(?:IF EXISTS |ONLY )*(?:public\.)?(\w+)"
# What takes something away, or asks for more than the version before may give. The first group: the table, where it may be a new one.
NARROWS = [(re.compile(pattern, re.I | re.S), what) for pattern, what in (
    (r"^DROP (?!INDEX)(\w+)", "drops something"),
    (r"^ALTER \w+ .*\bRENAME\b", "renames"),
    (r"^ALTER TABLE %s\b.*\bDROP (?!CONSTRAINT|NOT NULL|DEFAULT)(?:COLUMN )?\w+" % TABLE, "drops a column"),
    (r"^ALTER TABLE %s\b.*\bDROP DEFAULT" % TABLE, "drops a default"),
    (r"^ALTER TABLE %s\b.*\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b" % TABLE, "changes a type"),
    (r"^ALTER TABLE %s\b.*\bSET NOT NULL" % TABLE, "lets a column be null no more"),
    (r"^ALTER TABLE %s\b.*\bADD (?:CONSTRAINT \w+ )?(?:CHECK|UNIQUE|FOREIGN KEY|EXCLUDE|PRIMARY KEY)\b" % TABLE, "adds a constraint"),
    (r"^CREATE UNIQUE INDEX \w+ ON %s\b" % TABLE, "adds a constraint"),
    (r"^CREATE (?:OR REPLACE )?VIEW (\w+)\b", "changes what a view shows"),
    (r"^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) (\w+)\b", "changes what a function does"),
    (r"^REVOKE .*\bFROM ridotto\b", "takes a right from the service"),
    (r"^SET LOCAL lock_timeout", "sets a lock_timeout, which is for the program to say"),
)]
ADDED = re.compile(r"^ALTER TABLE %s\b(.*)" % TABLE, re.I | re.S)
NEW = re.compile(r"^CREATE (?:UNLOGGED )?(?:TABLE|VIEW|FUNCTION|PROCEDURE) (?:IF NOT EXISTS )?(\w+)", re.I)


def statements(text):
    """[(comment before it, statement with what is in strings and bodies left out)]"""
    found, comment, words = [], "", ""
    for token in TOKEN.finditer(text):
        part = token[0]
        if part == ";":
            found.append((comment, " ".join(words.split())))
            comment = words = ""
        elif part.startswith(("--", "/*")):
            comment += "" if words.strip() else part + "\n"
        else:
            words += " '' " if part[0] in "'$" and len(part) > 1 else part
    return found


def is_demanding(statement):
    """Does it add a column that must be given, and has no default?"""
    added = ADDED.match(statement)
    for column in re.split(r"\bADD\b", added[2], flags=re.I)[1:] if added else []:
        if re.match(r" (?:COLUMN )?(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|FOREIGN\b|PRIMARY\b|EXCLUDE\b)\w+ ", column, re.I) \
                and re.search(r"\bNOT NULL\b", column, re.I) and not re.search(r"\bDEFAULT\b|\bGENERATED\b", column, re.I):
            return True
    return False


def complaints(name, text):
    """What is wrong with a migration called "0058_words.sql", a list of sentences."""
    made, said = set(), []
    for comment, statement in statements(text):
        new = NEW.match(statement)
        narrows = [what for pattern, what in NARROWS for found in [pattern.match(statement)] if found and not (pattern.groups and found[1].lower() in made)]
        if new:
            narrows = [what for what in narrows if not what.startswith("changes what a view") or "OR REPLACE" in statement.upper()]
            made.add(new[1].lower())
        if is_demanding(statement) and ADDED.match(statement)[1].lower() not in made:
            narrows.append("adds a column that the version before does not fill")
        says = SAYS.search(comment)
        if narrows and not says:
            said.append("%s %s, and no line -- contract: or -- borne: stands above it: %s" % (name, narrows[0], statement[:80]))
        elif says and says[2] and int(says[2]) >= int(name[:4]):
            said.append("%s: since %s is not one version earlier" % (name, says[2]))
    return said
