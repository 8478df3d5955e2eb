"""Pages as somebody without script sees them: links, forms and the buttons that send them."""

import functools
import urllib.parse

from markup import Markup

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "path", "circle",
        "line", "use", "polyline", "rect"}


class Button:
    def __init__(self, form, name, value, place):
        self.form, self.name, self.value, self.place, self.label = form, name, value, place, ""

    def fields(self, changes=None):
        """What the browser would send, in order; changes: {name: value} for fields of the form."""
        sent = [(k, (changes or {}).get(k, v)) for k, v in self.form.fields]
        return sent + ([(self.name, self.value)] if self.name else [])

    def __repr__(self):
        return f"<button {self.label!r} {self.name}={self.value}>"


class Form:
    def __init__(self, action, method, ident):
        self.action, self.method, self.id = action, method, ident
        self.fields, self.buttons, self.choices = [], [], {}
        self.selects = []  # (name, values) of each; they are not among the fields

    def value(self, name):
        return dict(self.fields).get(name)


class Link:
    def __init__(self, href, place, label=""):
        self.href, self.place, self.label = href, place, label


class Page(Markup):
    def __init__(self, text):
        self.forms, self.links = [], []
        self._form = self._button = self._link = None
        self._stack, self._loose, self._said, self._title, self._by_class = [], [], [], [], {}
        self.feed(text)
        self.text, self.title = "".join(self._said), "".join(self._title)
        self.by_class = {name: "".join(parts) for name, parts in self._by_class.items()}
        ids = {form.id: form for form in self.forms if form.id}
        for ident, button in self._loose:
            if ident in ids:
                button.form = ids[ident]
                ids[ident].buttons.append(button)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag not in VOID:
            self._stack.append((tag, set(a["class"].split()) if a.get("class") else ()))
        if tag == "form":
            self._form = Form(a.get("action", ""), a.get("method", "get").lower(), a.get("id"))
            self.forms.append(self._form)
        elif tag == "input" and self._form and a.get("name"):
            kind, name, value = a.get("type", "text"), a["name"], a.get("value", "")
            if kind == "radio":
                self._form.choices.setdefault(name, []).append(value)
            if kind not in ("radio", "checkbox") or "checked" in a:
                self._form.fields.append((name, value))
        elif tag == "select" and self._form:
            self._form.selects.append((a.get("name"), []))
        elif tag == "option" and self._form and self._form.selects:
            self._form.selects[-1][1].append(a.get("value", ""))
        elif tag == "button":
            self._button = Button(self._form, a.get("name"), a.get("value", ""), a.get("data-place"))
            if a.get("form"):
                self._loose.append((a["form"], self._button))
            elif self._form:
                self._form.buttons.append(self._button)
        elif tag == "a" and a.get("href"):
            self._link = Link(a["href"], a.get("data-place"), a.get("aria-label") or "")
            self.links.append(self._link)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        while self._stack and self._stack.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = None
        elif tag == "button":
            self._button = None
        elif tag == "a":
            self._link = None

    def handle_data(self, data):
        self._said.append(data)
        if self._button:
            self._button.label = (self._button.label + data).strip()
        if self._link:
            self._link.label = (self._link.label + data).strip()
        for tag, classes in self._stack:
            if tag == "title":
                self._title.append(data)
            for name in classes:
                self._by_class.setdefault(name, []).append(data)

    def form(self, ending):
        """The first form whose action ends so, or None."""
        return next((f for f in self.forms if f.action.endswith(ending)), None)

    def button(self, name, value=None):
        for form in self.forms:
            for button in form.buttons:
                if button.name == name and value in (None, button.value):
                    return button
        return None


@functools.lru_cache(maxsize=4)
def read(text):
    """The page of this text; who looks at one page several times in a row has it read once."""
    return Page(text)


def encode(fields):
    return urllib.parse.urlencode(fields).encode()
