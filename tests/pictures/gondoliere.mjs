// Positions of Gondoliere.
import { positions } from './positions.mjs';

export const states = positions('gondoliere', [
  { name: 'turn', seats: 3, seed: 2, plies: 25, as: ['awaited', 1, 'nobody'], open: ['details'] },
  { name: 'tile', seats: 3, seed: 2, plies: 25, query: 'tile=a2x', open: ['details'] },
  { name: 'history', seats: 4, seed: 3, plies: 30, at: '/history', open: ['details'] },
  { name: 'over', seats: 5, seed: 4, plies: 400, as: ['nobody', 0] },
]);
