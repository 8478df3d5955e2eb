// Studies of games that are over, one of each title; and while one waits for its turn.
import { ended } from './end.mjs';

const number = (table) => Number(table.match(/\d+/)[0]);

/** The study of a game that people and bots have played, made by the worker; returns its path. */
async function studied(world, fields) {
  const table = await ended(world, fields);
  await world.post('anna', `${table}/study`);
  await world.house.until('the study to be made', () => world.sql(`SELECT state FROM study WHERE game = ${number(table)}`) === 'done', 240);
  return `${table}/study`;
}

const state = (name, fields) => ({ name: `study-${name}`, who: 'anna', screens: 6, prepare: (world) => studied(world, fields) });

export const states = [
  { name: 'study-asked', who: 'anna', prepare: async (world) => {
    const table = await ended(world, { game: 'carrara', seats: 3, bots: 1 });
    world.sql(`INSERT INTO study (game, revision, asked, taken) VALUES (${number(table)}, 0, now(), now())`);
    return `${table}/study`;
  } },
  state('carrara', { game: 'carrara', seats: 3, bots: 1 }),
  state('gondoliere', { game: 'gondoliere', seats: 3, bots: 1 }),
  state('venedig', { game: 'venedig', seats: 3, bots: 1 }),
  state('vernissage', { game: 'vernissage', seats: 3, bots: 1, 'option.rounds': 'r15' }),
  state('genoa', { game: 'genoa', seats: 3, bots: 1 }),
];
