#!/usr/bin/python3
"""A real SMTP server on loopback for the tests.

    smtp_server.py FOLDER [--port N] [--starttls] [--auth USER:PASSWORD]

Prints "port N" when it is ready. Every mail taken becomes FOLDER/0001.eml and so on (written whole, then renamed), with
X-Envelope-From and X-Envelope-To before its own headers. While FOLDER/answer exists, its text is the answer to DATA
("451 4.3.0 come back later", "550 5.1.1 nobody here"), or "hang": no answer until the file is gone.
"""
import argparse
import asyncio
import os
import ssl
import subprocess
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


class Folder:
    def __init__(self, path):
        self.path = path
        self.count = len([name for name in os.listdir(path) if name.endswith(".eml")])

    def answer(self):
        try:
            with open(os.path.join(self.path, "answer"), encoding="utf-8") as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    async def handle_DATA(self, server, session, envelope):
        while self.answer() == "hang":
            await asyncio.sleep(0.1)
        if self.answer():
            return self.answer()
        self.count += 1
        name = os.path.join(self.path, f"{self.count:04d}.eml")
        with open(name + ".part", "wb") as file:
            file.write(f"X-Envelope-From: {envelope.mail_from}\r\n".encode())
            file.write(f"X-Envelope-To: {', '.join(envelope.rcpt_tos)}\r\n".encode())
            file.write(envelope.content)
        os.rename(name + ".part", name)
        return f"250 2.0.0 taken as {self.count}"


def certificate(folder):
    """A self-signed certificate for localhost, made on the spot."""
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    return context


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--starttls", action="store_true")
    parser.add_argument("--auth")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    options = {}
    if args.starttls:
        options.update(tls_context=certificate(args.folder), require_starttls=True)
    if args.auth:
        user, password = args.auth.split(":", 1)

        def authenticator(_server, _session, _envelope, _mechanism, data):
            right = isinstance(data, LoginPassword) and (data.login, data.password) == (user.encode(), password.encode())
            return AuthResult(success=right, handled=False)

        options.update(authenticator=authenticator, auth_required=True, auth_require_tls=args.starttls)

    class House(Controller):
        def _trigger_server(self):
            """The port is known only now when 0 was asked for."""
            self.port = self.server.sockets[0].getsockname()[1]
            super()._trigger_server()

    controller = House(Folder(args.folder), hostname="127.0.0.1", port=args.port, **options)
    controller.start()
    print("port", controller.port, flush=True)
    try:
        sys.stdin.read()  # until whoever started it goes away
    except KeyboardInterrupt:
        pass
    controller.stop()


main()
