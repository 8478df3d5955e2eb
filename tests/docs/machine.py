"""A machine on which tests/docs/system types what the documents say: a shell, an editor, mail, and what each step finds; and what
stands around it, such as a mail server."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time
import traceback
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE != "/trial":
    sys.exit("tests/package/debian starts this, in a system of its own: it installs and removes packages.")
sys.path.append(os.path.join(HERE, "tests"))
from documents import blocks  # noqa: E402
from one_move import Forms, Visitor  # noqa: E402

SITE = "https://play.example.org"
SETTINGS = "/etc/ridotto/ridotto.conf"
SRC = "/usr/local/src"
PASSWORD = "correct horse battery"
ENV = dict(os.environ, HOME="/root", LC_ALL="C.UTF-8", DEBIAN_FRONTEND="noninteractive", EDITOR="editor", SYSTEMD_EDITOR="editor", PAGER="cat",
           SYSTEMD_PAGER="cat", CFLAGS="-O0", PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
EDITOR = """#!/usr/bin/python3
# Puts in what lies in /trial/hand: NAME=value in place of lines of that name, else all of it.
import re, sys
hand = open("/trial/hand").read()
name = [word for word in sys.argv[1:] if not word.startswith("+")][0]
whole = not re.fullmatch(r"([A-Za-z0-9_-]+=.*\\n)*", hand)
text = "" if whole else open(name).read()
if whole:
    text = hand
else:
    for line in hand.splitlines():
        line_of = re.compile(r"^#?%s=.*$" % re.escape(line.split("=")[0]), re.M)
        text = line_of.sub(lambda _: line, text, 1) if line_of.search(text) else text + line + "\\n"
open(name, "w").write(text)
"""
typed = set()
count = failed = 0


def shell(text, cwd=SRC, **env):
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", text], cwd=cwd, env=dict(ENV, **env), text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def do(text, **more):
    """What the test itself does, between what it types."""
    status, said = shell(text, **more)
    check(status == 0, "%s\ngave %d: %s" % (text, status, said[-2000:]))
    return said


def check(what, said=""):
    if not what:
        raise AssertionError(said)


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def hand(text):
    write("/trial/hand", text)


def text_of(document, section, number, **replaced):
    """A block, with what stands in for something."""
    typed.add((document, section, number))
    block, = [block for block in blocks(document, HERE) if (block.section, block.number) == (section, number)]
    text = block.text
    for one, other in replaced.values():
        check(one in text, "%s is not in it" % one)
        text = text.replace(one, other)
    return text


def lay(document, section, number, path, mode=0o644, add=False):
    """A block that is what a file holds."""
    text = text_of(document, section, number)
    if add:
        with open(path) as file:
            text = file.read() + text
    write(path, text, mode)


def type_block(document, section, number, cwd=SRC, statuses=(0,), env=None, **replaced):
    """Types a block of commands; what was said."""
    text = text_of(document, section, number, **replaced)
    status, said = shell(text, cwd=cwd, **(env or {}))
    check(status in statuses, "%s\ngave %d: %s" % (text, status, said[-2500:]))
    return said


def edit_unit(command):
    """systemctl edit wants a terminal."""
    do("script -qec '%s' /dev/null" % command.strip())


def case(title):
    """One line of TAP: def f() below it is called at once, and no other is when an earlier one of its group has failed."""
    def run(function):
        global count, failed
        count += 1
        begin = time.time()
        try:
            function()
            print("ok %d - %s" % (count, title))
        except BaseException:
            failed += 1
            print("not ok %d - %s" % (count, title))
            print("\n".join("# " + line for line in traceback.format_exc().splitlines()[-30:]))
        if time.time() - begin >= 10:
            print("# %d s" % (time.time() - begin))
        sys.stdout.flush()
        return function
    return run


def query(sql):
    done = subprocess.run(["su", "postgres", "-c", 'psql -AtXq ridotto'], input=sql, cwd="/", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(done.returncode == 0, done.stdout)
    return done.stdout.strip()


def is_well(url="http://127.0.0.1:8080", seconds=60):
    said = ""
    for _ in range(seconds * 2):
        try:
            request = urllib.request.Request(url + "/health", headers={"Accept": "application/json"})
            said = urllib.request.urlopen(request, timeout=10).read().decode()
            if json.loads(said)["ok"]:
                return
        except (OSError, ValueError) as problem:
            said = str(problem)
        time.sleep(0.5)
    check(False, said + do("journalctl -n 30 --no-pager -u ridotto-serve -u ridotto-migrate -u ridotto-fcgi"))


def one_move(url=SITE):
    do("python3 /trial/tests/one_move.py " + url)


def mails(to):
    found = []
    for path in sorted(glob.glob("/trial/mail/*.eml")):
        with open(path, errors="replace") as file:
            text = file.read()
        if "X-Envelope-To: " + to in text:
            found.append(text)
    return found


def wait_for_mail(to):
    for _ in range(60):
        if mails(to):
            return mails(to)[-1]
        time.sleep(1)
    check(False, "no e-mail to %s; %s" % (to, do("journalctl -n 20 --no-pager -u ridotto-serve")))


def join(name, address):
    visitor = Visitor(SITE)
    form = next(form for form in Forms(visitor.ask("/join")[1]).forms if form["action"] == "/join")
    fields = [field for field in form["fields"]] + [("name", name), ("email", address), ("password", PASSWORD)]
    visitor.ask("/join", fields)
    text = wait_for_mail(address).replace("=\n", "").replace("=3D", "=")
    link = re.search(re.escape(SITE) + r"/mail/\w+/[\w-]+", text)
    check(link, text[-1500:])
    path = link.group()[len(SITE):]
    page = visitor.ask(path)[1]
    for form in Forms(page).forms:
        if form["action"].startswith("/mail/"):
            page = visitor.ask(form["action"], form["fields"])[1]
    check(query("SELECT count(*) FROM person WHERE name = '%s'" % name) == "1", page[:500])


def keeping_settings(function):
    """With the settings of before put back after it."""
    with open(SETTINGS) as file:
        before = file.read()
    try:
        function()
    finally:
        with open(SETTINGS, "w") as file:
            file.write(before)


def make_ready():
    """Names, a mail server, an authority for certificates, and packages."""
    write("/etc/hosts", "127.0.0.1 localhost play.example.org mail.example.org db.example.org\n::1 localhost\n")
    write("/usr/local/bin/editor", EDITOR, 0o755)
    write("/etc/apt/apt.conf.d/99yes", 'APT::Get::Assume-Yes "true"; DPkg::Options {"--force-confdef"; "--force-confold"};\n')
    os.makedirs("/trial/ca", exist_ok=True)
    do("""openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 9 -subj '/CN=Tests'
for name in mail.example.org localhost; do
    openssl req -newkey rsa:2048 -nodes -keyout $name.key -out $name.csr -subj /CN=$name
    echo subjectAltName=DNS:$name >ext
    openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 9 -extfile ext -out $name.pem
    cat $name.key $name.pem >$name.both
done
cp ca.pem /usr/local/share/ca-certificates/tests.crt
update-ca-certificates""", cwd="/trial/ca")
    do("systemd-run --unit=mail-server sh -c 'sleep infinity | python3 /trial/smtp_server.py /trial/mail --port 587 --starttls "
       "--pem /trial/ca/mail.example.org.both --auth ridotto:...'", cwd="/")
    write("/trial/pebble.json", json.dumps({"pebble": {
        "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": "/trial/ca/localhost.pem",
        "privateKey": "/trial/ca/localhost.key", "httpPort": 80, "tlsPort": 443, "ocspResponderURL": "", "externalAccountBindingRequired": False}}))
    do("systemd-run --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 pebble -config /trial/pebble.json", cwd="/")
    for _ in range(60):
        if not shell("python3 -c \"import urllib.request as u; open('/usr/local/share/ca-certificates/pebble.crt', 'wb').write("
                     "u.urlopen('https://localhost:15000/roots/0').read())\"")[0]:
            break
        time.sleep(0.5)
    do("update-ca-certificates")
    write("/root/.config/letsencrypt/cli.ini", "server = https://localhost:14000/dir\nemail = olga@example.org\nagree-tos = true\n"
          "no-eff-email = true\nnon-interactive = true\nkeep-until-expiring = true\n")
    for name in "ridotto", "ridotto-doc":
        shutil.copy(glob.glob("/trial/%s_*.deb" % name)[0], SRC)


def finish():
    print("# %d blocks" % len(typed))
    print("1..%d" % count)
    sys.exit(1 if failed else 0)
