"""The worker against a real SMTP server: run by test_delivery, which brings the database. Prints TAP."""
import hashlib
import html
import http.cookiejar
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

TOP = os.environ["RIDOTTO_TOP"]
sys.path.insert(0, os.path.join(TOP, "tests/lib"))
sys.dont_write_bytecode = True
from ports import free_port  # noqa: E402
from psql import Psql  # noqa: E402
from smtp import Smtp, part  # noqa: E402

RIDOTTO = os.environ["RIDOTTO"]
HERE = os.environ["postgres_dir"]
PSQL = Psql(os.environ["postgres_admin"], "|")
ENGLISH, JAPANESE = "en", "ja"


# ---- helpers ----

def sql(text):
    return PSQL.ask(text).strip()


def wait(condition, seconds=60.0):
    """True as soon as the condition holds, false when it does not within the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


class Process:
    def __init__(self, *command, **settings):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("RIDOTTO_SMTP")}
        environment.update(RIDOTTO_DATA=TOP, RIDOTTO_URL=URL, RIDOTTO_MAIL_FROM="Ridotto <house@example.org>",
                           RIDOTTO_MAILDIR=os.path.join(HERE, "mail"))
        environment.update(settings)
        self.log = open(os.path.join(HERE, "service.log"), "a", encoding="utf-8")
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)

    def stop(self):
        """Asks for the end; how many seconds it took, and the exit status."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.log.close()
        return time.monotonic() - began, status


class Browser:
    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def open(self, url, form=None, headers=None):
        url = url if url.startswith("http") else URL + url
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        try:
            with self.opener.open(urllib.request.Request(url, data, headers or {}), timeout=60) as answer:
                return answer.status, answer.geturl(), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, url, error.read().decode()

    def tap(self, link):
        """Opens a link of a mail and presses its button; the last answer."""
        answer = self.open(link)
        if "/mail/" not in answer[1]:
            return answer
        token = re.search(r'<main.*?name="csrf" value="([^"]*)"', answer[2], re.S)
        action = re.search(r'<main.*?<form method="post" action="([^"]*)"', answer[2], re.S)
        if not token or not action:
            return answer
        return self.open(html.unescape(action.group(1)), {"csrf": token.group(1)})

    def table(self, game):
        return json.loads(self.open(f"/games/{game}", headers={"Accept": "application/json"})[2])

    def play(self, game, until):
        """Legal moves, the last listed first, until the seat is no longer awaited (until(): true)."""
        for _ in range(60):
            table = self.table(game)
            if until():
                return True
            form = [("csrf", table["house"]["csrf"]), ("ply", table["game"]["ply"])]
            if table["draft"]["active"] and table["draft"]["can_confirm"]:
                self.open(f"/games/{game}/draft", form + [("do", "confirm")])
            else:
                self.open(f"/games/{game}/moves", form + [("step", secrets.choice(table["legal"]))])
        return until()


COUNT = 0


def person(lang=ENGLISH, confirmed=True):
    """A new person in the database: number and address."""
    global COUNT
    COUNT += 1
    address = f"p{COUNT}@example.org"
    number = sql(f"""INSERT INTO person (name, email, email_confirmed, password_hash, lang)
        VALUES ('Person {COUNT}', '{address}', {"now()" if confirmed else "NULL"}, 'none', '{lang}') RETURNING id""")
    return int(number), address


def queue(number, kind="recover", game=None, ply=0):
    """A mail in the outbox, with the notification that its transaction would bring."""
    data = json.dumps({"token": secrets.token_urlsafe(32)}) if game is None else "{}"
    return int(sql(f"""BEGIN;
        INSERT INTO outbox (person, kind, game, ply, data)
        VALUES ({number}, '{kind}', {game or "NULL"}, {ply}, '{data}') RETURNING id;
        NOTIFY outbox; COMMIT"""))


def digest(link):
    """What the database keeps of the token in a link, in hex."""
    token = re.search(r"/mail/open/([\w-]+)", link).group(1)
    return hashlib.blake2b(token.encode(), digest_size=32).hexdigest()


def now_due(number):
    sql(f"BEGIN; UPDATE outbox SET due = now() WHERE id = {number}; NOTIFY outbox; COMMIT")


def outbox(number, columns="status"):
    return sql(f"SELECT {columns} FROM outbox WHERE id = {number}")


def sent(number):
    return lambda: outbox(number) == "sent"


TESTS = []


def test(function):
    TESTS.append(function)
    return function


def check(condition, text):
    if not condition:
        raise AssertionError(text)


# ---- what is tested, in order: one house, one SMTP server with STARTTLS and AUTH ----

@test
def a_mail_leaves_within_seconds_of_the_commit():
    number, address = person()
    began = time.monotonic()
    queue(number)
    check(wait(lambda: smtp.mails(address)), "no mail came")
    check(time.monotonic() - began < 10, f"it took {time.monotonic() - began:.1f} s")


@test
def every_header_is_right():
    number, address = person()
    queue(number)
    check(wait(lambda: smtp.mails(address)), "no mail came")
    mail = smtp.mails(address)[0]
    check(mail["X-Envelope-From"] == "house@example.org", mail["X-Envelope-From"])
    check(re.fullmatch(rf"<recover-\d+\.{number}@example\.org>", mail["Message-Id"]), mail["Message-Id"])
    check(mail["Auto-Submitted"] == "auto-generated", "Auto-Submitted")
    check(mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click", "List-Unsubscribe-Post")
    check(mail["List-Unsubscribe"].startswith(f"<{URL}/mail/unsubscribe/"), mail["List-Unsubscribe"])
    check(abs(mail["Date"].datetime.timestamp() - time.time()) < 60, mail["Date"])
    check(mail.get_content_type() == "multipart/alternative", mail.get_content_type())
    link = re.search(re.escape(URL) + r"/reset/[\w-]{43}", part(mail, "plain"))
    check(link and link.group(0) in part(mail, "html"), "the link stands in both parts")


@test
def a_mail_reads_in_its_readers_language():
    number, address = person(JAPANESE)
    queue(number)
    check(wait(lambda: smtp.mails(address)), "no mail came")
    mail = smtp.mails(address)[0]
    for text in mail["Subject"], part(mail, "plain"), part(mail, "html"):
        check(re.search("[ぁ-ん]", text), f"no Japanese in {text[:80]}")


@test
def an_answer_of_4xx_is_tried_again_later():
    number, address = person()
    smtp.answer("451 4.3.0 come back later")
    try:
        row = queue(number)
        check(wait(lambda: outbox(row, "tries") == "1"), "it was not tried")
        check(outbox(row, "status, note") == "waiting|451 4.3.0 come back later", outbox(row, "status, note"))
        pause = float(outbox(row, "extract(epoch FROM due - now())"))
        check(30 < pause <= 60, f"next in {pause} s")
        now_due(row)
        check(wait(lambda: outbox(row, "tries") == "2"), "it was not tried again")
        check(150 < float(outbox(row, "extract(epoch FROM due - now())")) <= 300, "the pause does not grow")
    finally:
        smtp.answer(None)
    now_due(row)
    check(wait(sent(row)) and len(smtp.mails(address)) == 1, "it does not leave in the end")


@test
def after_three_days_of_4xx_it_has_failed():
    number, _ = person()
    smtp.answer("451 4.3.0 come back later")
    try:
        row = queue(number)
        check(wait(lambda: outbox(row, "tries") == "1"), "it was not tried")
        sql(f"UPDATE outbox SET tries = 40 WHERE id = {row}")
        now_due(row)
        check(wait(lambda: outbox(row) == "failed"), outbox(row))
    finally:
        smtp.answer(None)


@test
def an_answer_of_5xx_is_final_and_visible():
    number, _ = person()
    smtp.answer("550 5.1.1 nobody here")
    try:
        row = queue(number)
        check(wait(lambda: outbox(row) == "failed"), outbox(row))
    finally:
        smtp.answer(None)
    check(outbox(row, "note") == "550 5.1.1 nobody here", outbox(row, "note"))
    check(outbox(row, "data") == "{}", "a token is left in the outbox")


@test
def a_server_that_is_away_is_waited_for():
    number, address = person()
    smtp.stop()
    try:
        row = queue(number)
        check(wait(lambda: outbox(row, "tries") == "1"), "it was not tried")
        check(outbox(row) == "waiting" and outbox(row, "note"), outbox(row, "status, note"))
    finally:
        smtp.start()
    now_due(row)
    check(wait(sent(row)) and len(smtp.mails(address)) == 1, "it does not leave when the server is back")


@test
def a_wrong_password_of_ours_fails_no_mail():
    number, address = person()
    stop_worker()
    row = queue(number)
    other = Process(RIDOTTO, "worker", **{**smtp.settings(), "RIDOTTO_SMTP_PASSWORD": "wrong"})
    try:
        check(wait(lambda: outbox(row, "tries") == "1"), "it was not tried")
        check(outbox(row) == "waiting" and outbox(row, "note").startswith("535"), outbox(row, "status, note"))
    finally:
        other.stop()
        start_worker()
    now_due(row)
    check(wait(sent(row)) and smtp.mails(address), "it does not leave with the right one")


@test
def the_demo_fills_the_house_once():
    first = subprocess.run([RIDOTTO, "demo"], env={**os.environ, "RIDOTTO_URL": URL}, capture_output=True, text=True,
                           check=False)
    check(first.returncode == 0, first.stderr)
    games = sql("SELECT status, count(*) FROM game GROUP BY status ORDER BY status")
    again = subprocess.run([RIDOTTO, "demo"], env={**os.environ, "RIDOTTO_URL": URL}, capture_output=True, text=True,
                           check=False)
    check(again.returncode == 0, again.stderr)
    now = sql("SELECT status, count(*) FROM game GROUP BY status ORDER BY status")
    check(now == games, f"it adds games again: {games!r}, then {now!r}")
    check("open|1" in games and "over|1" in games and "running|" in games, games)
    links = re.findall(r"Sign in as (\w+): (\S+)", again.stdout)
    check([name for name, _ in links] == ["Anna", "Bruno"], again.stdout)
    for name, link in links:
        browser = Browser()
        status, url, page = browser.tap(link)
        check(status == 200 and "/games/" in url and f">{name}<" in page, f"{link}: {status} {url}")
        people[name] = browser
    people["game"] = int(re.search(r"game=(\d+)", links[0][1]).group(1))


def anna_turn():
    """Anna is awaited, and the mail that says so."""
    game = people["game"]
    return sql(f"""SELECT o.id FROM outbox o JOIN seat s ON s.game = o.game AND s.person = o.person
        JOIN person p ON p.id = o.person
        WHERE p.name = 'Anna' AND o.game = {game} AND o.kind = 'turn' AND s.awaited_ply = o.ply""")


def awaited(name):
    return sql(f"""SELECT 1 FROM seat s JOIN person p ON p.id = s.person
        WHERE p.name = '{name}' AND s.game = {people["game"]} AND s.awaited_since IS NOT NULL""") == "1"


@test
def a_turn_comes_by_mail_with_moves_scores_and_a_link_that_opens_the_game():
    game = people["game"]
    check(anna_turn(), "no mail is queued for Anna's turn")
    # Once more and alone: she is awaited in other games of the demo, too, whose news may have come in the same letter.
    stop_worker()
    anna = sql("SELECT id FROM person WHERE name = 'Anna'")
    sql(f"DELETE FROM outbox WHERE person = {anna}")
    row = queue(anna, "turn", game, sql(f"SELECT awaited_ply FROM seat WHERE game = {game} AND person = {anna}"))
    start_worker()
    check(wait(sent(row)), outbox(row, "status, note"))
    mail = smtp.mails("Anna@example.org")[-1]
    text = part(mail, "plain")
    check(mail["References"] == f"<game-{game}@example.org>", mail["References"])
    check(mail["In-Reply-To"] == f"<game-{game}@example.org>", mail["In-Reply-To"])
    check(re.fullmatch(rf"<game-{game}-\d+-(turn|started)\.\d+@example\.org>", mail["Message-Id"]), mail["Message-Id"])
    check(re.fullmatch(rf"Carrara {game}: .*[a-z].* \(.* left\)", mail["Subject"]), mail["Subject"])
    question = mail["Subject"].split(": ", 1)[1].rsplit(" (", 1)[0]
    check(text.splitlines()[0] == f"Anna, {question}.", "the first line is the question:\n" + text)
    check(re.search(r"<body[^>]*>\s*<div hidden[^>]*>" + re.escape(f"Anna, {question}."), part(mail, "html")), "what is shown beside the subject")
    check(re.search(r"^\* \S", text, re.M), "no moves in words:\n" + text)
    check("Bruno" in text and "{" not in text, text)
    link = re.search(re.escape(URL) + r"/mail/open/\S+", text).group(0)
    wait_of = "SELECT s.awaited_ply FROM seat s JOIN token t ON t.game = s.game AND t.person = s.person AND t.turn = s.awaited_ply"
    check(sql(f"{wait_of} WHERE t.hash = decode('{digest(link)}', 'hex')") != "", "the link is not for this turn")
    phone, desk = Browser(), Browser()
    for tap in 1, 2:
        status, url, page = phone.tap(link)
        check(status == 200 and url.endswith(f"/games/{game}") and ">Anna<" in page, f"at the phone, {tap}: {status} {url}")
    status, url, page = desk.tap(link)
    check(url.endswith(f"/games/{game}") and ">Anna</a>" not in page.split("<main")[0], f"at the desk: {status} {url}")
    people["old link"], people["phone"] = link, phone


@test
def a_mail_server_that_hangs_stops_neither_play_nor_bots():
    number, _ = person()
    smtp.answer("hang")
    try:
        row = queue(number)
        time.sleep(1)
        check(outbox(row) == "waiting" and outbox(row, "tries") == "0", "the server does not hang")
        began, ply = time.monotonic(), int(sql(f"SELECT ply FROM game WHERE id = {people['game']}"))
        check(people["Anna"].play(people["game"], lambda: not awaited("Anna")), "Anna cannot play")
        check(people["Bruno"].play(people["game"], lambda: not awaited("Bruno")), "Bruno cannot play")
        check(wait(lambda: awaited("Anna")), "the bots do not play")
        check(int(sql(f"SELECT ply FROM game WHERE id = {people['game']}")) >= ply + 4, "the bots did not play")
        check(time.monotonic() - began < 45 and outbox(row) == "waiting", "play was slow")
        seconds, status = stop_worker()
        check(seconds < 20 and status == 0, f"the worker stopped with {status} after {seconds:.1f} s")
    finally:
        smtp.answer(None)
        start_worker()
    check(wait(sent(row)), "the mail is lost")


@test
def a_turn_that_is_played_already_needs_no_mail():
    check(wait(lambda: awaited("Anna")) and stop_worker(), "Anna is not awaited")
    try:
        sql("UPDATE outbox SET status = 'dropped', done = now() WHERE status = 'waiting'")
        check(people["Anna"].play(people["game"], lambda: not awaited("Anna")), "Anna cannot play")
        check(awaited("Bruno"), "Bruno is not awaited")
        row = int(sql(f"""SELECT o.id FROM outbox o JOIN person p ON p.id = o.person
            WHERE p.name = 'Bruno' AND o.status = 'waiting'"""))
        check(people["Bruno"].play(people["game"], lambda: not awaited("Bruno")), "Bruno cannot play")
        before = len(smtp.mails("Bruno@example.org"))
    finally:
        start_worker()
    check(wait(lambda: outbox(row) == "dropped"), outbox(row, "status, note"))
    check(len(smtp.mails("Bruno@example.org")) == before, "it was sent all the same")


@test
def a_link_whose_turn_is_over_still_leads_to_the_game():
    link, phone = people["old link"], people["phone"]
    csrf = re.search(r'name="csrf" value="([^"]*)"', phone.open("/settings")[2]).group(1)
    phone.open("/sign-out", {"csrf": csrf})
    for browser in phone, Browser():
        status, url, page = browser.tap(link)
        check(url.split("?")[0].endswith(f"/games/{people['game']}") and ">Anna</a>" not in page.split("<main")[0],
              f"{status} {url}")


@test
def one_press_there_sends_a_fresh_letter_at_once_and_alone():
    game, desk = people["game"], Browser()

    def fresh():
        return [mail for mail in smtp.mails("Anna@example.org") if mail["Subject"].startswith("New link to ")]

    page = desk.open(people["old link"])[2]
    form = page[page.index('action="/mail/again"'):]
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(csrf|link|back)" value="([^"]*)"', form)[:3]}
    status, url, page = desk.open("/mail/again", fields)
    check(status == 200 and url.endswith(f"/games/{game}") and "a new one is on its way" in page, f"{status} {url}")
    check(wait(fresh), "no letter comes")
    mail = fresh()[0]
    text = part(mail, "plain")
    check(text.count("/mail/open/") == 1 and "{" not in text and mail["List-Unsubscribe"], text)
    status, url, page = desk.tap(re.search(re.escape(URL) + r"/mail/open/\S+", text).group(0))
    check(status == 200 and url.endswith(f"/games/{game}") and ">Anna<" in page, f"{status} {url}")


@test
def news_of_several_games_are_one_mail():
    game, other = people["game"], sql("SELECT id FROM game WHERE status = 'over' LIMIT 1")
    check(wait(lambda: awaited("Anna")), "Anna is not awaited")
    stop_worker()
    try:
        anna = sql("SELECT id FROM person WHERE name = 'Anna'")
        chiara = sql("SELECT id FROM person WHERE name = 'Chiara'")
        sql("UPDATE outbox SET status = 'dropped', done = now() WHERE status = 'waiting'")
        sql(f"UPDATE seat SET person = NULL WHERE game = {other} AND person = {chiara}")
        sql(f"UPDATE seat SET person = {anna} WHERE game = {other} AND seat = 0")
        sql(f"DELETE FROM outbox WHERE person = {anna} AND game IN ({game}, {other})")
        ply = sql(f"SELECT awaited_ply FROM seat WHERE game = {game} AND person = {anna}")
        rows = [queue(anna, "turn", game, ply), queue(anna, "over", other, 1), queue(anna, "started", game, 0)]
        before = len(smtp.mails("Anna@example.org"))
    finally:
        start_worker()
    check(wait(lambda: all(outbox(row) == "sent" for row in rows[:2])), [outbox(row, "status, note") for row in rows])
    check(outbox(rows[2], "status, note") == "dropped|joined", "that the game has begun: " + outbox(rows[2], "status, note"))
    mails = smtp.mails("Anna@example.org")[before:]
    check(len(mails) == 1, f"{len(mails)} mails")
    text = part(mails[0], "plain")
    links = re.findall(re.escape(URL) + r"/mail/open/\S+", text)
    check(len(links) == 2, text) # one a game
    for link in links:
        how = sql(f"SELECT coalesce(turn::text, 'no turn'), expires - created FROM token WHERE hash = decode('{digest(link)}', 'hex')")
        check(how == "no turn|3 days", how)
    check(mails[0]["References"] is None and f"mail-{min(rows)}-several." in mails[0]["Message-Id"], mails[0]["Message-Id"])


@test
def one_click_ends_all_mail_about_games():
    mail = smtp.mails("Anna@example.org")[-1]
    url = mail["List-Unsubscribe"].strip("<>")
    status, _, page = Browser().open(url)
    check(status == 200 and sql("SELECT mail FROM person WHERE name = 'Anna'") == "t", f"a GET changed it: {status}")
    for _ in range(2):
        status, _, page = Browser().open(url, {"List-Unsubscribe": "One-Click"})
        check(status == 200, f"{status} {page[:200]}")
    check(sql("SELECT mail FROM person WHERE name = 'Anna'") == "f", "mail is still wanted")
    anna = sql("SELECT id FROM person WHERE name = 'Anna'")
    row = queue(anna, "over", people["game"], 999)
    check(wait(lambda: outbox(row) == "dropped"), outbox(row))


@test
def two_workers_send_each_mail_once():
    second = Process(RIDOTTO, "worker", **smtp.settings())
    try:
        crowd = [person() for _ in range(60)]
        values = ",".join(f"({n}, 'recover', '{{\"token\":\"{secrets.token_urlsafe(32)}\"}}')" for n, _ in crowd)
        sql(f"BEGIN; INSERT INTO outbox (person, kind, data) VALUES {values}; NOTIFY outbox; COMMIT")
        numbers = ",".join(str(n) for n, _ in crowd)
        left = f"SELECT count(*) FROM outbox WHERE person IN ({numbers}) AND status <> 'sent'"
        check(wait(lambda: sql(left) == "0"), f"{sql(left)} are left")
    finally:
        second.stop()
    wanted = {address for _, address in crowd}
    mails = [mail for mail in smtp.mails() if mail["X-Envelope-To"] in wanted]
    ids, addresses = [mail["Message-Id"] for mail in mails], [mail["X-Envelope-To"] for mail in mails]
    for address in wanted:
        check(addresses.count(address) == 1, f"{address} has {addresses.count(address)} mails")
    check(len(ids) == len(set(ids)), "a Message-ID came twice")


@test
def a_letter_that_cannot_be_written_stops_no_other():
    (broken, _), (number, address) = person(), person()
    stop_worker()
    try:
        row = queue(broken)
        sql(f"UPDATE outbox SET data = '{{}}' WHERE id = {row}")
        good = queue(number)
    finally:
        start_worker()
    check(wait(sent(good)) and smtp.mails(address), "the other waits")
    check(outbox(row, "status, tries") == "waiting|1", outbox(row, "status, tries"))


@test
def the_worker_outlives_the_database():
    subprocess.run([os.path.join(TOP, "deploy/private-postgres"), "kill", HERE], check=True)
    time.sleep(2)
    check(worker.process.poll() is None, "the worker ended")
    subprocess.run([os.path.join(TOP, "deploy/private-postgres"), "start", HERE, "fsync=off"], check=True)
    number, address = person()
    row = queue(number)
    check(wait(sent(row)) and smtp.mails(address), "no mail after the database came back")


@test
def without_a_mail_server_mail_goes_to_a_folder_and_a_page_shows_it():
    number, address = person()
    stop_worker()
    folder = Process(RIDOTTO, "worker")
    try:
        row = queue(number)
        check(wait(sent(row)), outbox(row, "status, note"))
    finally:
        folder.stop()
        start_worker()
    browser = Browser()
    status, _, page = browser.open("/dev/mail")
    check(status == 200 and address in page, f"{status}: the page does not list it")
    link = html.unescape(re.search(r'href="(/dev/mail/[^"]+)"', page).group(1))
    status, _, page = browser.open(link)
    check(status == 200 and re.search(r'href="' + re.escape(URL) + r"/reset/", page), f"{status}: no link to press")
    shown = re.search(r'href="(' + re.escape(link) + r'/html)"', page).group(1)
    with browser.opener.open(URL + shown) as answer:
        page, policy = answer.read().decode(), answer.headers["Content-Security-Policy"]
    check(page.startswith("<!doctype html>") and URL + "/reset/" in page and "/www/" not in page, page[:200])
    check(policy.startswith("sandbox;") and "default-src 'none'" in policy and "script" not in policy, policy)
    for name in "../../etc/passwd", "..%2f..%2fcluster%2fPG_VERSION", "%2e%2e", "nothing.here":
        check(browser.open("/dev/mail/" + name)[0] == 404, name)


@test
def a_folder_that_takes_nothing_is_tried_again():
    number, _ = person()
    blocked = os.path.join(HERE, "blocked")
    with open(blocked, "w", encoding="utf-8"):
        pass
    stop_worker()
    folder = Process(RIDOTTO, "worker", RIDOTTO_MAILDIR=blocked)
    try:
        row = queue(number)
        check(wait(lambda: outbox(row, "tries") == "1") and outbox(row) == "waiting", outbox(row, "status, note"))
        os.unlink(blocked)
        now_due(row)
        check(wait(sent(row)), outbox(row, "status, note"))
    finally:
        folder.stop()
        start_worker()


# ---- running ----

def start_worker():
    global worker
    if worker and worker.process.poll() is None:
        worker.stop()
    worker = Process(RIDOTTO, "worker", **smtp.settings())


def stop_worker():
    """Seconds and exit status; with both in order that is nothing to speak of."""
    return worker.stop()


URL = f"http://127.0.0.1:{free_port()}"
people = {}
smtp = Smtp(os.path.join(HERE, "smtp"), "--starttls", "--auth", "ridotto:secret words")
service = Process(RIDOTTO, "serve", "--no-worker", "--port", URL.rsplit(":", 1)[1])
service.process.stdout.readline()
worker = None
start_worker()
failed = 0
print(f"1..{len(TESTS)}")
for i, function in enumerate(TESTS):
    began = time.monotonic()
    try:
        function()
        print(f"ok {i + 1} - {function.__name__.replace('_', ' ')} # {time.monotonic() - began:.1f} s", flush=True)
    except Exception as problem:  # any of them is a failed test
        failed += 1
        print(f"not ok {i + 1} - {function.__name__.replace('_', ' ')}", flush=True)
        print("\n".join("# " + line for line in f"{problem}\n{traceback.format_exc()}".splitlines()), flush=True)
worker.stop()
service.stop()
smtp.stop()
if failed:
    with open(os.path.join(HERE, "service.log"), encoding="utf-8") as log:
        print("".join("# " + line for line in log.readlines()[-60:]))
sys.exit(failed > 0)
