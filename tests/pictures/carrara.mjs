// Positions of The Palaces of Carrara.
import { positions } from './positions.mjs';

export const states = positions('carrara', [
  { name: 'turn', seats: 3, seed: 2, plies: 25, as: ['awaited', 1, 'nobody'], open: ['details'] },
  { name: 'history', seats: 3, seed: 2, plies: 40, at: '/history', open: ['details'] },
  { name: 'over', seats: 4, seed: 3, plies: 2000, as: ['nobody', 0] },
]);
