// How games have ended: one of each title that bots have played to its end for two people, of five, by resigning, without a result.
const number = (table) => Number(table.match(/\d+/)[0]);

/** A table of Anna, Bruno and bots, played to its end by @world's bots; returns its path. */
export async function ended(world, fields) {
  const table = await world.newTable('anna', fields);
  await world.sit('bruno', table);
  const id = number(table), over = () => world.sql(`SELECT status FROM game WHERE id = ${id}`) === 'over';
  world.sql(`SELECT id FROM game WHERE id = ${id} FOR UPDATE;
    UPDATE seat SET opened = now() WHERE game = ${id} AND person IS NOT NULL;
    UPDATE game SET started = now() - interval '11 days 4 hours', version = version + 1 WHERE id = ${id}`);
  world.sql('NOTIFY ridotto');
  await world.house.until('the bots to play to the end', () => { // where bots alone play a game may be closed: somebody seems to have played
    world.sql(`UPDATE move SET cause = 'person' WHERE game = ${id} AND cause = 'bot' AND ply % 5 = 0`);
    return over();
  }, 240);
  world.sql(`UPDATE seat SET opened = NULL WHERE game = ${id}`);
  return table.split('?')[0];
}

/** People take other names: { now: then }. */
function called(world, names) {
  for (const [now, then] of Object.entries(names)) world.sql(`UPDATE person SET name = '${then}' WHERE name = '${now}'`);
}

const state = (name, fields, more = {}) => ({ name: `end-${name}`, who: 'anna', screens: 6, prepare: (world) => ended(world, fields), ...more });

export const states = [
  state('carrara', { game: 'carrara', seats: 3, bots: 1 }),
  state('gondoliere', { game: 'gondoliere', seats: 4, bots: 2 }),
  state('venedig', { game: 'venedig', seats: 4, bots: 2 }),
  state('vernissage', { game: 'vernissage', seats: 3, bots: 1, 'option.rounds': 'r15' }),
  state('genoa', { game: 'genoa', seats: 4, bots: 2 }),
  state('five', { game: 'vernissage', seats: 5, bots: 3, 'option.rounds': 'r15' }),
  state('watched', { game: 'gondoliere', seats: 3, bots: 1 }, { who: null }),
  { name: 'end-resigned', who: 'anna', prepare: async (world) => {
    const table = await world.running({ seats: 3 });
    for (const who of ['bruno', 'chiara']) await world.post(who, `${table}/resign`, { sure: 'yes' });
    return table;
  } },
  { name: 'end-names', who: 'anna', prepare: async (world) => {
    const table = await ended(world, { game: 'vernissage', seats: 5, bots: 3, 'option.rounds': 'r15' });
    called(world, { Anna: 'はなこ', Bruno: 'Tom Newman' });
    return table;
  }, after: (world) => called(world, { はなこ: 'Anna', 'Tom Newman': 'Bruno' }), known: ['Tom Newman'] },
  { name: 'end-none', who: 'anna', prepare: async (world) => {
    const table = await world.running({ seats: 2 });
    await world.post('anna', `${table}/end`, { do: 'ask' });
    await world.post('bruno', `${table}/end`, { do: 'agree' });
    return table;
  } },
];
