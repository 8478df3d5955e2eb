"""A service on another site, as hooks and pushes reach it: it keeps all that is sent there, and answers as it is told."""
import base64
import hashlib
import hmac
import http.server
import json
import re
import threading
import time

from harness import check, equal, wait_for


class Got:
    """One request."""

    def __init__(self, path, headers, body):
        self.path, self.headers, self.body, self.at = path, headers, body, time.time()

    def json(self):
        return json.loads(self.body)


class Elsewhere:
    """`with Elsewhere() as site`; site.url; site.answer(status, headers, body) for what comes from now on, or a function of the handler."""

    def __init__(self, host="127.0.0.1", port=0):
        self.got, self.status, self.headers, self.body, self.does = [], 204, {}, b"", None
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                site.got.append(Got(self.path, self.headers, body))
                if site.does:
                    return site.does(self)
                self.send_response(site.status)
                for name, value in site.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(site.body)))
                self.end_headers()
                self.wfile.write(site.body)
                return None

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads, request_queue_size = True, 256

            def handle_error(self, *_):
                pass

        self.server = Server((host, port), Handler)
        self.port = self.server.server_address[1]
        self.url = "http://%s:%d" % (host, self.port)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, status=204, headers=None, body=b"", does=None):
        self.status, self.headers, self.body, self.does = status, headers or {}, body, does

    def wait(self, n, path=None, seconds=60):
        """The first @n requests to @path (None: any)."""
        return wait_for(lambda: [g for g in self.got if path in (None, g.path)] if len([g for g in self.got if path in (None, g.path)]) >= n else None,
                        "%d requests to %s" % (n, path), seconds)


def signed(got, secret):
    """Is it signed with this secret, by Standard Webhooks, a moment ago?"""
    ident, at = got.headers["webhook-id"], got.headers["webhook-timestamp"]
    check(abs(time.time() - int(at)) < 300, "timestamp " + at)
    key = base64.b64decode(secret[len("whsec_"):])
    wanted = base64.b64encode(hmac.new(key, ("%s.%s." % (ident, at)).encode() + got.body, hashlib.sha256).digest()).decode()
    return got.headers["webhook-signature"] == "v1," + wanted


def make_hook(client, url, form="json", events=("turn", "started", "ended", "chat"), game=0):
    """By the form of the settings; returns the secret."""
    fields = {"csrf": client.csrf(), "do": "make", "url": url, "form": form, "game": str(game)}
    fields.update({"event." + event: "1" for event in events})
    page = client.post("/settings/hooks", fields)
    equal(page.status, 200, page.words)
    found = re.search(r'value="(whsec_[^"]+)"', page.text)
    check(found, "no secret is shown")
    return found[1]
