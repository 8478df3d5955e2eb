// Positions of Vernissage: each phase of a turn, by who looks at it; the beginning, the middle and the end of games of three, four and five.
import { positions } from './positions.mjs';
import { names, number } from './world.mjs';

// ---- moves by what the position is ----

const many = 5000;
/** Other seats with an agent on the step of artist @a. */
const others = (state, a) => state.agents.filter((steps, seat) => seat !== state.turn && steps.includes(state.artists[a].step)).length;
const artists = ['blaise', 'moreau', 'ostrova', 'vidal', 'winther'];

/** A counter to which @least others at least may object (@most at most), and that @fits. */
const places = (least, most = 9, fits = () => true) => (state, legal) => legal.filter((move) => move.startsWith('place ')).find((move) => {
  const [, artist, kind, amount] = move.match(/artist=(\w+) kind=(\w+) amount=(\d)/), a = artists.indexOf(artist), n = others(state, a);
  return n >= least && n <= most && fits({ artist: state.artists[a], kind, amount: Number(amount) });
}) ?? null;
const canPlace = (...wanted) => (state, awaits) => state.phase === 'place' && state.round >= 4
  && legalPlaces(state, awaits[0]).some((move) => places(...wanted)(state, [move]));
/** Places that the turn seat may choose, near enough to look for a position by. */
const legalPlaces = (state) => artists.flatMap((artist, a) => (state.artists[a].out || !state.agents[state.turn].includes(state.artists[a].step) ? []
  : Object.entries(state.supply).flatMap(([kind, left]) => left.flatMap((n, amount) => (n > 0 && allowed(state.die, kind) ? [`place artist=${artist} kind=${kind} amount=${amount}`] : [])))));
const allowed = (die, kind) => die === kind || die === 'wild' || (die === 'minus' && kind !== 'purchase');

/** Amounts of the kind that is argued about, other than the one placed, the mildest first. */
const milder = (state) => state.supply[state.pending.kind].flatMap((n, amount) => (n > 0 && amount !== state.pending.amount ? [amount] : []));
const objects = (n, nodeal, cards = 0, from = 0) => (state) => `object values=${milder(state).slice(from, from + n)} nodeal=${nodeal} cards=${cards} cap=${cards}`;
const accepts = 'accept';
const offers = (state, legal) => legal.find((move) => move.startsWith('offer '));
const settles = (state, legal) => legal.find((move) => move.startsWith('settle '));

/** A game of @seats in its middle, at a counter to which @least may object. */
const middle = (seats, seed, least = seats - 1, fits = ({ amount }) => amount >= 4) => ({
  seats, seed, plies: many, until: canPlace(least, 9, fits), then: [places(least, 9, fits)] });
const goesOn = (from, ...moves) => ({ ...from, then: [...from.then, ...moves] });

const bad = ({ kind, amount }) => kind !== 'purchase' && amount >= 5;
const four = middle(4, 5, 2, bad), five = middle(5, 3, 3, bad);
const restAccepts = (state) => (state.phase === 'object' ? accepts : null);
const haggle = goesOn(four, objects(2, 'ask'), objects(3, 'ask', 0, 1), restAccepts);
const fight = goesOn(four, objects(1, 'fight'), accepts, restAccepts, (state) => (state.phase === 'negotiate' ? 'stand' : null));

const openings = { purchase: [4, 4], critique: [3, 12], scandal: [3, 9], minus: [3, 6], wild: [5, 2] };
const own = [['order slot=0 artist=any kind=negative seat=any min=4 when=always answer=ask values= nodeal=yield cards=0 cap=0 until=game',
  'order slot=1 artist=ostrova kind=negative seat=any min=3 when=out answer=object values=1,2 nodeal=fight cards=1 cap=23 until=turn',
  'order slot=2 artist=any kind=any seat=1 min=1 when=always answer=accept values= nodeal=yield cards=0 cap=0 until=once',
  'order_default answer=accept', 'order_reveal artist=any reveal=all', 'order_reveal artist=vidal reveal=ask',
  'order_stand values=2,3,4 otherwise=stand cap=2']];

const inUse = (fits) => ({ seats: 3, seed: 4, plies: many, until: (state) => state.phase === 'use' && fits(state.hand[state.turn], state) });
const grey = (hand) => hand.grey.some((n) => n > 0);

/** One's cards lie at the foot of a phone's window: in a picture of the whole page they would hide what is below. */
const laidFlat = (state) => Object.assign(state, { act: async (page) => {
  await page.evaluate(() => document.querySelectorAll('.hand').forEach((hand) => { hand.style.position = 'static'; }));
} });

export const states = [
  ...positions('vernissage', [
    ...Object.entries(openings).map(([die, [seats, seed]]) => ({ name: `die-${die}`, seats, seed })),
    ...['purchase', 'minus', 'wild'].map((die) => ({ name: `counters-${die}`, seats: openings[die][0], seed: openings[die][1], query: 'artist=vidal' })),
    { name: 'begins', seats: 3, seed: 9, as: ['nobody', 1], open: ['details'] },
    { name: 'place-middle', ...four, then: [], as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'place-late', seats: 5, seed: 3, plies: many, until: (state) => state.phase === 'place' && state.round >= 8, open: [] },
    { name: 'window', ...goesOn(four, objects(2, 'yield')), as: [0, 1, 2, 3, 'nobody'], open: ['details'] },
    { name: 'window-five', ...goesOn(five, accepts), as: ['awaited'] },
    { name: 'haggle', ...haggle, as: [0, 1, 2, 3, 'nobody'], open: ['details'] },
    { name: 'haggle-settles', ...goesOn(haggle, settles), as: ['awaited'] },
    { name: 'offer', ...goesOn(haggle, offers), as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'offer-refused', ...goesOn(haggle, offers, 'refuse_offer values='), as: ['awaited'] },
    { name: 'challenge', ...goesOn(haggle, 'stand'), as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'commit', ...fight, as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'power-played', ...goesOn(fight, 'commit cards=0'), as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'last-word', file: 'tests/scenarios/vernissage/14-25-power-play.json', steps: 5, as: [0, 1, 'nobody'], open: ['details'] },
    { name: 'dice-again', file: 'tests/scenarios/vernissage/14-27-rolled-again.json', steps: 'all', as: [0], open: ['details'] },
    { name: 'in-asked', file: 'tests/scenarios/vernissage/14-34-in-asked.json', steps: 1, as: [0, 1, 'nobody'], open: ['details'] },
    { name: 'in-paid', file: 'tests/scenarios/vernissage/14-34-in-asked.json', steps: 'all', as: [0, 1], open: ['details'] },
    { name: 'out', file: 'tests/scenarios/vernissage/14-38-out.json', steps: 'all', as: [0, 1], open: ['details'] },
    { name: 'vernissage', ...middle(3, 2, 0, ({ artist, kind }) => new Set([...artist.column.map((c) => c.kind), kind]).size === 3), as: ['awaited', 'nobody'] },
    { name: 'buy', seats: 4, seed: 5, plies: many, until: (state) => state.phase === 'buy' && state.round >= 4, as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'take', seats: 4, seed: 5, plies: many, until: (state) => state.phase === 'take' && state.round >= 4, as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'loan', seats: 3, seed: 7, plies: many, until: (state) => state.phase === 'buy' && state.cash[state.turn] < 20000, open: ['details'] },
    { name: 'loan-taken', file: 'tests/scenarios/vernissage/14-54-loan.json', steps: 1, as: [0, 1], open: ['details'] },
    { name: 'seen', file: 'tests/scenarios/vernissage/14-65-seen-pile.json', steps: 'all', as: [0, 1], open: ['details'] },
    { name: 'nothing-left', file: 'tests/scenarios/vernissage/06-01-nothing-left.json', steps: 'all', as: [0] },
    { name: 'redraw', file: 'tests/scenarios/vernissage/14-04-redraw.json', steps: 0, as: [1] },
    { name: 'no-influence', file: 'tests/scenarios/vernissage/14-09-no-influence.json', steps: 'all', as: ['awaited'] },
    { name: 'use-move', file: 'tests/scenarios/vernissage/14-59-limited-move.json', steps: 0, as: [0], open: ['details'] },
    { name: 'use-move-agent', file: 'tests/scenarios/vernissage/14-59-limited-move.json', steps: 0, as: [0], query: 'agent=0' },
    { name: 'use-two', file: 'tests/scenarios/vernissage/14-64-move-then-critic.json', steps: 0, as: [0], open: ['details'] },
    { name: 'use-second', file: 'tests/scenarios/vernissage/14-64-move-then-critic.json', steps: 0, draft: ['move_all a=5 b=3 c=0'], as: [0], open: ['details'] },
    { name: 'use-middle', ...inUse((hand) => grey(hand) && hand.critic > 0), as: ['awaited'], open: ['details'] },
    { name: 'draft', seats: 3, seed: 2, plies: many, until: (state) => state.phase === 'use' && state.hand[state.turn].unlimited > 0, as: ['awaited'] },
    { name: 'top-counter', file: 'tests/scenarios/vernissage/14-49-top-counter-lost.json', steps: 1, as: [1], open: ['details'] },
    ...[[3, 2], [4, 5], [5, 3]].flatMap(([seats, seed]) => [
      { name: `end-of-${seats}`, seats, seed, plies: many, as: ['nobody', 0], open: ['details'] },
      { name: `history-of-${seats}`, seats, seed, plies: many, at: '/history', open: ['details'], as: ['nobody'] },
      { name: `history-ply-of-${seats}`, seats, seed, plies: many, at: '/history/37', as: ['nobody'] },
    ]),
    { name: 'orders', ...four, at: '/orders', as: [0, 1], open: ['details'] },
    { name: 'orders-kept', ...four, at: '/orders', as: [0], orders: own },
    { name: 'table-with-orders', ...four, as: [0], orders: own, open: ['details'] },
  ]).map(laidFlat),
  { name: 'vernissage-new-table', who: 'anna', path: '/games/new?game=vernissage', open: ['details'] },
  { name: 'vernissage-before', who: 'anna', open: ['details'], prepare: (world) => world.newTable('anna', { game: 'vernissage', seats: 5, 'option.power14': 'on' }) },
  { name: 'vernissage-before-guest', who: 'bruno', prepare: (world) => world.newTable('anna', { game: 'vernissage', seats: 3, 'option.power14': 'on', 'option.head_start': 'on' }) },
  { name: 'vernissage-help', path: '/help/vernissage' },
];
