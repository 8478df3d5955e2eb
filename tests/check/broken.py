"""What `ridotto check` says of an installation that is broken in one place after the other: run by test_check, which brings the database. Real
servers stand around it: PostgreSQL, SMTP, dnsmasq, nginx. Prints TAP."""
import contextlib
import ctypes
import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback

TOP = os.environ["RIDOTTO_TOP"]
sys.path.insert(0, os.path.join(TOP, "tests/lib"))
sys.dont_write_bytecode = True
from ports import free_port  # noqa: E402
from psql import Psql  # noqa: E402
from smtp import Smtp  # noqa: E402

RIDOTTO, HERE, ADMIN = os.environ["RIDOTTO"], os.environ["postgres_dir"], os.environ["postgres_admin"]
PSQL = Psql(ADMIN, "|")
STATE, EMPTY = os.path.join(HERE, "state"), os.path.join(HERE, "empty")
DOMAIN = "play.example.test"
os.makedirs(STATE)
os.makedirs(EMPTY)
os.environ.update(RIDOTTO_DATA=TOP, RIDOTTO_STATE=STATE, RIDOTTO_MAILDIR=STATE, RIDOTTO_MAIL_FROM="Ridotto <ridotto@%s>" % DOMAIN)


def sql(text):
    return PSQL.ask(text).strip()


# ---- what is asked, and what has to be said ----

class Said:
    """One run: its status, and what it said as (check, state, says, mend)."""

    def __init__(self, *arguments, **environment):
        done = subprocess.run([RIDOTTO, "check", "--json", *arguments], env=dict(os.environ, **environment), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        self.status, self.stderr = done.returncode, done.stderr
        self.rows = [json.loads(line) for line in done.stdout.splitlines()]

    def __str__(self):
        return "status %d, %s\n%s" % (self.status, "\n".join("%(check)s %(state)s: %(says)s" % row for row in self.rows), self.stderr)

    def has(self, state, words, mend=None):
        """Is there a finding of that state with these words, and these in what mends it? What is wrong is never without."""
        if any(row["state"] == "wrong" and not row["mend"] for row in self.rows):
            return False
        return any(row["state"] == state and words in row["says"] and (mend is None or mend in row["mend"]) for row in self.rows)


def well(said, *words):
    """Nothing is wrong, and these words are among what is right."""
    assert said.status == 0, said
    for one in words:
        assert said.has("ok", one), said


def broken(said, words, mend):
    assert said.status == 1, said
    assert said.has("wrong", words, mend), said


@contextlib.contextmanager
def changed(change, back):
    """The database, changed for a while."""
    sql(change)
    try:
        yield
    finally:
        sql(back)


def file_of(name, text, mode=0o640):
    path = os.path.join(HERE, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def wait_until_open(port):
    """Until somebody listens at the TCP port; a connection would be a request that nobody has made."""
    for _ in range(400):
        if b":%04X 00000000:0000 0A " % port in read("/proc/net/tcp"):
            return
        time.sleep(0.05)
    raise AssertionError("nobody listens at %d" % port)


# ---- the command itself ----

def test_command():
    "the command line: help lists every check, what it does not know ends with 2, names choose"
    text = subprocess.run([RIDOTTO, "check", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = re.findall(r"^  ([a-z]+) {2,}", text, re.M)
    assert {"settings", "mail", "dns", "backup"} <= set(names), names
    assert {row["check"] for row in Said().rows} == set(names)
    assert {row["check"] for row in Said("clock", "disk").rows} == {"clock", "disk"}
    for wrong in (["nonsense"], ["--resolver", "nonsense"], ["--resolver", "127.0.0.1:0"], ["--room", "-1"], ["--plain-port", "0"], ["--mail", "nobody"]):
        said = Said(*wrong)
        assert said.status == 2 and not said.rows and said.stderr, said
    plain = subprocess.run([RIDOTTO, "check", "backup"], stdout=subprocess.PIPE, text=True, check=False)
    assert plain.returncode == 1 and re.search(r"^wrong    backup      No backup .*\n +To mend it: ", plain.stdout), plain.stdout
    assert plain.stdout.endswith("\n0 ok, 1 wrong, 0 unknown, 0 skipped.\n"), plain.stdout


# ---- settings ----

def test_settings():
    "settings: each line that is none is named with its number, and the one that was meant; a file that all can read, or nobody"
    good = file_of("good.conf", "RIDOTTO_PORT=8080\n")
    well(Said("settings", "--config", good), "Every line of %s is a setting" % good)
    bad = file_of("bad.conf", "RIDOTTO_PORT=8080\nRIDOTTO_DATABSE=x\n\nRIDOTTO_THREADS=many\nnonsense\nRIDOTTO_SMTP_PASSWORD=x\n", 0o644)
    said = Said("settings", "--config", bad)
    broken(said, "%s:2: there is no setting RIDOTTO_DATABSE (is it RIDOTTO_DATABASE?)" % bad, "change that line of " + bad)
    broken(said, "%s:4: RIDOTTO_THREADS cannot be 'many'" % bad, bad)
    broken(said, "%s:5: a line says NAME=value" % bad, bad)
    broken(said, "%s holds a password and everybody can read it" % bad, "chmod o-r " + bad)
    assert len(said.rows) == 4, said
    broken(Said("settings", "--config", os.path.join(HERE, "none.conf")), "none.conf: No such file or directory", "--config")
    broken(Said("settings", RIDOTTO_JOINING="never"), "RIDOTTO_JOINING cannot be 'never'", "unset that variable")


def test_settings_together():
    "settings: what cannot be together is told: a name without a mail server, a sender that is none, a folder that is not there"
    broken(Said("settings", "--url", "https://play.example.org"), "no mail server", "RIDOTTO_SMTP_URL")
    with_mail = ["settings", "--url", "https://play.example.org", "--smtp-url", "smtp://127.0.0.1:1"]
    well(Said(*with_mail))
    broken(Said(*with_mail, "--mail-from", "Ridotto <r@localhost>"), "which nobody takes", "RIDOTTO_MAIL_FROM")
    broken(Said(*with_mail, "--smtp-user", "r"), "no password", "RIDOTTO_SMTP_PASSWORD")
    broken(Said(*with_mail, RIDOTTO_SITE=EMPTY + "/none"), "RIDOTTO_SITE is", "readable")


def test_reload():
    "reload: a file of settings that has changed since the service read it, until it has read it again; without a service nothing is said"
    port = free_port()
    path = file_of("running.conf", "RIDOTTO_PORT=%d\n" % port)
    asked = ["reload", "--config", path]
    assert Said(*asked).has("skipped", "No service answers"), "nobody is there"
    service = subprocess.Popen([RIDOTTO, "serve", "--config", path, "--no-worker"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))

    def reload(words):
        service.send_signal(signal.SIGHUP)
        while words not in service.stderr.readline():
            assert service.poll() is None, "the service ended"

    try:
        service.stdout.readline()
        well(Said(*asked), "has read %s as it is now" % path)
        file_of("running.conf", "RIDOTTO_PORT=%d\nRIDOTTO_JOINING=closed\n" % port)
        broken(Said(*asked), path + " has changed since the service read it", "systemctl reload ridotto-serve")
        reload("were read again")
        well(Said(*asked), "as it is now")
        file_of("running.conf", "RIDOTTO_PORT=%d\nRIDOTTO_JOINING=clsoed\n" % port)
        reload("nothing was read again")
        broken(Said("reload", RIDOTTO_PORT=str(port)), "has changed since", "journalctl -u ridotto-serve")
        os.unlink(path)
        broken(Said("reload", RIDOTTO_PORT=str(port)), "has changed since", "systemctl reload")
        reload("nothing was read again")
        file_of("running.conf", "")
        reload("were read again")
        well(Said("reload", RIDOTTO_PORT=str(port)), "as it is now")
    finally:
        service.kill()
        service.wait()
        service.stdout.close()
        service.stderr.close()


# ---- the database ----

def test_database():
    "database: one that does not answer is told once, and what needs it is skipped"
    well(Said("database"), "the service is the role ridotto, which owns nothing")
    said = Said("database", "migrations", "rights", "worker", "outbox", "--database", "host=127.0.0.1 port=1 user=ridotto")
    broken(said, "The database cannot be reached", "RIDOTTO_DATABASE")
    assert [row["state"] for row in said.rows] == ["wrong"] + ["skipped"] * 4, said
    broken(Said("database", "--database", os.environ["RIDOTTO_DATABASE"].replace("dbname=ridotto", "dbname=none")), "does not exist", "createdb")


def test_roles():
    "database: a superuser, an owner of the tables and a member of the owner are too much for the service"
    broken(Said("database", "--database", ADMIN), "superuser", "NOSUPERUSER")
    owner = os.environ["RIDOTTO_OWNER_DATABASE"]
    broken(Said("database", "--database", owner), "ridotto_owner, owns ", "RIDOTTO_DATABASE")
    with changed("GRANT ridotto_owner TO ridotto", "REVOKE ridotto_owner FROM ridotto"):
        broken(Said("database"), "may act as their owner", "no member of ridotto_owner")
    with changed("ALTER ROLE ridotto CREATEDB", "ALTER ROLE ridotto NOCREATEDB"):
        broken(Said("database"), "createdb", "NOCREATEDB")


def test_rights():
    "rights: sql/rights is what the migrations grant; one that is lacking and one too many are named"
    said = Said("rights")
    assert said.status == 0, "sql/rights is to tell what the migrations grant: take out what it says is lacking, sort in what it does not need\n%s" % said
    with changed("REVOKE SELECT ON game FROM ridotto", "GRANT SELECT ON game TO ridotto"):
        broken(Said("rights"), "lacks rights: SELECT game", "GRANT")
    with changed("GRANT DELETE ON move TO PUBLIC", "REVOKE DELETE ON move FROM PUBLIC"):
        broken(Said("rights"), "does not need: DELETE move", "REVOKE")
    with changed("GRANT UPDATE (ply) ON snapshot TO ridotto", "REVOKE UPDATE (ply) ON snapshot FROM ridotto"):
        broken(Said("rights"), "does not need: UPDATE snapshot.ply", "REVOKE")
    with changed("REVOKE EXECUTE ON FUNCTION person_leave FROM ridotto", "GRANT EXECUTE ON FUNCTION person_leave TO ridotto"):
        broken(Said("rights"), "CALL person_leave(bigint)", "GRANT")
    with changed("CREATE TABLE mine (a int)", "DROP TABLE mine"):
        well(Said("rights"))


def test_migrations():
    "migrations: none, one that is missing, one too many, and a file that is another"
    known = len(glob.glob(os.path.join(TOP, "sql/migrations/*.sql")))
    well(Said("migrations"), "All %d migrations" % known)
    last = sql("SELECT number, name, checksum FROM migration ORDER BY number DESC LIMIT 1").split("|")
    with changed("DELETE FROM migration WHERE number = %s" % last[0], "INSERT INTO migration VALUES (%s, '%s', '%s')" % tuple(last)):
        broken(Said("migrations"), "lacks 1 migration of %d" % known, "ridotto migrate")
        assert Said("rights").has("skipped", "another one"), "rights of another schema"
    with changed("INSERT INTO migration VALUES (%d, 'later.sql', '00')" % (known + 1), "DELETE FROM migration WHERE number = %d" % (known + 1)):
        broken(Said("migrations"), "older than the schema", "newer program")
    with changed("UPDATE migration SET checksum = '00' WHERE number = %s" % last[0],
                 "UPDATE migration SET checksum = '%s' WHERE number = %s" % (last[2], last[0])):
        broken(Said("migrations"), "not the file this database was made with", "restore a backup")
    sql("CREATE DATABASE bare OWNER ridotto_owner")
    broken(Said("migrations", "--database", os.environ["RIDOTTO_DATABASE"].replace("dbname=ridotto", "dbname=bare")), "no schema yet", "ridotto migrate")


def test_worker():
    "worker: never there, silent, ahead of the clock"
    broken(Said("worker"), "No worker has ever been at work", "systemctl restart")
    for ago, words in (("1 minute", None), ("20 minutes", "for 20 minutes"), ("-10 minutes", "in the future")):
        sql("DELETE FROM pulse; INSERT INTO pulse VALUES ('clock', now() - interval '%s')" % ago)
        said = Said("worker")
        well(said, "A worker was at work") if words is None else broken(said, words, "systemctl" if "for" in words else "timedatectl")
    sql("DELETE FROM pulse")


def test_outbox():
    "outbox: e-mail that waits for long, and e-mail that failed"
    well(Said("outbox"), "No e-mail has waited for long")
    person = sql("INSERT INTO person (name, email, password_hash, zone) VALUES ('Ada', 'ada@example.org', 'x', 'Europe/Rome') RETURNING id").splitlines()[0]
    sql("INSERT INTO outbox (person, kind, queued, due) VALUES (%s, 'confirm', now() - interval '1 hour', now() - interval '1 hour')" % person)
    broken(Said("outbox"), "has waited for 60 minutes", "--mail")
    sql("UPDATE outbox SET status = 'failed', done = now()")
    broken(Said("outbox"), "1 e-mail of the last seven days could not be sent", "ridotto user show")
    sql("DELETE FROM outbox; DELETE FROM person")


# ---- mail ----

def test_mail():
    "mail: one is sent where --mail says, and what the server answers is told; without --mail none is"
    with contextlib.ExitStack() as stack:
        smtp = Smtp(os.path.join(HERE, "smtp"))
        stack.callback(smtp.stop)
        url = "smtp://127.0.0.1:%d" % smtp.port
        said = Said("mail", "--smtp-url", url)
        assert said.status == 0 and said.has("skipped", "give --mail ADDRESS") and not os.listdir(smtp.folder), said
        well(Said("mail", "--smtp-url", url, "--mail", "you@example.org"), "took an e-mail to you@example.org: 250 2.0.0 taken as 1")
        with open(os.path.join(smtp.folder, "0001.eml"), encoding="utf-8") as mail:
            text = mail.read()
        assert "To: you@example.org" in text and "From: Ridotto <ridotto@%s>" % DOMAIN in text and "try the mail server" in text, text
        for fault, words, mend in (("rcpt 550 5.1.1 nobody here", "550 5.1.1 nobody here", "whether that address exists"),
                                   ("data 451 4.3.0 come back later", "451 4.3.0 come back later", "try again"),
                                   ("mail 550 5.7.1 not from there", "550 5.7.1 not from there", "RIDOTTO_SMTP_URL")):
            smtp.fault(fault)
            broken(Said("mail", "--smtp-url", url, "--mail", "you@example.org"), words, mend)
        smtp.fault(None)
        broken(Said("mail", "--smtp-url", url, "--smtp-tls", "--mail", "you@example.org"), "takes no e-mail from this site", "RIDOTTO_SMTP_TLS")
    broken(Said("mail", "--smtp-url", url, "--mail", "you@example.org"), "takes no e-mail from this site", "RIDOTTO_SMTP_URL")


# ---- DNS ----

@contextlib.contextmanager
def names(*records):
    """dnsmasq, which knows all of .test and nothing else; each record: name, string..."""
    port = free_port()
    process = subprocess.Popen([shutil.which("dnsmasq", path=os.environ["PATH"] + ":/usr/sbin"), "--keep-in-foreground", "--conf-file=/dev/null",
                                "--port=%d" % port, "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv", "--no-hosts", "--local=/test/",
                                "--pid-file=", "--user=", "--log-facility=" + os.path.join(HERE, "dnsmasq.log"),
                                *("--txt-record=%s,%s" % (record[0], ",".join(record[1:])) for record in records)])
    server = "127.0.0.1:%d" % port
    try:
        wait_until_open(port)
        yield server
    finally:
        process.kill()
        process.wait()


SPF = (DOMAIN, "v=spf1 mx -all")
DMARC = ("_dmarc.example.test", "v=DMARC1; p=quarantine")
KEY = "A" * 240
DKIM = ("mail._domainkey." + DOMAIN, "v=DKIM1; k=rsa; p=" + "A" * 200, KEY, KEY, KEY)


def asked(*records, more=()):
    with names(*records) as server:
        return Said("dns", "--resolver", server, *more)


def test_dns():
    "dns: SPF, DKIM and DMARC as they should be, DMARC of the domain above too, and a key in several pieces"
    said = asked(SPF, DMARC, DKIM, (DOMAIN, "some=thing else"), more=("--dkim", "mail"))
    well(said, "has an SPF record: v=spf1 mx -all", "The DKIM key is at mail._domainkey." + DOMAIN, "example.test has a DMARC record")
    well(asked(SPF, ("_dmarc." + DOMAIN, "v=DMARC1;p=none")), "%s has a DMARC record" % DOMAIN)
    assert asked(SPF, DMARC).has("skipped", "set RIDOTTO_DKIM"), "no selector"
    well(asked(("back.test", "v=spf1 ~all"), DMARC, more=("--bounce-address", "bounces@back.test")), "back.test has an SPF record")


def test_dns_broken():
    "dns: each record that is missing, there twice, or says nothing"
    broken(asked(DMARC), "has no SPF record", 'TXT "v=spf1')
    broken(asked(SPF, DMARC, (DOMAIN, "v=spf1 a -all")), "2 SPF records", "one of them")
    broken(asked((DOMAIN, "v=spf1 +all"), DMARC), "lets everybody send", "-all")
    broken(asked((DOMAIN, "v=spf1 mx"), DMARC), "refuses nobody", "-all")
    broken(asked((DOMAIN, "v=spf10 -all"), DMARC), "has no SPF record", "TXT")
    broken(asked(SPF), "has no DMARC record", "TXT \"v=DMARC1")
    broken(asked(SPF, DMARC, ("_dmarc.example.test", "v=DMARC1; p=none")), "2 DMARC records", "one of them")
    broken(asked(SPF, ("_dmarc.example.test", "v=DMARC1; p=some")), "has no policy", "p=none")
    broken(asked(SPF, DMARC, more=("--dkim", "mail")), "holds no DKIM key", "v=DKIM1")
    broken(asked(SPF, DMARC, ("mail._domainkey." + DOMAIN, "v=DKIM2; p=AAAA"), more=("--dkim", "mail")), "holds no DKIM key", "v=DKIM1")
    broken(asked(SPF, DMARC, ("mail._domainkey." + DOMAIN, "v=DKIM1; p="), more=("--dkim", "mail")), "was withdrawn", "RIDOTTO_DKIM")


def test_dns_silent():
    "dns: a name server that does not answer is no fault of the records: unknown, and the status is 2"
    said = Said("dns", "--resolver", "127.0.0.1:%d" % free_port())
    assert said.status == 2 and said.has("unknown", "The DNS does not answer", "--resolver") and len(said.rows) == 1, said
    assert Said("dns", "--mail-from", "r@localhost").has("skipped", "localhost"), "no name to ask for"


# ---- the web server in front ----

NGINX = """daemon off; {user}worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/b; fastcgi_temp_path {folder}/f; proxy_temp_path {folder}/p; scgi_temp_path {folder}/s; uwsgi_temp_path {folder}/u;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {cert}; ssl_certificate_key {key};
        location / {{ {inside} }}
    }}
    server {{ listen 127.0.0.1:{plain_port}; location / {{ {plain} }} }}
}}
"""
PASSED = {"X-Forwarded-For": "$remote_addr", "X-Forwarded-Proto": "$scheme", "Host": "$http_host"}


class Front:
    """`ridotto serve` behind nginx with TLS."""

    def __init__(self):
        self.folder, self.port, self.plain_port = os.path.join(HERE, "front"), free_port(), free_port()
        self.url, self.socket = "https://localhost:%d" % self.port, os.path.join(HERE, "front", "serve.sock")
        os.makedirs(self.folder, exist_ok=True)
        self.ca = self.certificate("cert", days=20)
        self.service = subprocess.Popen([RIDOTTO, "serve", "--socket", self.socket, "--url", self.url, "--no-worker"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True,
                                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1000, 1000)))
        self.service.stdout.readline()

    def close(self):
        self.service.terminate()
        self.service.wait()

    def certificate(self, name, days, host="localhost", made="-1h"):
        """A certificate that vouches for itself, as NAME.pem, and its key as NAME-key.pem; @made: when, for faketime."""
        path = os.path.join(self.folder, name)
        late = {"LD_PRELOAD": glob.glob("/usr/lib/*/faketime/libfaketime.so.1")[0], "FAKETIME": made}
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path + "-key.pem", "-out", path + ".pem", "-days", str(days),
                        "-subj", "/CN=" + host, "-addext", "subjectAltName=DNS:%s,DNS:www.%s" % (host, host)], check=True, capture_output=True,
                       env=dict(os.environ, **late))
        return path + ".pem"

    def asked(self, inside=None, drop=None, more="", ca=True, check="proxy", cert="cert", plain="return 301 {url}$request_uri;"):
        """What is said while nginx passes on all but the header @drop."""
        passed = "".join("proxy_set_header %s %s; " % pair for pair in PASSED.items() if pair[0] != drop)
        pem = os.path.join(self.folder, cert)
        path = file_of("front/nginx.conf", NGINX.format(folder=self.folder, port=self.port, cert=pem + ".pem", key=pem + "-key.pem",
                                                        plain_port=self.plain_port, plain=plain.format(url=self.url), user="user root; " if os.getuid() == 0 else "",
                                                        inside=inside or "proxy_pass http://unix:%s; %s%s" % (self.socket, passed, more)))
        nginx = subprocess.Popen([shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"), "-p", self.folder, "-c", path],
                                 stderr=subprocess.DEVNULL)
        try:
            wait_until_open(self.port)
            return Said(check, "--url", self.url, "--plain-port", str(self.plain_port), *(["--ca", pem + ".pem"] if ca else []))
        finally:
            nginx.terminate()
            nginx.wait()


def test_proxy():
    "proxy: what nginx passes on is seen at the site's own address; headers that it forgets or drops are named"
    front = Front()
    with contextlib.ExitStack() as stack:
        stack.callback(front.close)
        well(front.asked(), "The web server says who asks: 127.0.0.1", "TLS is passed on")
        well(front.asked(check="reload"), os.environ.get("RIDOTTO_CONFIG", "/etc/ridotto/ridotto.conf"))  # by way of nginx: its own door is not told
        broken(front.asked(drop="X-Forwarded-For"), "the address that a visitor makes up", "X-Forwarded-For $remote_addr")
        broken(front.asked(drop="X-Forwarded-Proto"), "does not say that a request came over TLS", "X-Forwarded-Proto $scheme")
        broken(front.asked(more="proxy_hide_header Strict-Transport-Security;"), "Strict-Transport-Security does not reach", "proxy_hide_header")
        broken(front.asked(more="proxy_cookie_flags ~ nosecure;"), "without Secure", "proxy_cookie_flags")
        broken(front.asked(more="proxy_hide_header Set-Cookie;"), "No cookie", "proxy_cookie_flags")
        broken(front.asked(ca=False), "does not answer: SSL certificate problem", "certbot renew")
        broken(front.asked(inside="return 200 hello;"), "not as this service does", "pass on all paths")
        # The service that runs here has few files to open.
        broken(Said("files"), "may have 1000 open files", "LimitNOFILE")
    broken(Said("proxy", "--url", front.url), "does not answer", "systemctl status nginx")


def test_certificate():
    "certificate: trusted and long enough; in its last days, ended, of another name, vouched for by nobody; and where nobody answers"
    front = Front()
    with contextlib.ExitStack() as stack:
        stack.callback(front.close)
        well(front.asked(check="certificate"), "is trusted, and good for 19 days")
        front.certificate("short", days=14)
        broken(front.asked(check="certificate", cert="short"), "ends in 13 days", "certbot renew")
        front.certificate("ended", days=3, made="-9d")
        broken(front.asked(check="certificate", cert="ended"), "has ended", "certbot renew")
        front.certificate("other", days=90, host="other.example.test")
        broken(front.asked(check="certificate", cert="other"), "is of other.example.test, www.other.example.test and not of localhost", "certbot --nginx -d localhost")
        broken(front.asked(check="certificate", ca=False), "none that browsers trust", "fullchain.pem")
    said = Said("certificate", "--url", front.url)
    assert said.status == 2 and said.has("unknown", "No certificate was seen", "nginx"), said
    assert Said("certificate", "plain", "--url", "http://localhost:%d" % front.port).rows[1]["state"] == "skipped"


def test_plain():
    "plain: http:// of the site's name leads to the site; or it shows the site, leads elsewhere, or nobody answers"
    front = Front()
    with contextlib.ExitStack() as stack:
        stack.callback(front.close)
        well(front.asked(check="plain"), "http://localhost:%d/ leads to %s" % (front.plain_port, front.url))
        broken(front.asked(check="plain", plain="return 200 hello;"), "answers 200 and does not lead to " + front.url, "return 301 https://$host$request_uri")
        broken(front.asked(check="plain", plain="return 301 {url}1/;"), "leads to %s1/ and not to" % front.url, "certbot --nginx --redirect -d localhost")
        broken(front.asked(check="plain", plain="return 301 http://localhost/;"), "leads to http://localhost/ and not", "certbot")
    broken(Said("plain", "--url", front.url, "--plain-port", str(front.plain_port)), "does not answer", "return 301")


def test_files():
    "files: without a service that could be looked at, what counts is what is started from here"
    code = "import resource, os, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512)); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", code, RIDOTTO, "check", "files"], stdout=subprocess.PIPE, text=True, check=False)
    running = [path for path in glob.glob("/proc/[0-9]*/cmdline") if re.match(rb"([^\0]*/)?ridotto\0(serve|fcgi)\0", read(path))]
    assert running or (done.returncode == 1 and "may have 512 open files" in done.stdout), done.stdout


# ---- the machine ----

def fonts(*folders):
    """A configuration of fontconfig that knows these folders only."""
    return {"FONTCONFIG_FILE": file_of("fonts.conf", '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>%s<cachedir>%s</cachedir>'
                                       "</fontconfig>" % ("".join("<dir>%s</dir>" % folder for folder in folders), os.path.join(HERE, "fonts")))}


def test_fonts():
    "fonts: those for text and for Japanese, and each kind that is missing"
    well(Said("fonts"), "Pictures show text in", "Pictures show headings in", "Pictures show Japanese in")
    said = Said("fonts", **fonts(EMPTY))
    broken(said, "lack a font for their text", "fonts-dejavu-core")
    broken(said, "lack a font for their headings", "fonts-dejavu-core")
    broken(said, "lack a font for Japanese", "fonts-noto-cjk")
    said = Said("fonts", **fonts("/usr/share/fonts/truetype/dejavu"))
    broken(said, "lack a font for Japanese", "fonts-noto-cjk")
    assert said.has("ok", "text in DejaVu Sans"), said


def test_zones():
    "zones: none on the system, and one of a member that is not known"
    well(Said("zones"), "time zones.", "that members have chosen are known")
    broken(Said("zones", TZDIR=EMPTY), "deadlines and nightly rests", "tzdata")
    sql("INSERT INTO person (name, email, password_hash, zone) VALUES ('Ada', 'ada@example.org', 'x', 'Europe/Atlantis')")
    broken(Said("zones"), "Europe/Atlantis is not known here; it is that of 1 member.", "tzdata")
    sql("DELETE FROM person")


class Timex(ctypes.Structure):
    _fields_ = [("modes", ctypes.c_uint), ("offset", ctypes.c_long), ("freq", ctypes.c_long), ("maxerror", ctypes.c_long),
                ("esterror", ctypes.c_long), ("status", ctypes.c_int), ("rest", ctypes.c_char * 256)]


def test_clock():
    "clock: one that is an hour behind the database's, and what the kernel says of it"
    assert Said("clock").has("ok", "agree within"), Said("clock")
    late = {"LD_PRELOAD": glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")[0], "FAKETIME": "-1h", "DONT_FAKE_MONOTONIC": "1"}
    said = Said("clock", **late)
    broken(said, "seconds behind that of the database", "timedatectl")
    assert re.search(r"clock is 3[56]\d\d\.\d seconds", str(said)), said
    broken(Said("clock", **dict(late, FAKETIME="+1h")), "seconds ahead of that of the database", "timedatectl")
    timex = Timex()
    unset = ctypes.CDLL(None).adjtimex(ctypes.byref(timex)) == 5 or timex.status & 0x40
    contained = any(os.path.exists(path) for path in ("/run/systemd/container", "/run/.containerenv", "/.dockerenv"))
    state, says = ("ok", "The clock is ") if not unset else ("skipped", "This is a container") if contained else ("wrong", "The clock is ")
    assert Said("clock").has(state, says), (Said("clock"), timex.status)


def test_disk():
    "disk: too little room, and a folder that is not there"
    well(Said("disk", "--room", "1"), STATE, "/var/log", os.environ.get("TMPDIR", "/tmp"))
    broken(Said("disk", "--room", "1000000000"), "has ", "du -xh")
    broken(Said("disk", "--room", "1", "--state", EMPTY + "/none"), "cannot be used: No such file or directory", "install -d")
    broken(Said("disk", "--room", "1", "--maildir", EMPTY + "/mail"), "the folder for e-mail, cannot be used", "install -d")
    assert not any("for e-mail" in row["says"] for row in Said("disk", "--smtp-url", "smtp://127.0.0.1:1").rows), "it is not in use"


def test_backup():
    "backup: never proved, proved two days ago, proved today"
    path = os.path.join(STATE, "backup.proved")
    broken(Said("backup"), "No backup has been proved yet", "ridotto-backup.timer")
    with open(path, "w", encoding="utf-8"):
        pass
    well(Said("backup"), "0 hours ago")
    for hours, words in ((49, "is 49 hours old"), (-5, "in the future")):
        os.utime(path, (time.time() - hours * 3600,) * 2)
        broken(Said("backup"), words, "ridotto-backup.timer")
    os.utime(path, (time.time() - 47 * 3600,) * 2)
    well(Said("backup"), "47 hours ago")
    os.unlink(path)


def main():
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    failed = 0
    for number, test in enumerate(tests, 1):
        try:
            test()
            print("ok %d - %s" % (number, test.__doc__), flush=True)
        except Exception:  # noqa: BLE001 # the next is tried all the same
            failed += 1
            print("not ok %d - %s\n# %s" % (number, test.__doc__, traceback.format_exc().strip().replace("\n", "\n# ")), flush=True)
    print("1..%d" % len(tests))
    sys.exit(1 if failed else 0)


main()
