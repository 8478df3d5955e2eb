// What is played from a letter: each kind of decision that Vernissage, Genoa and Venedig ask with few options, its page, and the letter.
// tests/browser/test_choice.mjs plays all of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { names, number, rules } from './world.mjs';

const many = 5000;
const scenario = (game, name, steps = 0) => ({ file: `tests/scenarios/${game}/${name}.json`, steps });
/** A game of the bots up to where somebody is asked so; @more (state, seat) says which of these. */
const until = (phase, more = () => true) => (state, [seat]) => state.phase === phase && more(state, seat);
const verb = (name) => (state, legal) => legal.find((move) => move.startsWith(name)) ?? null;

const counter = { seats: 4, seed: 5, plies: many, until: until('object') };
const objects = (state) => `object values=${state.supply[state.pending.kind].flatMap((n, amount) => (n && amount < state.pending.amount ? [amount] : [])).slice(0, 2)} nodeal=ask cards=0 cap=0`;
const fights = (state) => objects(state).replace('ask', 'fight');
const restAccepts = Array(3).fill((state) => (state.phase === 'object' ? 'accept' : null));
const goesOn = (from, ...moves) => ({ ...from, then: moves });
const haggle = goesOn(counter, objects, ...restAccepts);

const tower = { seats: 3, seed: 1, plies: 400, until: until('tower', ({ offers }) => offers.length > 1) };
const raises = (state) => `counter from=${state.offers[0].seat} slot=${state.offers[0].slot} give_money=${state.offers[0].give_money + 15}`;

/** Is there so little to choose from, and some of it begins with each of @begins? What may come at any time, and counter-offers, are not counted. */
const few = (game, ...begins) => (state, seat) => {
  const legal = rules(game, ['moves'], { state, seat }).texts.filter((move) => !/^(counter|announce|offer) /.test(move));
  return legal.length <= 8 && begins.every((begin) => legal.some((move) => move.startsWith(begin)));
};

/** The beginning of a scenario of Venedig with @left sites of swamp: the gold of all others is somebody's whose turn it is not. */
const drained = (name, left) => {
  const [{ seats, start }] = [JSON.parse(readFileSync(path.resolve(process.env.RIDOTTO_TOP, scenario('venedig', name).file), 'utf8'))].flat();
  const state = { seats, ...start }, gold = state.gold[(state.active + 1) % state.hand.length];
  let sites = 0;
  state.swamp.forEach((value, site) => {
    if (value < 0 || sites++ < left) return;
    gold[value] += 1;
    state.swamp[site] = -1;
  });
  return { state };
};

/** { game, name, from: as of course() in world.mjs, choose: how the choice begins that is played, made: what it comes to when its form is sent as it is } */
export const decisions = [
  { game: 'vernissage', name: 'object', from: counter, choose: 'accept' },
  { game: 'vernissage', name: 'object-filled-in', from: counter, choose: 'object' },
  { game: 'vernissage', name: 'negotiate', from: haggle, choose: 'stand' },
  { game: 'vernissage', name: 'offer', from: goesOn(haggle, ...haggle.then, verb('offer ')), choose: 'take_offer' },
  { game: 'vernissage', name: 'challenge', from: goesOn(haggle, ...haggle.then, 'stand'), choose: 'yield' },
  { game: 'vernissage', name: 'commit', from: goesOn(counter, fights, ...restAccepts, (state) => (state.phase === 'negotiate' ? 'stand' : null)), choose: 'commit' },
  { game: 'vernissage', name: 'last-word', from: scenario('vernissage', '14-25-power-play', 5), choose: 'commit' },
  { game: 'vernissage', name: 'reveal', from: scenario('vernissage', '14-34-in-asked', 1), choose: 'reveal' },
  { game: 'vernissage', name: 'buy', from: { seats: 4, seed: 5, plies: many, until: until('buy') }, choose: 'buy_' },
  { game: 'vernissage', name: 'take', from: { seats: 4, seed: 5, plies: many, until: until('take') }, choose: 'take' },
  { game: 'vernissage', name: 'end', from: { seats: 3, seed: 4, plies: many, until: until('use', ({ hand, moved }, seat) => !hand[seat].critic && (moved || (!hand[seat].unlimited && !hand[seat].grey.some(Boolean)))) }, choose: 'end' },
  { game: 'genoa', name: 'offers', from: { seats: 3, seed: 2, plies: 40, until: until('offers') }, choose: 'ready' },
  { game: 'genoa', name: 'tower', from: { seats: 3, seed: 1, plies: 1500, until: until('tower', (state, seat) => state.turn >= 4 && few('genoa', 'move', 'accept')(state, seat)) }, choose: 'accept' },
  { game: 'genoa', name: 'answers', from: goesOn(tower, raises, 'send'), choose: 'agree' },
  { game: 'genoa', name: 'call', from: goesOn(tower, 'call all=1'), choose: 'ready', made: 'ready watch=' },
  { game: 'genoa', name: 'action', from: { seats: 3, seed: 4, plies: 400, until: until('action') }, choose: '' },
  { game: 'genoa', name: 'markers', from: { seats: 4, seed: 5, plies: 600, until: until('markers') }, choose: 'pass' },
  { game: 'venedig', name: 'build', from: { seats: 3, seed: 6, plies: 2000, until: until('build', (state, seat) => few('venedig', 'play')(state, seat)) }, choose: 'play' },
  { game: 'venedig', name: 'place', from: { seats: 3, seed: 1, plies: 1500, until: until('place', few('venedig', 'build')) }, choose: 'build' },
  { game: 'venedig', name: 'gold', from: scenario('venedig', '11-26-spent-in-time', 3), choose: 'proceed' },
  { game: 'venedig', name: 'drain', from: drained('04-not-at-once', 3), choose: 'drain' },
  { game: 'venedig', name: 'draw', from: { seats: 4, seed: 7, plies: 3000, until: until('draw', few('venedig', 'draw')) }, choose: 'draw' },
];

const plain = (text) => text.replaceAll('&amp;', '&');
const links = (text) => [...new Set([...text.matchAll(/http:\/\/[^\s"<>]+\/mail\/choice\/[^\s"<>]+/g)].map(([link]) => plain(link)))];
const chosen = (link) => new URL(link).searchParams.get('move') ?? new URL(link).searchParams.get('verb');

/** The position of a decision, and the letter about it to who is asked first: { table, who, seat, text, links[], link: of what is to be chosen }. */
export async function asked(world, { game, name, from, choose }) {
  const table = await world.position(game, from), id = number(table), [seat] = world.awaits(table);
  world.house.lookAway();
  const before = world.house.mails().length; // those of the start among them
  world.sql(`UPDATE person SET notices = 'every', quiet_since = NULL, digest_sent = NULL, mail = true;
    INSERT INTO outbox (person, game, kind, ply) SELECT person, game, CASE WHEN in_window THEN 'window' ELSE 'turn' END, awaited_ply
    FROM seat WHERE game = ${id} AND seat = ${seat}; NOTIFY outbox`);
  const who = names[seat].toLowerCase();
  const text = await world.house.until(`a letter to ${who} about ${game} ${name}`, () => world.house.mails().slice(before)
    .find((mail) => mail.includes(`X-Envelope-To: ${who}@`) && /Message-Id: <game-\d+-\d+-(turn|window)/i.test(mail) && mail.includes(`<game-${id}-`)), 20);
  const found = links(text), link = found.find((one) => chosen(one).startsWith(choose));
  if (!link) throw new Error(`${game} ${name}: no choice "${choose}" among ${found.map(chosen).join(', ') || text.slice(0, 3000)}`);
  return { table, who, seat, text, links: found, link };
}

const local = (link) => link.replace(/^http:\/\/[^/]+/, '');
const inLanguage = (world, lang) => world.sql(`UPDATE person SET lang = ${lang ? `'${lang}'` : 'NULL'}`);
const ofName = (name) => decisions.find((one) => `${one.game}-${one.name}` === name);
/** One's cards lie at the foot of a phone's window: in a picture of the whole page they would hide what is below. */
const laidFlat = async (page) => page.evaluate(() => document.querySelectorAll('.hand').forEach((hand) => { hand.style.position = 'static'; }));
const press = async (page) => {
  await Promise.all([page.waitForNavigation(), page.locator('form[action^="/mail/choice/"] button.primary').first().click()]);
  await laidFlat(page);
};

export const states = [
  ...decisions.map((one) => ({ name: `choice-${one.game}-${one.name}`, act: laidFlat, prepare: async (world) => local((await asked(world, one)).link) })),
  { name: 'choice-done', act: press, again: async (world) => local((await asked(world, ofName('vernissage-object'))).link) },
  { name: 'choice-goes-on', act: press, again: async (world) => local((await asked(world, ofName('venedig-build'))).link) },
  { name: 'choice-refused', complains: /status of 4/, act: async (page) => {
    await page.locator('form[action^="/mail/choice/"] input[name=cap]').last().evaluate((input) => { input.value = '0'; });
    await page.locator('form[action^="/mail/choice/"] input[name=cards]').last().evaluate((input) => { input.checked = true; input.value = '23'; });
    await press(page);
  }, again: async (world) => local((await asked(world, ofName('vernissage-object-filled-in'))).link) },
  { name: 'choice-meanwhile', act: laidFlat, again: async (world) => {
    const { table, link } = await asked(world, ofName('vernissage-object'));
    const other = names[world.awaits(table).at(-1)].toLowerCase(), { game } = await world.read(other, table);
    await world.post(other, `${table}/moves`, { ply: game.ply, draft: 0, step: 'accept' });
    return local(link);
  } },
  { name: 'choice-moved-on', act: laidFlat, again: async (world) => {
    const { table, link } = await asked(world, ofName('vernissage-object'));
    world.sql(`UPDATE seat SET awaited_ply = awaited_ply + 1 WHERE game = ${number(table)}`);
    return local(link);
  } },
  { name: 'choice-gone', status: 404, complains: /status of 4/, again: async (world) => local((await asked(world, ofName('vernissage-object'))).link).replace('move=accept', 'move=redraw') },
  { name: 'choice-banned', status: 403, complains: /status of 4/, after: (world) => world.sql('UPDATE person SET banned = NULL'), again: async (world) => {
    const { who, link } = await asked(world, ofName('vernissage-object'));
    world.sql(`UPDATE person SET banned = now() WHERE lower(name) = '${who}'`);
    return local(link);
  } },
  ...['vernissage-object', 'vernissage-buy', 'genoa-tower', 'genoa-answers', 'venedig-gold'].map((name) => ({ name: `letter-choices-${name}`, complains: /favicon/,
    after: (world) => inLanguage(world, null), again: async (world, lang) => {
      inLanguage(world, lang);
      return world.asPage(await asked(world, ofName(name)), `choices-${name}-${lang}`);
    } })),
];
