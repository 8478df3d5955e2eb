// Positions of The Merchants of Genoa: each phase of a turn, by who looks at it; the beginning, the middle and the end of games of two to five.
import { positions } from './positions.mjs';

const many = 3000;
const scenario = (name, nth = 0) => ({ file: `tests/scenarios/genoa/${name}.json`, nth });
const phase = (name, more = () => true) => (state, awaits) => state.phase === name && awaits.length > 0 && more(state, awaits);
const goesOn = (from, ...moves) => ({ ...from, then: moves });

/** In the middle of a game: one leads the tower, and the book is full. */
const middle = { seats: 4, seed: 3, plies: many, until: phase('tower', (state) => state.turn > 9 && state.offers.length > 4) };
const early = { seats: 3, seed: 2, plies: 400, until: phase('offers', (state) => state.turn > 5) };
const soon = phase('tower', (state) => state.turn > 2 && state.offers.length > 1);
const ended = { seats: 5, seed: 3, plies: many };
const goes = (state, legal) => legal.filter((move) => move.startsWith('move ')).at(-1) ?? null;

/** Where the tower can go next and @wanted(state, place) says so; else, with @on, anywhere, as long as it has not been there. */
const enters = (wanted, on) => (state, legal) => {
  const ways = legal.filter((move) => move.startsWith('move space=')), place = (move) => move.split('=')[1];
  return ways.find((move) => wanted(state, place(move))) ?? (on ? ways.at(-1) : null) ?? null;
};

/** Of each of the others that has one the first offer, with @raise ducats more. */
const counters = (raise) => [0, 1].map((nth) => (state) => {
  const firsts = [...new Map([...state.offers].reverse().map((offer) => [offer.seat, offer])).values()], offer = firsts[nth];
  return offer ? `counter from=${offer.seat} slot=${offer.slot} give_money=${offer.give_money + raise}` : null;
});
const asked = goesOn(middle, ...counters(15), 'send');
const answers = (verb) => (state, legal) => legal.find((move) => move.startsWith(verb)) ?? null;

const own = [['bid slot=0 right=action place=metals give_money=15 steps=4', 'bid slot=1 right=action place=villa_colini give_money=25 steps=2 limit=40',
  'ready_if if=acted', 'ready_if if=far near=grains,harbor steps=3', 'not_here at=metals,tavern', 'agree_to raise=10 rest=decline', 'by_plan',
  'claim_at building=metals replace=1 keep=1', 'claim_none', 'roll', 'sell building=any money=40']];

/** One's goods lie at the foot of a phone's window: in a picture of the whole page they would hide what is below. */
const laidFlat = (state) => Object.assign(state, { screens: state.screens ?? 4, act: async (page) => {
  await page.evaluate(() => document.querySelectorAll('.hand').forEach((hand) => { hand.style.position = 'static'; }));
} });

export const states = [
  ...positions('genoa', [
    { name: 'begins', seats: 3, seed: 4, as: ['awaited', 0, 'nobody'], open: ['details'] },
    { name: 'begins-two', seats: 2, seed: 1, as: ['awaited'] },
    { name: 'start', ...scenario('05-01-the-start'), as: ['awaited', 1, 'nobody'] },
    { name: 'start-at', ...scenario('05-01-the-start'), query: 'verb=start_at' },
    { name: 'offers', ...early, as: ['awaited', 'nobody'] },
    { name: 'bid', ...early, query: 'verb=offer&place=guild_hall', open: ['.gn-bid-form details'], screens: 9 },
    { name: 'round', seats: 3, seed: 2, plies: 400, until: phase('offers', (state) => state.round === 2), as: ['awaited', 'nobody'], open: ['details'] },
    { name: 'tower', ...middle, as: ['awaited', 0, 'nobody'], screens: 9 },
    { name: 'must-sell', ...goesOn(middle, enters(({ offers }, place) => offers.some((offer) => offer.place === place))) },
    { name: 'tower-corner', ...goesOn(middle, ...Array(4).fill(enters((state, place) => place.startsWith('villa_'), true))) },
    { name: 'tower-last', ...goesOn(middle, goes, goes, goes, goes) },
    { name: 'draft', ...middle, draft: ['move space=s47', 'move space=villa_zasteri'] },
    { name: 'announce', ...goesOn(middle, 'announce space=palace money=20', 'announce space=cathedral money=0'), as: ['awaited', 0], open: ['details'] },
    { name: 'haggle', ...middle, query: 'verb=counter&from=0&slot=0', open: ['.gn-counter details'], screens: 9 },
    { name: 'counters', ...goesOn(middle, ...counters(15)) },
    { name: 'answers', ...asked, as: ['awaited', 'nobody', 1], open: ['details'] },
    { name: 'agreed', ...goesOn(middle, ...counters(15), 'send', answers('agree'), answers('decline')), as: ['awaited'] },
    { name: 'call', ...goesOn(middle, 'call all=1'), as: ['awaited', 1, 'nobody'] },
    { name: 'last-call', ...scenario('18-f08-somebody-asked-to-be-asked-here'), steps: 'all', as: ['awaited', 2] },
    { name: 'sealed', seats: 3, seed: 2, plies: many, until: soon, options: { offers: 'sealed' }, as: ['awaited', 'nobody'] },
    { name: 'open-book', seats: 3, seed: 4, plies: many, until: soon, options: { offers: 'open', open_money: 'on' }, as: [0, 'nobody'] },
    { name: 'two', seats: 2, seed: 5, plies: many, until: soon, as: ['awaited', 1] },
    { name: 'action', seats: 3, seed: 4, plies: 400, until: phase('action', (s) => s.turn > 6) },
    { name: 'by-hand', ...scenario('18-e27-by-hand-the-buyer-decides-on-the-spot'), steps: 'all', as: ['awaited', 0], open: ['details'] },
    { name: 'deliver', ...scenario('18-b21-villa-choice-a-large-order'), steps: 1, as: ['awaited'] },
    { name: 'trade', ...scenario('18-h05-trade-a-ware-for-the-top-card-of-a-pile'), steps: 1, query: 'verb=use_trade' },
    { name: 'any-ware', ...scenario('18-h01-any-ware-used-to-complete-a-large-order'), steps: 1 },
    { name: 'markers', seats: 4, seed: 5, plies: 600, until: phase('markers'), as: ['awaited', 'nobody'] },
    { name: 'replace', ...scenario('09-03-wishes'), steps: 'all' },
    { name: 'worked-turn', ...scenario('16-08-a-whole-turn'), steps: 'all', as: [1], open: ['details'] },
    { name: 'orders', seats: 3, seed: 2, plies: 40, at: '/orders', screens: 9 },
    { name: 'orders-kept', seats: 3, seed: 2, plies: 40, at: '/orders', as: [0], orders: own, screens: 9 },
    { name: 'table-with-orders', seats: 3, seed: 2, plies: 40, as: [0], orders: own },
    { name: 'history', seats: 3, seed: 2, plies: 90, at: '/history', open: ['details'], screens: 9 },
    { name: 'history-ply', seats: 3, seed: 2, plies: 90, at: '/history/37', as: 'nobody', screens: 9 },
    { name: 'over', ...ended, as: ['nobody', 0], screens: 9 },
    { name: 'over-two', seats: 2, seed: 5, plies: many, as: [0], screens: 9 },
    { name: 'over-history', ...ended, at: '/history', open: ['details'], as: 'nobody', screens: 9 },
  ]).map(laidFlat),
  { name: 'genoa-new-table', who: 'anna', path: '/games/new?game=genoa', open: ['details'] },
  { name: 'genoa-before', who: 'anna', open: ['details'], prepare: (world) => world.newTable('anna', { game: 'genoa', seats: 5, 'option.offers': 'sealed' }) },
  { name: 'genoa-before-guest', who: 'bruno', prepare: (world) => world.newTable('anna', { game: 'genoa', seats: 3 }) },
  { name: 'genoa-help', path: '/help/genoa' },
];
