// Positions of The Palaces of Carrara.
import { positions } from './positions.mjs';

export const states = positions('carrara', [
  { name: 'turn', seats: 3, seed: 2, plies: 25, as: ['awaited', 1, 'nobody'], open: ['details'] },
  { name: 'history', seats: 3, seed: 2, plies: 40, at: '/history', open: ['details'] },
  { name: 'expansion', seats: 3, seed: 4, plies: 90, options: { expansion: 'on' }, as: ['awaited', 'nobody'], open: ['details'] },
  { name: 'upgrade', file: 'tests/scenarios/carrara/11-52-cost-8-and-its-upgrade.json', steps: 2, as: [0], open: ['details'] },
  { name: 'pay-8', file: 'tests/scenarios/carrara/11-52-cost-8-and-its-upgrade.json', steps: 1, as: [0] },
  { name: 'expansion-history', seats: 3, seed: 4, plies: 2000, options: { expansion: 'on' }, at: '/history', as: ['nobody'], open: ['details'] },
  { name: 'expansion-over', seats: 4, seed: 5, plies: 2000, options: { expansion: 'on' }, as: [0], open: ['details'] },
  { name: 'over', seats: 4, seed: 3, plies: 2000, as: ['nobody', 0] },
]);
