// Positions of Venedig.
import { positions } from './positions.mjs';

const scenario = (name) => `tests/scenarios/venedig/${name}.json`;
const cards = ({ hand }, seat) => Object.values(hand[seat]).reduce((sum, n) => sum + n, 0);
const gold = ({ gold: tiles }, seat) => tiles[seat].reduce((sum, n, value) => sum + n * value, 0);
const inPhase = (phase, more = () => true) => (state, [seat]) => state.phase === phase && state.turn > 9 && more(state, seat);

/** Points at a place of the board as Enter on it does, so that what would stand there shows. */
const aim = (which = 0) => async (page) => {
  const ends = page.locator('.w-plan a[data-end]');
  await ends.nth(Math.min(which, await ends.count() - 1)).dispatchEvent('click');
};
const scrollTo = (selector) => (page) => page.locator(selector).first().evaluate((element) => element.scrollIntoView());

/** One's hand lies at the foot of a phone's window: in a picture of the whole page it would leave a gap where it belongs. */
const laidFlat = (state) => {
  const { act } = state;
  return Object.assign(state, { act: async (page, ...more) => {
    await page.evaluate(() => document.querySelectorAll('.hand').forEach((hand) => { hand.style.position = 'static'; }));
    await act?.(page, ...more);
  } });
};

export const states = [
  { name: 'venedig-help', path: '/help/venedig' },
  ...positions('venedig', [
    { name: 'begins', seats: 3, seed: 4, as: ['awaited', 'nobody'] },
    { name: 'two', seats: 2, seed: 5, plies: 2000, until: inPhase('build', ({ front }) => Object.values(front[2]).some((n) => n)),
      as: ['awaited', 1] },
    { name: 'two-flip', seats: 2, seed: 5, plies: 2000, until: inPhase('build', ({ begun, flipped }) => !begun && !flipped) },
    { name: 'three', seats: 3, seed: 6, plies: 2000, until: inPhase('build', ({ turn }) => turn > 12), as: ['awaited', 'nobody'] },
    { name: 'four', seats: 4, seed: 7, plies: 2000, until: inPhase('build', ({ turn }) => turn > 12) },
    { name: 'five', seats: 5, seed: 8, plies: 2000, until: inPhase('build', ({ turn }) => turn > 20), as: ['awaited', 'nobody'] },
    { name: 'casa', seats: 4, seed: 9, plies: 2000, until: inPhase('build', ({ hand }, seat) => hand[seat].casa), query: 'verb=casa' },
    { name: 'casa-aimed', seats: 4, seed: 9, plies: 2000, until: inPhase('build', ({ hand }, seat) => hand[seat].casa), query: 'verb=casa',
      act: aim(4) },
    { name: 'palazzo', file: scenario('11-01-sharing-a-palazzo'), steps: 1, as: 1, query: 'verb=build&kind=palazzo' },
    { name: 'palazzo-dense', seats: 3, seed: 6, plies: 2000, query: 'verb=build&kind=palazzo',
      until: inPhase('build', ({ front, architect, solo }, seat) => solo === 'palazzo'
        || (architect.palazzo === seat && front.reduce((sum, { palazzo }) => sum + palazzo, 0) === 3)) },
    { name: 'basilika', file: scenario('11-02-jumping'), steps: 1, query: 'verb=build&kind=basilika', act: aim() },
    { name: 'ponte', file: scenario('11-04-a-whole-turn'), steps: 1, query: 'verb=build&kind=ponte' },
    { name: 'ponte-aimed', file: scenario('11-04-a-whole-turn'), steps: 1, query: 'verb=build&kind=ponte', act: aim(1) },
    { name: 'draft', file: scenario('11-04-a-whole-turn'), draft: ['play kind=ponte count=2'] },
    { name: 'drain', seats: 3, seed: 6, plies: 2000, until: inPhase('drain') },
    { name: 'drain-aimed', seats: 3, seed: 6, plies: 2000, until: inPhase('drain'), act: aim(7) },
    { name: 'one-place', file: scenario('05-03-one-place-only'), steps: 1, query: 'verb=build&kind=palazzo' },
    { name: 'call', file: scenario('11-21-another-architect'), steps: 1, query: 'verb=call&kind=campo' },
    { name: 'call-rest', file: scenario('11-21-another-architect'), steps: 1, query: 'verb=call&kind=campo',
      act: (page) => page.locator('#with-order').check({ force: true }) },
    { name: 'asked', file: scenario('11-21-another-architect'), steps: 5, as: [1, 0, 'nobody'], open: ['details'] },
    { name: 'gold-window', file: scenario('11-26-spent-in-time'), steps: 3, as: 'awaited' },
    { name: 'spend', seats: 3, seed: 6, plies: 3000, until: inPhase('build', (state, seat) => gold(state, seat) > 21), query: 'verb=spend' },
    { name: 'take', seats: 3, seed: 6, plies: 3000,
      until: inPhase('draw', (state, seat) => cards(state, seat) > 1 && cards(state, seat) < 4 && Object.values(state.pool).filter(Boolean).length > 1) },
    { name: 'take-swap', seats: 3, seed: 6, plies: 3000, query: 'verb=swap',
      until: inPhase('draw', (state, seat) => cards(state, seat) > 1 && cards(state, seat) < 4 && Object.values(state.pool).filter(Boolean).length > 1) },
    { name: 'take-one', seats: 4, seed: 7, plies: 3000, until: inPhase('draw', (state, seat) => cards(state, seat) === 4) },
    { name: 'pool-cleared', file: scenario('11-13-the-pool-is-cleared'), steps: 'all', open: ['details'] },
    { name: 'third-casa', file: scenario('11-23-the-third-builds-a-casa'), steps: 1, as: 0 },
    { name: 'give-up', file: scenario('11-11-two-kinds'), steps: 1 },
    { name: 'log', seats: 4, seed: 7, plies: 2000, until: inPhase('build', ({ turn }) => turn > 12), act: scrollTo('.log') },
    { name: 'orders', seats: 4, seed: 7, plies: 2000, until: inPhase('build', ({ turn }) => turn > 12), at: '/orders' },
    { name: 'history', seats: 4, seed: 7, plies: 160, at: '/history', open: ['details'] },
    { name: 'over', seats: 3, seed: 6, plies: 4000, as: [0, 'nobody'] },
    { name: 'over-five', seats: 5, seed: 8, plies: 4000, as: 'nobody' },
    { name: 'over-two', seats: 2, seed: 5, plies: 4000, as: 0 },
    { name: 'over-history', seats: 3, seed: 6, plies: 4000, at: '/history', open: ['details'], as: 'nobody' },
  ]).map(laidFlat),
];
