// Positions of The Merchants of Genoa.
import { positions } from './positions.mjs';

const phase = (name, more = () => true) => (state, awaits) => state.phase === name && awaits.length > 0 && more(state, awaits);
const offersOf = (state) => state.offers.length ?? Object.keys(state.offers).length;
export const states = positions('genoa', [
  { name: 'offers', seats: 3, seed: 2, plies: 400, until: phase('offers', (s) => s.turn > 5 && s.path[0] !== 'market'), as: ['awaited', 'nobody'] },
  { name: 'bid', seats: 3, seed: 2, plies: 400, until: phase('offers', (s) => s.turn > 5), query: 'verb=offer&place=guild_hall', open: ['.gn-bid-form details'] },
  { name: 'tower', seats: 4, seed: 3, plies: 400, until: phase('tower', (s) => s.turn > 9 && offersOf(s) > 4), as: ['awaited', 0, 'nobody'] },
  { name: 'haggle', seats: 4, seed: 3, plies: 400, until: phase('tower', (s) => s.turn > 9 && offersOf(s) > 4), query: 'verb=counter&from=0&slot=0', open: ['.gn-counter details'] },
  { name: 'action', seats: 3, seed: 4, plies: 400, until: phase('action', (s) => s.turn > 6) },
  { name: 'markers', seats: 4, seed: 5, plies: 600, until: phase('markers') },
  { name: 'orders', seats: 3, seed: 2, plies: 40, at: '/orders' },
  { name: 'history', seats: 3, seed: 2, plies: 90, at: '/history' },
  { name: 'over', seats: 5, seed: 3, plies: 3000, as: ['nobody', 0] },
]);
