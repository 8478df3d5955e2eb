// Plans for one's next turn: none yet, one in the making, one that is whole, two alternatives, one that was tried; the table that tells of it.

/** A game of Carrara in its middle; returns its path and who waits, "anna" or "bruno". */
async function begun(world) {
  const table = (await world.played(await world.running({ seats: 2 }), 24)).split('?')[0];
  return { table, waiter: world.mover(table) === 'anna' ? 'bruno' : 'anna' };
}

/** Steps of a plan as its page offers them: how each begins. */
async function planned(world, table, who, wanted) {
  for (const begins of wanted) {
    const { legal, game } = await world.read(who, `${table}/plan`);
    await world.post(who, `${table}/plan/moves`, { ply: game.ply, step: legal.find((text) => text.startsWith(begins)) ?? legal[0] });
  }
}

/** A state whose reader is whoever waits: two browsers, one of which is the right one. */
const state = (name, steps, more = async () => {}, at = '/plan') => ({ name: `plan-${name}`, who: 'anna', screens: 4, prepare: async (world) => {
  let { table, waiter } = await begun(world);
  if (waiter !== 'anna') await world.turn(table);
  waiter = 'anna';
  await planned(world, table, waiter, steps);
  await more(world, table);
  return table + at;
} });

export const states = [
  state('none', []),
  state('begun', ['buy']),
  state('whole', ['buy', 'end']),
  state('else', ['buy', 'end'], (world, table) => world.post('anna', `${table}/plan`, { do: 'else' })),
  state('of-table', ['buy', 'end'], undefined, ''),
];
