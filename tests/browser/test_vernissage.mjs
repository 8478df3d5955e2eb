#!/usr/bin/env node
// Three people play Vernissage from the first counter to the history: objections that come late, a haggle, a power play,
// a window that closes by its deadline, orders that answer; and nobody can tell what is hidden, wherever he looks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openHouse } from './house.mjs';
import { Person, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const html = 'text/html', json = 'application/json';
const defence = { artist: 'winther', min: '7', when: 'out', values: '1,2,3', nodeal: 'fight', until: 'game' };
const number = (table) => Number(table.split('/').pop());

// ---- what somebody can get ----

/** The stream of a table, as it comes in; stop() gives all of it. */
async function listen(person, table) {
  const cookies = await person.page.context().cookies();
  const control = new AbortController();
  const response = await fetch(`${house.url}${table}/events?away=1`, {
    signal: control.signal, headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') } });
  let heard = '';
  const done = (async () => {
    for await (const chunk of response.body) heard += new TextDecoder().decode(chunk);
  })().catch(() => null);
  return { heard: () => heard, stop: async () => { control.abort(); await done; return heard; } };
}

/** Every page and file about a table that a reader may open. */
async function everything(person, table) {
  const got = {};
  for (const [address, accept] of [[table, html], [table, json], [`${table}/history`, html], [`${table}/history`, json],
    [`${table}/export`, json], [`${table}/live`, json], [`${table}/chat`, html]]) {
    const answer = await person.get(address, accept);
    got[`${address.slice(table.length) || '/'} as ${accept}`] = await answer.text();
  }
  return got;
}

const letters = (person) => house.mails().filter((mail) => mail.includes(`X-Envelope-To: ${person.email}`));

/** Without what two games or two moments never share: numbers of games, times, tokens, who has looked within the last minute. */
const plain = (text) => text
  .replace(/\/games\/\d+/g, '/games/N').replace(/Vernissage \d+/g, 'Vernissage N').replace(/\b(after|game|table)=\d+/g, '$1=N').replace(/("(?:id|game|version)": ?)\d+/g, '$1N').replace(/data-version="\d+"/g, '')
  .replace(/\d{4}-\d\d-\d\d[T ][0-9:.]+(Z| [A-Z]+)?/g, 'T').replace(/\d+ (s|min|h)\b|a moment/g, 'SPAN').replace(/\d\d?:\d\d/g, 'CLOCK')
  .replace(/("(?:seconds|ago|span)": ?)"?[^",]*"?/g, '$1N').replace(/[A-Za-z0-9_-]{40,}/g, 'TOKEN').replace(/\b[0-9a-f]{16}\b/g, 'TOKEN')
  .replace(/(data-here="\d+")( hidden)?/g, '$1').replace(/("here": ?)(true|false|\[[\d, ]*\])/g, '$1N');

function differs(one, other) {
  for (const [where, text] of Object.entries(one)) {
    const a = plain(text), b = plain(other[where]);
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    if (a !== b) return `${where}: …${a.slice(Math.max(0, at - 120), at + 120)}… is not …${b.slice(Math.max(0, at - 120), at + 120)}…`;
  }
  return '';
}

// ---- at the table ----

async function sitDown(people) {
  const [owner, ...guests] = people;
  await owner.go('/games/new?game=vernissage');
  await owner.page.check('input[name=seats][value="3"]', { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await owner.unfold(owner.page.locator('.more-options > summary'));
  await owner.page.check('input[name="option.rounds"][value=r15]', { force: true });
  await owner.page.selectOption('select[name=pace]', 'quarter');
  await owner.press(owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  house.sql(`UPDATE game SET secret = decode(repeat('17', 32), 'hex') WHERE id = ${number(table)}`); // always dealt alike
  for (const guest of guests) {
    await guest.go(table);
    await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  }
  const first = truth(table).turn;
  people.forEach((person, seat) => { person.seat = seat; });
  return { table, order: [...people.slice(first), ...people.slice(0, first)] };
}

/** The position as it is, whoever may know it. */
const truth = (table) => house.position(number(table));

async function does(person, table, move) {
  await person.go(table);
  await person.choose(move);
}

/** The first counter offered that has milder ones of its kind. */
async function places(person, table) {
  const { legal } = await person.read(table);
  const move = legal.find((text) => /^place .* amount=4$/.test(text));
  await does(person, table, move);
  return move;
}

/** The form of the page for orders: to defend an artist. */
async function defends(person, table, values = {}) {
  await person.go(`${table}/orders`);
  const form = person.page.locator('form.order-form', { has: person.page.locator('input[name=answer][value=object]') });
  await person.page.locator('details', { has: form }).locator('summary').click();
  for (const [name, value] of Object.entries({ ...defence, ...values })) await form.locator(`select[name=${name}]`).selectOption(value);
  await person.press(form.locator('button'));
  const { list } = await person.read(`${table}/orders`);
  return list.find(({ order }) => order.includes('answer=object'));
}

// ---- two games that differ in a secret only ----

/** What all but the second player get of a game in which he has given an order, and answered. */
async function sealed(people, stranger, orders, answer) {
  await house.forgetGames();
  house.sql('UPDATE person SET quiet_since = NULL, digest_sent = NULL');
  const { table, order: [mover, second, third] } = await sitDown(people);
  await defends(second, table, orders);
  const readers = [mover, third, stranger];
  for (const reader of readers) await reader.go(table);
  const streams = await Promise.all(readers.map((reader) => listen(reader, table)));
  const before = letters(third).length;
  house.sql('UPDATE seat SET seen = now()'); // a letter waits while one has the table open
  await places(mover, table);
  for (const stream of streams) await house.until('the stream to tell of the counter', () => stream.heard().includes('"ply":1'));
  await does(second, table, answer);
  house.lookAway();
  house.sql("UPDATE outbox SET due = now() WHERE status = 'waiting'; NOTIFY outbox");
  const letter = await house.until('the letter to who is asked still', () => letters(third).slice(before)[0]);
  const got = {};
  for (const [i, reader] of readers.entries()) {
    got[reader.name] = await everything(reader, table);
    await house.until('the stream', () => streams[i].heard().includes('"ply":2'));
    got[reader.name].events = (await streams[i].stop()).replace(/id: \d+|"version":\d+|event: here\ndata: \{"here":\[[\d,]*\],"watching":[01]\}\n\n|^: ?.*\n+/gm, '');
  }
  got[third.name].letter = letter.replace(/^[\s\S]*?\n\n/, '').replace(/boundary.*|^--\S+/gm, '');
  await does(third, table, 'accept');
  return { got, letter, opened: (await mover.read(table)).view.dispute.sides.find(({ objects }) => objects) };
}

async function nothingTells(people, stranger) {
  const one = await sealed(people, stranger, {}, 'object values=2 nodeal=fight cards=0 cap=1');
  const other = await sealed(people, stranger, { artist: 'blaise', values: '1,2', nodeal: 'ask' }, 'object values=3 nodeal=yield cards=0 cap=0');
  for (const who of Object.keys(one.got))
    ok(!differs(one.got[who], other.got[who]), `a sealed answer: ${who} gets the same bytes, whatever it is`, differs(one.got[who], other.got[who]));
  ok(one.letter.includes('has answered'), 'a sealed answer: the letter tells that somebody has answered', one.letter);
  ok(isDeepStrictEqual([one, other].map(({ opened }) => opened.values.map(({ amount }) => amount)), [[2], [3]]) && !('nodeal' in one.opened),
    'a sealed answer: it is open when all are in, but for what he does without an agreement', JSON.stringify([one.opened, other.opened]));
}

// ---- what is hidden stays so ----

/** The same position with other secrets, as far as @seat cannot know: hands, what others saw, sealed answers. */
function otherwise(state, seat) {
  const other = structuredClone(state), { pending } = other;
  const faces = (hand) => [...hand.painting, hand.power, hand.critic, hand.unlimited];
  for (let s = 0; s < state.seats; s++) {
    if (s === seat) continue;
    const held = faces(other.hand[s]), stay = held.map((_, face) => (face === 5 ? pending.laid[s] : 0));
    for (const [from, n] of faces(other.hand[s]).entries())
      for (let i = stay[from]; i < n; i++) {
        const to = other.aside.findIndex((left, face) => left > 0 && face !== from);
        other.aside[to] -= 1; other.aside[from] += 1; held[from] -= 1; held[to] += 1;
      }
    Object.assign(other.hand[s], { painting: held.slice(0, 5), power: held[5], critic: held[6], unlimited: held[7] });
    for (const look of other.seen[s]) Object.assign(look, { faces: look.faces.map(() => 0), turn: -1 });
    if (state.phase === 'object' && pending.answered.includes(s)) {
      const objects = pending.objectors.includes(s);
      pending.objectors = objects ? pending.objectors.filter((one) => one !== s) : [...pending.objectors, s].sort();
      pending.values[s] = objects ? [] : [1];
      pending.nodeal[s] = objects ? null : 'yield';
      pending.cards[s] = pending.cap[s] = 0;
    }
  }
  return other;
}

/** Whoever looks at the table, page and JSON: the same, were the hidden things others. */
async function looksAround(table, readers, when) {
  const id = number(table), state = house.sql(`SELECT state FROM game WHERE id = ${id}`);
  const put = (text) => house.sql(`UPDATE game SET state = $state$${text}$state$ WHERE id = ${id}`);
  const pages = async (reader) => ({ page: await reader.read(table, html), json: JSON.stringify(await reader.read(table)) });
  for (const reader of readers) {
    const was = await pages(reader);
    put(JSON.stringify(otherwise(truth(table), reader.seat)));
    const is = await pages(reader).finally(() => put(state));
    ok(!differs(was, is), `${when}: ${reader.name} sees nothing that is hidden`, differs(was, is));
  }
}

// ---- the game ----

const kept = []; // what each reader got at times: { reader, got }

async function keeps(readers, table) {
  for (const reader of readers) kept.push({ reader, got: await everything(reader, table) });
}

const awaited = (table) => Number(house.sql(`SELECT awaits FROM game WHERE id = ${number(table)}`));
const isAsked = (person, table) => (awaited(table) >> person.seat & 1) === 1;

/** One step of who wants the game to end: down with who is lowest already, a card from the market, the first of the rest. */
function wish({ legal, view }, roll) {
  const of = (verb) => legal.filter((move) => move.split(' ')[0] === verb);
  const cards = of('buy_brown');
  const down = (move) => {
    const [, artist, kind, amount] = move.match(/artist=(\w+) kind=(\w+) amount=(\d)/);
    const { fame, column } = view.artists.find((one) => one.artist === artist);
    const careful = column.some((counter) => counter.kind === 'purchase') ? 100 : 0; // no vernissage: it would take him out of reach
    return kind === 'purchase' ? Number(amount) - fame : fame - Number(amount) + careful;
  };
  if (of('place').length) return of('place').reduce((best, move) => (down(move) < down(best) ? move : best));
  if (cards.length) return of('buy_grey').length && roll(3) === 0 ? 'buy_grey' : cards[roll(cards.length)];
  const verb = ['take', 'accept', 'yield', 'refuse_offer', 'stand', 'commit', 'reveal', 'end'].find((one) => of(one).length);
  return verb ? of(verb)[0] : legal[0];
}

/** What is left of a turn: a card, and the end. Returns the presses. */
async function goesOn(person, table, roll) {
  let steps = 0;
  await person.go(table);
  for (let model = await person.read(table); model.turn; model = await person.read(table)) {
    if (model.legal.length) await person.choose(wish(model, roll));
    else await person.press(person.page.locator('button[name=do][value=confirm]'));
    if (++steps > 30) throw new Error(`${person.name}'s turn does not end at ${person.page.url()}`);
  }
  return steps;
}

async function log(person, table) {
  const { log_turns: turns } = await person.read(table);
  return turns.flatMap(({ entries, incident, ...cause }) => [...entries.map(({ text }) => ({ text, ...cause })), ...(incident ? [{ text: incident.text }] : [])]);
}

const tells = async (person, table, words) => (await log(person, table)).some(({ text }) => words.test(text));

/** Two object, the second long after the first; one of them must be won over by an offer. */
async function haggle(table, [mover, second, third], readers) {
  await tabsThrough(mover, table);
  await isWhole(mover, table);
  await places(mover, table);
  await does(third, table, 'object values=2,3 nodeal=ask cards=0 cap=0');
  await looksAround(table, readers, 'one has objected, and another is asked');
  await keeps(readers, table);
  ok(!await tells(mover, table, / objects to /) && isAsked(second, table), 'an objection waits until all have answered');
  await does(second, table, 'object values= nodeal=ask cards=0 cap=0');
  ok((await log(mover, table)).filter(({ text }) => / objects to /.test(text)).length === 2 && isAsked(mover, table),
    'a late objection opens both, and the haggling');
  await looksAround(table, readers, 'haggling');
  await does(mover, table, 'offer amount=2');
  await does(second, table, 'take_offer');
  ok(await tells(second, table, /They settle on a (purchase of \+|critique of −|scandal of −)2 on [A-Z]/), 'the haggle ends in an agreement, on whose artist it is told', JSON.stringify((await log(second, table)).slice(0, 9)));
  ok(truth(table).artists.some(({ column }) => column.some(({ amount }) => amount === 2)), 'and the counter lies there as agreed');
}

/** On a phone one's cards lie at the foot of the window; whoever goes from place to place by the keyboard sees where he is. */
async function tabsThrough(person, table) {
  const { page } = person;
  await person.go(table);
  await page.locator('.hand').evaluate((hand) => { hand.style.minHeight = '40vh'; }); // as tall as many cards make it
  const covered = [];
  let stops = 0;
  for (; stops < 300; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return null;
      const box = at.getClientRects()[0] ?? at.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2);
      return { name: (at.getAttribute('aria-label') ?? at.textContent).trim().slice(0, 40) || at.id, seen: Boolean(hit) && (at.contains(hit) || hit.contains(at) || hit.closest('label')?.control === at),
        by: hit?.className, hand: document.querySelector('.hand').getBoundingClientRect().height };
    });
    if (!stop) break;
    if (!stop.seen) covered.push(stop);
  }
  ok(stops > 25 && covered.length === 0, 'no place that the keyboard reaches lies under the cards in hand', `${stops} stops\n${JSON.stringify(covered)}`);
}

/** On a desktop nothing stands empty between the board and what comes below it. */
async function isWhole(person, table) {
  const { page } = person, phone = page.viewportSize();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await person.go(table);
    const gap = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return box('.below').top - Math.max(box('#board').bottom, box('.side').bottom);
    });
    ok(gap >= 0 && gap < 40, `at ${width} px both columns are whole`, `a gap of ${gap} px`);
  }
  await page.setViewportSize(phone);
}

/** A standing order given on its page, to which the table leads, answers the question. */
async function suggested(table, [mover, second, third]) {
  await places(mover, table);
  await does(second, table, 'accept');
  await third.go(table);
  const way = third.page.locator('.tabs a[href$="/orders"]');
  ok(await third.page.locator('a[href$="/orders"]').count() === 1, 'one way leads to standing orders');
  await third.go(await way.getAttribute('href'));
  const rule = third.page.locator('button.option', { hasText: `placed by ${mover.name}` });
  ok(await rule.count() === 1, 'there stands an order that answers the question');
  await third.press(rule);
  await house.until('the order to answer', () => !isAsked(third, table));
  ok((await log(third, table)).some(({ text, cause_order: order }) => order && /has answered/.test(text)), 'given, it has answered at once');
  ok(await tells(mover, table, /Nobody objects/), 'and the game has gone on');
}

/** One who has an order given beforehand is not asked; one who says nothing lets the counter pass. */
async function deadline(table, [mover, second, third], readers) {
  await third.go(`${table}/orders`);
  const form = third.page.locator('form.order-form', { hasText: 'Never object to counters placed by' });
  await third.page.locator('details', { has: form }).locator('summary').click();
  await form.locator('select[name=seat]').selectOption({ label: mover.name });
  await third.press(form.locator('button'));
  await places(mover, table);
  ok(!isAsked(third, table) && isAsked(second, table), 'an order from its page answers by itself');
  ok((await log(third, table)).some(({ text, cause_order: order }) => order && /has answered/.test(text)), 'which its owner is told');
  await looksAround(table, readers, 'an order has answered, and a window is open');
  await keeps(readers, table);
  await second.go(table);
  ok(/left|minute|min/.test(await second.page.locator('#asked-sentence time').innerText()), 'who is asked sees how long the window is open');
  house.sql(`UPDATE seat SET remind = NULL, deadline = now() - interval '1 s' WHERE game = ${number(table)} AND seat = ${second.seat}`);
  await house.until('the window to close', () => !isAsked(second, table));
  const said = (await log(mover, table)).slice(0, 8).map(({ text }) => text);
  ok(said.some((text) => /Nobody objects/.test(text)), 'the window closes by its deadline, and silence lets the counter pass', said.join('\n'));
  ok(house.sql(`SELECT count(*) FROM move WHERE game = ${number(table)} AND cause = 'clock' AND seat = ${second.seat}`) === '1', 'by the house\'s clock');
}

/** One objects, and would take another value; the mover insists, and is fought. */
async function powerPlay(table, [mover, second, third], readers) {
  await places(mover, table);
  await does(second, table, 'accept');
  await does(third, table, 'object values=2 nodeal=ask cards=0 cap=0');
  await does(mover, table, 'stand');
  await does(third, table, 'fight cards=0 cap=0');
  ok(await tells(second, table, /There will be a power play/), 'the haggle ends in a power play: one insists, the other fights');
  await looksAround(table, readers, 'power play');
  await keeps(readers, table);
  while (['commit', 'last_word'].includes(truth(table).phase)) await does(mover, table, 'commit cards=0');
  ok(await mover.page.locator('.since .drawn use[href*="#v-d"]').count() >= 4, 'the dice lie drawn beside the question of who threw last');
  await second.go(table);
  ok(await second.page.locator('.log .drawn use[href*="#v-d"]').count() >= 4 && /rolls \d and \d, with \d suitcases?: \d+/.test(await second.page.locator('.log').innerText()),
    'and in the log, where they can be read as well');
  ok(await tells(second, table, /wins the power play, \d+ to \d+/) && await tells(second, table, /agent on step \d+ goes home/),
    'dice decide it, and an agent goes home', JSON.stringify((await log(second, table)).slice(0, 9)));
}

// ---- what came of it ----

/** What was kept of the time before against all that came to light in the end. */
async function comesToLight(table, reader, orders) {
  const full = await reader.read(`${table}/export`), sentences = [];
  const secret = /^(.*) (is dealt|exchanges three paintings for|takes a card .*:|draws a move card .*:) (?!three)/;
  for (const { ply } of full.moves.filter(({ events }) => events.some((event) => event.secret_to))) {
    const { turns } = await reader.read(`${table}/history/${ply}`);
    const entries = turns.flatMap(({ fold, ...turn }) => fold?.turns ?? [turn]).flatMap((turn) => turn.entries).flatMap(({ fold, ...entry }) => fold?.entries ?? [entry]);
    sentences.push(...entries.map(({ text }) => text).filter((text) => secret.test(text)));
  }
  const seen = [];
  let hidden = 0;
  for (const { reader: who, got } of kept) {
    const all = Object.values(got).join('\n');
    seen.push(...sentences.filter((text) => !text.startsWith(`${who.name} `) && all.includes(text)));
    seen.push(...orders.filter(({ person, order, sentence }) => person !== who && (all.includes(order) || all.includes(sentence))).map(({ order }) => order));
    for (const move of JSON.parse(got[`/export as ${json}`]).moves) {
      const own = move.seat === who.seat;
      if (move.seat !== null && (own !== ('move' in move) || (!own && move.cause === 'order'))) seen.push(JSON.stringify(move));
      for (const [i, event] of move.events.entries()) {
        const whole = full.moves[move.ply].events[i];
        const gone = Object.keys(whole).filter((key) => key !== 'secret_to' && (!(key in event) || !isDeepStrictEqual(whole[key], event[key])));
        hidden += gone.length;
        if ((whole.secret_to !== undefined && whole.seat !== who.seat) !== gone.length > 0) seen.push(JSON.stringify([event, whole]));
      }
    }
  }
  ok(sentences.length > 5 && hidden > 10 && orders.length === 3, 'there was something to hide', `${sentences.length} sentences, ${hidden} arguments, ${orders.length} orders`);
  ok(seen.length === 0, 'pages, JSON, history and export told nobody what was hidden', seen.slice(0, 5).join('\n'));
  return { full, sentences };
}

async function game(people, stranger) {
  await house.forgetGames();
  const from = house.mails().length, roll = dice(5);
  const readers = [...people, stranger];
  const { table, order: [a, b, c] } = await sitDown(people);
  const streams = await Promise.all(readers.map((reader) => listen(reader, table)));
  const orders = [];
  for (const [i, person] of people.entries()) orders.push({ person, ...await defends(person, table, { values: ['1,2,3', '1,2', '1'][i] }) });
  ok(orders.every(({ order }) => order?.includes('artist=winther')), 'everybody has a standing order of his own', JSON.stringify(orders.map((o) => o.order)));
  house.lookAway();
  await haggle(table, [a, b, c], readers);
  await goesOn(a, table, roll);
  await suggested(table, [b, c, a]);
  await goesOn(b, table, roll);
  await deadline(table, [c, a, b], readers);
  house.lookAway();
  await goesOn(c, table, roll);
  await powerPlay(table, [a, b, c], readers);
  let steps = await goesOn(a, table, roll);
  for (let turn = 0; awaited(table); turn++) {
    const person = people.find((one) => isAsked(one, table));
    steps += await goesOn(person, table, roll);
    if (turn === 6) await looksAround(table, readers, 'later on');
    if (turn % 6 === 2 && awaited(table)) await keeps(readers, table);
  }
  ok(true, `three played to the end (${steps} presses after the first four turns)`);
  const { full, sentences } = await comesToLight(table, people[0], orders);
  await house.until('letters about the end', () => people.every((person) => letters(person).some((mail) => /^Subject: .*over/m.test(mail))));
  const before = house.mails().slice(from).filter((mail) => !/^Subject: .*over/m.test(mail));
  const told = before.filter((mail) => sentences.some((text) => mail.includes(text) && !mail.includes(`X-Envelope-To: ${text.split(' ')[0].toLowerCase()}@`))
    || /order slot=|nodeal|objects? (with|values)/.test(mail));
  ok(before.length > 2 && told.length === 0, 'letters tell nothing of it', `${before.length} letters\n${told[0]}`);
  const heard = (await Promise.all(streams.map((stream) => stream.stop()))).flatMap((text) => text.split('\n').filter((line) => line.startsWith('data: ')));
  ok(heard.length > 20 && heard.every((line) => /^data: \{"(version":-?\d+,"ply":\d+|here":\[[\d,]*\],"watching":[01])\}$/.test(line)), 'a stream says how far the game is, who is there, and that at most one watches: the one without a seat',
    [...new Set(heard)].slice(0, 9).join('\n'));
  return { table, full };
}

async function readsIt(person, table, full) {
  await person.go(table);
  await person.follow(`a[href="${table}/history"]`);
  const now = person.page.locator('#asked .facts b');
  ok(await now.innerText() === `Move 0 of ${full.moves.length - 1}`
    && await person.page.locator('#result-title + .result tbody').count() === 3, `${person.name} reads the history, from its beginning`);
  await person.page.locator('a[rel=next]').click();
  await now.filter({ hasText: 'Move 1 of ' }).waitFor();
  await person.page.waitForURL(/\/history\/1$/);
  ok(await person.page.locator('#board').isVisible(), 'and walks through it, with the board as it stood');
}

await main(async () => {
  const people = [];
  for (const [i, name] of ['Anna', 'Bruno', 'Clara'].entries()) {
    people.push(await Person.arrive(house, browser, name, { javaScriptEnabled: i === 0 }));
    await people[i].join();
  }
  const stranger = await Person.arrive(house, browser, 'A spectator', { javaScriptEnabled: false });
  stranger.seat = null;
  await stranger.go('/');
  await nothingTells(people, stranger);
  const { table, full } = await game(people, stranger);
  for (const person of people) await readsIt(person, table, full);
  const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-export-'));
  writeFileSync(path.join(folder, 'game.json'), JSON.stringify(full));
  ok(/proven/.test(house.ridotto('replay', path.join(folder, 'game.json'))), 'ridotto replay proves the export');
  rmSync(folder, { recursive: true });
  for (const person of [...people, stranger]) ok(person.errors.length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
