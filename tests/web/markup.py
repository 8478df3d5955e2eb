"""HTML read as html.parser reads it, for pages that tidy has found sound, at a fraction of the time: a test of whole games reads
thousands."""
import html
import re

TOKEN = re.compile(r"""<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<rest>(?:[^"'>]+|"[^"]*"|'[^']*')*)>"""
                   r"""|<!--.*?-->|<[!?][^>]*>|(?P<data>[^<]+|<)""", re.S)
ATTRIBUTE = re.compile(r"""([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?""")


def attributes(text):
    """Pairs of name and value; None where there is no value."""
    found = []
    for name, value in ATTRIBUTE.findall(text):
        if value[:1] in ('"', "'"):
            value = value[1:-1]
        elif not value:
            value = None
        found.append((name.lower(), html.unescape(value) if value and "&" in value else value))
    return found


class Markup:
    """Calls handle_starttag(tag, attributes), handle_endtag(tag) and handle_data(text) of whoever inherits it."""

    def feed(self, text):
        for token in TOKEN.finditer(text):
            end, tag, rest, data = token.groups()
            if data is not None:
                self.handle_data(html.unescape(data) if "&" in data else data)
            elif end:
                self.handle_endtag(tag.lower())
            elif tag:
                found = attributes(rest) if rest else []
                if rest.endswith("/"):
                    self.handle_startendtag(tag.lower(), found)
                else:
                    self.handle_starttag(tag.lower(), found)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)
