// A whole house for one test: database, SMTP server, service; gone with stop(). RIDOTTO_TEST_DOOR says by which door
// requests come in, as in tests/web/harness.py: "serve", "fcgi" or "cgi".
import { spawn, execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, createWriteStream, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';

const top = process.env.RIDOTTO_TOP;
const ridotto = process.env.RIDOTTO;
export const door = process.env.RIDOTTO_TEST_DOOR ?? 'serve';

function firstLine(child) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
}

async function until(what, test, seconds = 60) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const unquoted = {
  base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
  'quoted-printable': (text) => Buffer.from(text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1').toString('utf8'),
};

/** One mail as text: quoted-printable and base64 undone in each of its parts, headers unfolded. */
function decodeMail(raw) {
  return raw.split(/\r?\n(?=--=-)/).map((part) => {
    const [head] = part.split(/\r?\n\r?\n/, 1), body = part.slice(head.length);
    const encoding = /^content-type: *image/im.test(head) ? null : head.match(/^content-transfer-encoding: *(\S+)/im)?.[1].toLowerCase();
    return `${head}${encoding in unquoted ? `\n\n${unquoted[encoding](body.trimStart())}` : body}`;
  }).join('\n\n').replace(/\r?\n[ \t]+/g, ' ');
}

/** One psql that answers query after query: to start one takes longer than most of them. What it complains about ends it, and is thrown. */
function openPsql(folder, env) {
  const [asks, answers, complaints] = ['asks', 'answers', 'complaints'].map((name) => path.join(folder, `psql-${name}`));
  execFileSync('mkfifo', [asks, answers]);
  const ask = openSync(asks, 'r+'), pause = new Int32Array(new SharedArrayBuffer(4)), bytes = Buffer.alloc(1 << 16), mark = '\x1d\n';
  let answer = null;
  const start = () => {
    answer = openSync(answers, constants.O_RDONLY | constants.O_NONBLOCK);
    const stdio = [ask, openSync(answers, 'w'), openSync(complaints, 'w')];
    spawn('psql', ['-qXAtd', env.RIDOTTO_OWNER_DATABASE, '-v', 'ON_ERROR_STOP=1'], { env, stdio });
    stdio.slice(1).forEach(closeSync);
  };
  const read = () => { // some bytes, or 0 when it has ended
    for (;;) {
      try {
        return readSync(answer, bytes);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
        Atomics.wait(pause, 0, 0, 1);
      }
    }
  };
  /** What a query says, as text: lines, and | between columns. Several statements are one transaction. */
  const sql = (query) => {
    if (answer === null) start();
    writeSync(ask, `${/;\s*\S/.test(query) ? `BEGIN;${query}\n;COMMIT` : `${query}\n`};\n\\echo ${mark}`);
    const parts = [];
    for (let n = read(); n > 0; n = read()) {
      parts.push(Buffer.from(bytes.subarray(0, n)));
      if (parts.at(-1).toString('latin1').endsWith(mark)) return Buffer.concat(parts).toString('utf8').slice(0, -mark.length).trim();
    }
    closeSync(answer);
    answer = null;
    const stderr = readFileSync(complaints, 'utf8');
    throw Object.assign(new Error(`psql: ${stderr}`), { stderr });
  };
  return { sql, end: () => answer !== null && writeSync(ask, '\\q\n') };
}

/** @flags: for `ridotto serve` */
export async function openHouse({ flags = [], more = {} } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-browser-'));
  const postgres = path.join(folder, 'postgres');
  const deploy = path.join(top, 'deploy/private-postgres');
  execFileSync(path.join(top, 'tests/lib/cluster'), ['copy', postgres]);
  execFileSync(deploy, ['start', postgres, 'fsync=off']);
  const env = { ...process.env };
  for (const line of execFileSync(deploy, ['env', postgres], { encoding: 'utf8' }).split('\n')) {
    const found = line.match(/^(RIDOTTO_\w+)='(.*)'$/);
    if (found) env[found[1]] = found[2];
  }
  const letters = path.join(folder, 'letters');
  const smtp = spawn(path.join(top, 'tests/lib/smtp_server.py'), [letters], { stdio: ['pipe', 'pipe', 'inherit'] });
  const smtpPort = (await firstLine(smtp)).split(' ')[1];
  const holder = spawn(path.join(top, 'tests/lib/ports.py'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = Number(await firstLine(holder));
  const url = `http://127.0.0.1:${port}`;
  Object.assign(env, {
    RIDOTTO_CONFIG: '/dev/null', RIDOTTO_DATA: top, RIDOTTO_PORT: String(port), RIDOTTO_URL: url, RIDOTTO_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, ...more,
  });
  execFileSync(ridotto, ['migrate'], { env, stdio: 'ignore' });
  const psql = openPsql(folder, env), { sql } = psql;
  sql(`\\i ${path.join(top, 'tests/lib/dealt_alike.sql')}\n`);
  const log = createWriteStream(path.join(folder, 'service.log'));
  const start = (...command) => {
    const child = spawn(command[0], command.slice(1), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.pipe(log, { end: false });
    return child;
  };
  const front = path.join(top, 'tests/lib/front');
  const doors = {
    serve: () => [start(ridotto, 'serve', ...flags)],
    fcgi: () => [start(ridotto, 'fcgi', '--worker', '--socket', path.join(folder, 'fcgi.sock')), start(front, 'fcgi', port, folder)],
    cgi: () => [start(ridotto, 'worker'), start(front, 'cgi', port, folder)],
  };
  const services = doors[door]();
  await until('the service answers', () => fetch(`${url}/health`).then((r) => r.ok).catch(() => false));

  const read = new Map(); // what has come is there whole, and stays as it is
  const mails = () => readdirSync(letters).filter((name) => name.endsWith('.eml')).sort().map((name) => {
    if (!read.has(name)) read.set(name, decodeMail(readFileSync(path.join(letters, name), 'utf8')));
    return read.get(name);
  });
  return {
    url,
    env,
    until,
    letters,
    mails,
    /** Waits for a mail to @address that matches @pattern and returns the match. */
    mailFor: (address, pattern) => until(`mail to ${address} with ${pattern}`, () => mails()
      .filter((mail) => mail.includes(`X-Envelope-To: ${address}`)).map((mail) => mail.match(pattern)).find(Boolean)),
    /** As the service itself: nobody has been looking at any table for a while, so that no letter waits for them. */
    lookAway: () => sql('UPDATE seat SET seen = NULL'),
    sql,
    /** As if there had never been a game. Who is at work with one, worker or open page, is not to be thrown out of the way. */
    forgetGames: () => until('nobody to look at a game', () => {
      try {
        sql("SET LOCAL lock_timeout = '200ms'; TRUNCATE game, seat, move, snapshot, draft, standing_order, message, note, incident, invitation, outbox, token CASCADE");
        return true;
      } catch (error) {
        if (!/lock timeout|deadlock/.test(error.stderr)) throw error;
        return false;
      }
    }),
    ridotto: (...args) => execFileSync(ridotto, args, { env, encoding: 'utf8' }),
    /** One more service of this house at a port of its own, with @settings of its own (RIDOTTO_PORT and RIDOTTO_URL: where another was); returns { url, stop() }. */
    async beside(settings) {
      const holds = spawn(path.join(top, 'tests/lib/ports.py'), { stdio: ['pipe', 'pipe', 'inherit'] });
      const its = await firstLine(holds), at = settings.RIDOTTO_URL ?? `http://127.0.0.1:${its}`;
      const child = spawn(ridotto, ['serve', '--no-worker', ...flags], { env: { ...env, RIDOTTO_PORT: its, RIDOTTO_URL: at, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr.pipe(log, { end: false });
      await until('the service beside answers', () => fetch(`${at}/health`).then((r) => r.ok).catch(() => false));
      return { url: at, stop: () => new Promise((resolve) => { child.once('exit', resolve); child.kill('SIGINT'); holds.stdin.end(); }) };
    },
    /** The position of a game as it is stored, whoever may know it. */
    position: (game) => JSON.parse(execFileSync(ridotto, ['game', 'position', String(game)], { env, encoding: 'utf8' })).state,
    log: () => readFileSync(path.join(folder, 'service.log'), 'utf8'),
    async stop() {
      const ended = services.map((service) => new Promise((resolve) => service.once('exit', resolve)));
      services.forEach((service) => service.kill('SIGINT')); // lighttpd ends with 0 on this one only
      const status = Math.max(...await Promise.all(ended));
      psql.end();
      smtp.stdin.end();
      holder.stdin.end();
      execFileSync(deploy, ['stop', postgres]);
      rmSync(folder, { recursive: true, force: true });
      return status;
    },
  };
}
