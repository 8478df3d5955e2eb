#!/usr/bin/python3
"""A real SMTP server on loopback for the tests, and what goes wrong with such servers.

    smtp_server.py FOLDER [--port N] [--starttls [--pem FILE]] [--auth USER:PASSWORD]

Prints "port N" when it is ready. Every mail taken becomes FOLDER/0001.eml and so on (written whole, then renamed), with
X-Envelope-From, X-Envelope-To, X-Ready (when it was announced by MAIL, Unix time), X-Taken (when the server
had it) and X-Connection (a number) before its own headers. FOLDER/announced has a line for each MAIL. While FOLDER/answer exists, its text is the answer to DATA
("451 4.3.0 come back later", "550 5.1.1 nobody here"), or "hang": no answer until the file is gone.

While FOLDER/fault exists, its one line "STAGE WHAT" says what happens at a stage:
  STAGE  greeting, ehlo, starttls, auth, mail, rcpt, data, text (after ten lines of the message), end (after its last)
  WHAT   hang, close, or an answer such as "451 4.3.0 come back later"
"no-starttls": the server does not offer it. "lost": the message is taken, and the connection closed instead of an answer.

While FOLDER/returns exists ("550 5.1.1 nobody here"), every mail is taken and comes back: FOLDER/0001.dsn is what a server
further on sends to the envelope sender, who finds the mail as it was in it.
"""
import argparse
import asyncio
import email.message
import os
import ssl
import subprocess
import sys
import time
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


def notification(envelope, words):
    """A delivery status notification (RFC 3464) about a mail, by the standard library."""
    status = MIMEBase("message", "delivery-status")
    server, address = email.message.Message(), email.message.Message()
    server["Reporting-MTA"] = "dns; mx.example.net"
    address["Final-Recipient"] = "rfc822; " + envelope.rcpt_tos[0]
    address["Action"] = "failed"
    address["Status"] = words.split()[1]
    address["Diagnostic-Code"] = "smtp; " + words
    status.set_payload([server, address])
    report = MIMEMultipart("report", report_type="delivery-status")
    report["From"], report["To"] = "MAILER-DAEMON@mx.example.net", envelope.mail_from
    report["Subject"] = "Undelivered mail"
    report.attach(MIMEText("This mail did not reach its reader."))
    report.attach(status)
    report.attach(MIMEMessage(email.message_from_bytes(envelope.content)))
    return report.as_bytes()


class Folder:
    def __init__(self, path):
        self.path = path
        self.count = len([name for name in os.listdir(path) if name.endswith(".eml")])
        self.connections = 0

    def line(self, name):
        try:
            with open(os.path.join(self.path, name), encoding="utf-8") as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    async def handle_DATA(self, server, session, envelope):
        while self.line("answer") == "hang":
            await asyncio.sleep(0.1)
        if self.line("answer"):
            return self.line("answer")
        if await server.fault("end"):
            return ""
        self.count += 1
        name = os.path.join(self.path, f"{self.count:04d}.eml")
        with open(name + ".part", "wb") as file:
            for header, value in (("Envelope-From", envelope.mail_from), ("Envelope-To", ", ".join(envelope.rcpt_tos)),
                                  ("Taken", f"{time.time():.6f}"), ("Ready", f"{server.ready:.6f}"), ("Connection", server.number)):
                file.write(f"X-{header}: {value}\r\n".encode())
            file.write(envelope.content)
        os.rename(name + ".part", name)
        if self.line("returns"):
            with open(name[:-len("eml")] + "dsn", "wb") as file:
                file.write(notification(envelope, self.line("returns")))
        if self.line("fault") == "lost":
            server.transport.abort()
            return ""
        return f"250 2.0.0 taken as {self.count}"


class Talk(SMTP):
    """One connection. A command that is at fault is not answered, or with what the fault says."""

    def __init__(self, handler, *args, **more):
        super().__init__(handler, *args, **more)
        self.folder = handler
        self.ready = 0.0
        handler.connections += 1
        self.number = handler.connections

    async def push(self, status):
        if status:  # an answer was given already, or never will be
            await super().push(status)

    async def fault(self, stage):
        """True: this stage is dealt with."""
        where, _, what = self.folder.line("fault").partition(" ")
        if where != stage:
            return False
        if what == "close":
            self.transport.abort()
        elif what == "hang":
            while self.folder.line("fault") == f"{stage} hang" and self.transport and not self.transport.is_closing():
                await asyncio.sleep(0.1)
            return False
        else:
            await self.push(what)
        return True

    async def _handle_client(self):
        if not await self.fault("greeting"):
            await super()._handle_client()

    async def smtp_EHLO(self, hostname):
        context = self.tls_context
        if self.folder.line("fault") == "no-starttls":
            self.tls_context = None
        if not await self.fault("ehlo"):
            await super().smtp_EHLO(hostname)
        self.tls_context = context

    async def smtp_STARTTLS(self, arg):
        if not await self.fault("starttls"):
            await super().smtp_STARTTLS(arg)

    async def smtp_AUTH(self, arg):
        if not await self.fault("auth"):
            await super().smtp_AUTH(arg)

    async def smtp_MAIL(self, arg):
        self.ready = time.time()
        with open(os.path.join(self.folder.path, "announced"), "a", encoding="utf-8") as file:
            file.write(f"{arg}\n")
        if not await self.fault("mail"):
            await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg):
        if not await self.fault("rcpt"):
            await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg):
        if await self.fault("data"):
            return
        if self.folder.line("fault").startswith("text"):
            await self.push("354 go on")
            for _ in range(10):
                await self._reader.readline()
            await self.fault("text")
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


def certificate(folder, pem):
    """That of a file with key and certificates, or a self-signed one for localhost, made on the spot."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    if pem:
        context.load_cert_chain(pem)
        return context
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True)
    context.load_cert_chain(cert, key)
    return context


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--starttls", action="store_true")
    parser.add_argument("--pem")
    parser.add_argument("--auth")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    options = {}
    if args.starttls:
        options.update(tls_context=certificate(args.folder, args.pem), require_starttls=True)
    if args.auth:
        user, password = args.auth.split(":", 1)

        def authenticator(_server, _session, _envelope, _mechanism, data):
            right = isinstance(data, LoginPassword) and (data.login, data.password) == (user.encode(), password.encode())
            return AuthResult(success=right, handled=False)

        options.update(authenticator=authenticator, auth_required=True, auth_require_tls=args.starttls)

    class House(Controller):
        def factory(self):
            return Talk(self.handler, **self.SMTP_kwargs)

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
