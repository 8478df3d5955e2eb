// Who lives in the photographed house: five people, their browsers in two languages, and tables in any position.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Person } from '../browser/people.mjs';

export const names = ['Anna', 'Bruno', 'Chiara', 'Dario', 'Elena'];
export const languages = ['en', 'ja'];
const ridotto = process.env.RIDOTTO;

const quoted = (text) => `'${String(text).replaceAll("'", "''")}'`;
const json = (value) => `${quoted(JSON.stringify(value))}::jsonb`;
const stored = (value) => `convert_to(${quoted(JSON.stringify(value))}, 'UTF8')`; // states and events

/** What `ridotto rules GAME ...` prints; throws what it complains about. */
export function rules(game, args, input) {
  const done = spawnSync(ridotto, ['rules', game, ...args], { input: input && JSON.stringify(input), encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.status !== 0) throw new Error(`ridotto rules ${game} ${args.join(' ')}: ${done.stdout.slice(0, 400)}${done.stderr.slice(0, 400)}`);
  return JSON.parse(done.stdout);
}

const looked = new WeakMap(), courses = new WeakMap(); // several look at one position
const played = new WeakMap(); // and several positions come of one game of the bots

/** A position with the moves that led to it: steps[0] is where it begins, the last is where it stands. */
class Course {
  constructor(game, state, { seed = 0, orders = [] } = {}) {
    Object.assign(this, { game, seed, orders, steps: [{ state, seat: -1, move: 'setup', events: [] }] });
  }

  get state() { return this.steps.at(-1).state; }

  /** The same so far, to go on from in another way. */
  fork() { return Object.assign(new Course(this.game, this.state, this), { steps: [...this.steps] }); }

  look(state = this.state) {
    if (!looked.has(state)) looked.set(state, rules(this.game, ['look'], { state }));
    return looked.get(state);
  }

  apply(move, seat = this.look().awaits[0]) {
    const done = rules(this.game, ['apply'], { state: this.state, seat, move, seed: this.seed, ply: this.steps.length, orders: this.orders });
    const text = typeof move === 'string' ? move : rules(this.game, ['moves'], { state: this.state, seat }).texts[0];
    this.steps.push({ state: done.state, seat, move: text, events: done.events });
    return this;
  }

  /** The bot's moves, as many as said, or until @enough says so of the position and who is awaited. */
  play(most, enough = () => false) {
    for (let ply = 0; ply < most; ply++) {
      const { awaits } = this.look();
      if (awaits.length === 0 || enough(this.state, awaits)) break;
      const { move } = rules(this.game, ['advise'], { state: this.state, seat: awaits[0], seed: this.seed, ply: this.steps.length });
      this.apply(move, awaits[0]);
    }
    return this;
  }

  /** Moves of who is awaited first: each a text, or (state, legal, seat) => text; null passes over. */
  then(moves) {
    for (const one of moves) {
      const { awaits: [seat] } = this.look();
      const text = typeof one === 'string' ? one : one(this.state, rules(this.game, ['moves'], { state: this.state, seat }).texts, seat);
      if (text) this.apply(text, seat);
    }
    return this;
  }
}

/**
 * Where a position comes from, @from:
 *   { file, nth, steps }                              a scenario (of several, the nth), with that many of its steps done (default 0; "all"),
 *                                                     or a bare state
 *   { state }                                         a state
 *   { steps: [{ state, seat, move, events }, ...] }   the last steps of a game, as tests/pictures/busiest prints them
 *   { seats, seed, options, plies, until(state, awaits) }  a game of the bots
 * and then: [...] goes on with moves, see Course.then()
 */
export function course(game, from) {
  if (!courses.has(from)) courses.set(from, begun(game, from).then(from.then ?? []));
  return courses.get(from);
}

/* The scenarios of a file, each with the whole of what it begins with: "but" says what differs from the one before. */
function scenarios(file) {
  const read = JSON.parse(readFileSync(path.resolve(process.env.RIDOTTO_TOP, file), 'utf8'));
  let before;
  return (Array.isArray(read) ? read : [read]).map(({ but, ...scenario }) => {
    const { seats, seed, options, start } = before ?? {};
    return before = but ? { seats, seed, options, ...scenario, start: { ...start, ...but } } : scenario;
  });
}

function begun(game, from) {
  if (from.state) return new Course(game, from.state);
  if (from.steps?.[0]?.state) return Object.assign(new Course(game), { steps: from.steps });
  if (from.file) {
    const scenario = scenarios(from.file)[from.nth ?? 0];
    if (!scenario.steps) return new Course(game, scenario.state ?? scenario);
    const file = path.join(tmpdir(), `ridotto-scenario-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(scenario));
    const orders = scenario.orders === 'none' || !scenario.orders ? []
      : Array.from({ length: 5 }, (_, seat) => scenario.orders[seat] ?? []);
    const made = new Course(game, rules(game, ['new', file]), { seed: scenario.seed, orders });
    for (const step of scenario.steps.slice(0, from.steps === 'all' ? undefined : Number(from.steps ?? 0)))
      if (step.do && !step.error) made.apply(step.do, step.seat);
    return made;
  }
  const options = Object.entries(from.options ?? {}).flatMap(([name, value]) => ['--option', `${name}=${value}`]);
  const seed = from.seed ?? 1;
  const key = JSON.stringify([game, seed, from.seats, options, from.plies]), known = played.get(from.until ?? played) ?? new Map();
  if (!known.has(key)) {
    const dealt = rules(game, ['new', '--seed', String(seed), ...(from.seats ? ['--seats', String(from.seats)] : []), ...options]);
    played.set(from.until ?? played, known.set(key, new Course(game, dealt, { seed }).play(from.plies ?? 0, from.until)));
  }
  return known.get(key).fork();
}

export class World {
  constructor(house, browser, folder) {
    Object.assign(this, { house, browser, folder, person: {}, tabs: new Map() });
  }

  sql(query) { return this.house.sql(query); }

  /** Everybody joins; nobody has a language of his own, so that the cookie of each browser decides. */
  async furnish() {
    for (const name of names) {
      const person = await Person.arrive(this.house, this.browser, name, { timezoneId: 'Europe/Rome' });
      await person.join();
      await this.know(person);
    }
    this.sql('UPDATE person SET lang = NULL');
  }

  /** Of somebody who is signed in: what is needed to open pages and send forms as he. */
  async know(person) {
    person.id = Number(this.sql(`SELECT id FROM person WHERE name = ${quoted(person.name)}`));
    person.session = await person.page.context().storageState();
    this.person[person.name.toLowerCase()] = person;
    await person.go('/help');
    person.csrf = await person.page.locator('input[name=csrf]').first().inputValue();
    await person.page.goto('about:blank');
  }

  /** The browser of @who (a name, or null: nobody is signed in) that speaks @lang. */
  async page(who, lang) {
    const key = `${who} ${lang}`;
    if (!this.tabs.has(key)) {
      const context = await this.browser.newContext({ locale: lang, timezoneId: 'Europe/Rome', deviceScaleFactor: 1,
        viewport: { width: 390, height: 844 }, ...(who && { storageState: this.person[who].session }) });
      context.setDefaultTimeout(15000);
      await context.addCookies([{ name: 'lang', value: lang, url: this.house.url }]);
      this.tabs.set(key, await context.newPage());
    }
    return this.tabs.get(key);
  }

  /** What a form of @who sends; returns the path to which he is led. Anything but a 303 is an error, unless @status is said. */
  async post(who, to, fields = {}, status = 303) {
    const person = this.person[who];
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ csrf: person.csrf, ...fields }))
      for (const one of [value].flat()) form.append(name, one);
    const answer = await person.page.context().request.post(this.house.url + to, { data: form.toString(), maxRedirects: 0,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' } });
    if (answer.status() !== status) throw new Error(`${who} ${to}: ${answer.status()}\n${(await answer.text()).replace(/<[^>]*>|\s+/g, ' ').slice(0, 600)}`);
    return answer.headers().location;
  }

  /** A table that @who opens; returns its path. @fields: those of the form */
  newTable(who, { game = 'carrara', seats = 3, bots = 0, pace = 'week', ...fields } = {}) {
    return this.post(who, '/games/new', { game, seats, bots, pace, ...fields });
  }

  sit(who, table) { return this.post(who, `${table}/sit`, { phrase: '' }); }

  /** A running game of Anna, Bruno and so on, in this order; returns its path. */
  async running({ game = 'carrara', seats = 3, pace = 'week', ...fields } = {}) {
    const table = await this.newTable('anna', { game, seats, pace, ...fields });
    for (const name of names.slice(1, seats)) await this.sit(name.toLowerCase(), table);
    const id = number(table);
    this.sql(`UPDATE seat SET person = NULL WHERE game = ${id}; UPDATE seat SET person = p.id FROM person p
      WHERE game = ${id} AND p.name = (ARRAY[${names.map(quoted)}])[seat + 1]`);
    return table;
  }

  /**
   * A running game that stands as course(game, from) says; returns its path. Everybody is a person, so that no bot plays on.
   * What led there is in its log and history. @draft: moves that the awaited seat is thinking of, as text; @pace: of the form;
   * @orders: standing orders, [of seat 0, ...]
   */
  async position(game, from, { draft, orders = [], pace = 'week' } = {}) {
    const made = course(game, from), { steps } = made, looks = steps.map(({ state }) => made.look(state)), at = looks.at(-1);
    const table = await this.running({ game, seats: at.standing.length, pace }), id = number(table), ply = steps.length - 1;
    const points = (look) => `ARRAY[${look.standing.map((seat) => seat.points)}]::smallint[]`;
    const bit = (seats) => seats.reduce((mask, seat) => mask | 1 << seat, 0);
    const over = at.awaits.length === 0;
    const script = [`DELETE FROM snapshot WHERE game = ${id}; DELETE FROM outbox WHERE game = ${id};`,
      ...steps.map((step, i) => `INSERT INTO snapshot (game, ply, state) VALUES (${id}, ${i}, ${stored(step.state)});`),
      ...steps.slice(1).map((step, i) => `INSERT INTO move (game, ply, seat, move, events, cause, person, at, points, revision, hash)
        SELECT ${id}, ${i + 1}, ${step.seat}, ${quoted(step.move)}, ${stored(step.events)}, 'person', s.person,
          now() - interval '${(ply - i - 1) * 47 + 12} minutes', ${points(looks[i + 1])}, g.revision, decode(repeat('00', 32), 'hex')
        FROM game g JOIN seat s ON s.game = g.id WHERE g.id = ${id} AND s.seat = ${step.seat};`),
      `UPDATE move SET at = now() - interval '${ply * 47 + 30} minutes', points = ${points(looks[0])} WHERE game = ${id} AND ply = 0;`,
      `UPDATE game SET state = ${stored(steps.at(-1).state)}, ply = ${ply}, awaits = ${bit(at.awaits)}, version = version + 1,
        status = '${over ? 'over' : 'running'}', moved = now() - interval '12 minutes', started = now() - interval '3 days',
        ended = ${over ? "now() - interval '12 minutes'" : 'NULL'}, ending = ${over ? "'played'" : 'NULL'} WHERE id = ${id};`,
      `UPDATE seat SET awaited_since = NULL, awaited_ply = NULL, spent_at = NULL, spent = 0, deadline = NULL, remind = NULL, in_window = false
        WHERE game = ${id};`,
      ...at.standing.map((seat, s) => `UPDATE seat SET points = ${seat.points}, rank = ${over ? seat.rank : 0} WHERE game = ${id} AND seat = ${s};`),
      ...at.awaits.map((seat) => `UPDATE seat SET awaited_since = now() - interval '12 minutes', awaited_ply = ${ply},
        spent_at = now() - interval '12 minutes', deadline = now() + interval '${pace === 'none' ? 0 : 6} days 3 hours',
        in_window = ${at.windows.includes(seat)} WHERE game = ${id} AND seat = ${seat};`),
      ...(draft ? [`INSERT INTO draft (game, person, ply, steps) SELECT ${id}, person, ${ply}, ${json(draft)} FROM seat
        WHERE game = ${id} AND seat = ${at.awaits[0]};`] : []),
      ...orders.flatMap((list, seat) => [`DELETE FROM standing_order WHERE game = ${id} AND seat = ${seat};`,
        ...list.map((text, i) => `INSERT INTO standing_order (game, seat, position, text) VALUES (${id}, ${seat}, ${i}, ${quoted(text)});`)])];
    this.run(script.join('\n'));
    return table;
  }

  /** Bots play for the people of a table that runs, until there are @plies at least: its moves can be played again, unlike those of position(). */
  async played(table, plies) {
    const id = number(table), open = (when) => this.sql(`SELECT id FROM game WHERE id = ${id} FOR UPDATE;
      UPDATE seat SET opened = ${when} WHERE game = ${id}; UPDATE game SET version = version + 1 WHERE id = ${id}`);
    open('now()');
    this.sql('NOTIFY ridotto');
    await this.house.until('the bots to play a while', () => Number(this.sql(`SELECT ply FROM game WHERE id = ${id}`)) >= plies);
    open('NULL');
    return table;
  }

  /** The seats that must act. */
  awaits(table) {
    const mask = Number(this.sql(`SELECT awaits FROM game WHERE id = ${number(table)}`));
    return names.map((_, seat) => seat).filter((seat) => mask & 1 << seat);
  }

  /** What a page says to a program. */
  async read(who, to) {
    const answer = await this.person[who].page.context().request.get(this.house.url + to, { headers: { accept: 'application/json' } });
    return answer.json();
  }

  /** Who is awaited, by name. */
  mover(table) { return names[this.awaits(table)[0]].toLowerCase(); }

  /** One step of whoever is awaited, by what his page offers; @wanted: how its text begins */
  async step(table, wanted = '') {
    const who = this.mover(table), { legal, draft, game } = await this.read(who, table);
    const step = legal.find((text) => text.startsWith(wanted)) ?? legal[0];
    const drawn = { ply: game.ply, draft: draft.n };
    if (step) await this.post(who, `${table}/moves`, { ...drawn, step });
    else await this.post(who, `${table}/draft`, { ...drawn, do: 'confirm' });
  }

  /** The whole turn of whoever is awaited. */
  async turn(table, wanted) {
    const id = number(table), state = () => this.sql(`SELECT ply, awaits FROM game WHERE id = ${id}`).split('|');
    const [, began] = state();
    for (let presses = 0; presses < 60 && state()[1] === began; presses++) await this.step(table, wanted);
  }

  /** As if so much time had gone by at a table: "3 days". No deadline is struck by that alone, but one that has come is. */
  later(table, span) {
    const id = number(table), ago = `- interval '${span}'`;
    this.sql(`UPDATE seat SET awaited_since = awaited_since ${ago}, spent_at = spent_at ${ago}, deadline = deadline ${ago}, remind = remind ${ago}
      WHERE game = ${id}; UPDATE game SET moved = moved ${ago}, started = started ${ago}, created = created ${ago} WHERE id = ${id};
      UPDATE move SET at = at ${ago} WHERE game = ${id}; UPDATE incident SET at = at ${ago} WHERE game = ${id}; UPDATE message SET at = at ${ago} WHERE game = ${id}`);
  }

  /** The time of whoever is awaited is up, and the steward has seen to it. */
  async late(table) {
    const id = number(table), count = () => this.sql(`SELECT count(*) FROM incident WHERE game = ${id}`), before = count();
    this.sql(`UPDATE seat SET remind = NULL, spent_at = now() - interval '40 days', deadline = now() - interval '1 s' WHERE game = ${id} AND deadline IS NOT NULL`);
    await this.house.until('the steward', () => count() !== before);
  }

  /** Until the seat of whoever is awaited now is open; returns its player. */
  async opened(table) {
    const who = this.mover(table), seat = names.findIndex((name) => name.toLowerCase() === who), id = number(table);
    while (!this.sql(`SELECT 1 FROM seat WHERE game = ${id} AND seat = ${seat} AND opened IS NOT NULL`)) {
      if (this.mover(table) === who) await this.late(table);
      else await this.turn(table);
    }
    await this.house.until('the bot to move', () => this.mover(table) !== who);
    return who;
  }

  /** Nobody else may touch a table until what is returned is called: the worker neither. */
  async hold(table) {
    const psql = spawn('psql', ['-qXAtd', this.house.env.RIDOTTO_OWNER_DATABASE], { env: this.house.env, stdio: ['pipe', 'pipe', 'inherit'] });
    const locked = new Promise((resolve) => { psql.stdout.once('data', resolve); });
    psql.stdin.write(`BEGIN; SELECT id FROM game WHERE id = ${number(table)} FOR UPDATE;\n`);
    await locked;
    return () => new Promise((resolve) => { psql.once('exit', resolve); psql.stdin.end('ROLLBACK;\n'); });
  }

  /** The service does not get at its database; or does again. */
  shut(is) {
    const [host] = this.house.env.RIDOTTO_OWNER_DATABASE.match(/\/[^\s']*/);
    execFileSync('psql', ['-qXh', host, '-U', 'postgres', '-d', 'ridotto', '-o', '/dev/null', '-c', `ALTER ROLE ridotto CONNECTION LIMIT ${is ? 0 : -1}`,
      '-c', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${is} AND usename = 'ridotto'`], { env: this.house.env });
  }

  /** The newest letter to @who in which @pattern is found: { text, match }. */
  async letter(who, pattern) {
    const to = `X-Envelope-To: ${who}@example.org`;
    return this.house.until(`a letter to ${who} with ${pattern}`, () => this.house.mails().filter((text) => text.includes(to)).reverse()
      .map((text) => ({ text, match: text.match(pattern) })).find(({ match }) => match));
  }

  /** A page of its own with the HTML part of a letter; returns its address. */
  asPage({ text }, name) {
    const file = path.join(this.folder, `${name}.html`), html = text.match(/<!doctype html>[\s\S]*<\/html>/i);
    if (!html) throw new Error(`no HTML in ${text.slice(0, 400)}`);
    const board = text.match(/Content-Id: <board>[\s\S]*?\r?\n\r?\n([\w+/=\s]+)/i);
    writeFileSync(file, board ? html[0].replace('cid:board', `data:image/png;base64,${board[1].replace(/\s/g, '')}`) : html[0]);
    return `file://${file}`;
  }

  /** Many statements, all or none. */
  run(script) {
    const file = path.join(this.folder, 'script.sql');
    writeFileSync(file, script);
    execFileSync('psql', ['-qX1d', this.house.env.RIDOTTO_OWNER_DATABASE, '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-f', file],
      { env: this.house.env });
  }
}

export const number = (table) => Number(table.split('/')[2].split(/[?#]/)[0]);
