"""The documents that tell people what to type: their blocks, each with the heading that it stands under.

A block is what Markdown shows as code: lines indented by four, after an empty line, outside a list.
"""
import collections
import glob
import os
import re

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

Block = collections.namedtuple("Block", "document section number text") # number: from 1 on, below its heading; text ends with \n


def documents(top=TOP):
    """README.md and docs/*.md, as paths below @top."""
    return ["README.md"] + sorted(os.path.relpath(path, top) for path in glob.glob(os.path.join(top, "docs", "*.md")))


def blocks(document, top=TOP):
    with open(os.path.join(top, document)) as file:
        lines = file.read().split("\n")
    section, counts, found, at = "", collections.Counter(), [], 0
    listed = False # inside a list, where what is indented is its text
    while at < len(lines):
        line = lines[at]
        heading = re.match(r"#+ (.*)", line)
        if heading:
            section, listed = heading.group(1), False
        elif re.match(r"([-*]|\d+\.) ", line):
            listed = True
        elif line and not line.startswith(" "):
            listed = False
        if line.startswith("    ") and not listed and not lines[at - 1]:
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or (not lines[end] and lines[end + 1:end + 2] and lines[end + 1].startswith("    "))):
                end += 1
            counts[section] += 1
            text = "".join(part[4:] + "\n" for part in lines[at:end])
            found.append(Block(document, section, counts[section], text))
            at = end
        else:
            at += 1
    return found


def all_blocks(top=TOP):
    return [block for document in documents(top) for block in blocks(document, top)]
