// Reminders: the form, one that is set and one that comes too late, the list in my games, no letters. Pauses that players agree on: the form, the
// question to who asked and to the others, one who declined, the pause, the question about its end. A turn that is undone. What is asked, in My games.
const at = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 16);
const remind = (world, table, days) => world.post('anna', `${table}/remind`, { at: at(days) });

/** A table of Anna, Bruno and Chiara at which these have voted: [who, what, do]. */
const voted = async (world, ...votes) => {
  const table = await world.running({ seats: 3 });
  for (const [who, what, what2] of votes) await world.post(who, `${table}/pause`, { what, do: what2, days: 7 });
  return table;
};
const agreed = [['bruno', 'pause', 'ask'], ['anna', 'pause', 'agree'], ['chiara', 'pause', 'agree']];

/** A table at which Anna has made the newest turn, and may ask for it back. */
const takeable = async (world) => {
  const table = await world.running({ seats: 3 });
  for (let turns = 0; turns < 40; turns++) {
    const who = world.mover(table);
    await world.turn(table, turns < 3 ? 'buy' : 'score');
    if (who === 'anna' && world.mover(table) !== who && !(await world.read('anna', `${table}/back`)).why) return { table };
  }
  throw new Error('no turn that can be undone');
};
const asked = async (world, ...who) => {
  const { table } = await takeable(world);
  await world.post('anna', `${table}/back`, { do: 'ask' });
  for (const name of who) await world.post(name, `${table}/back`, { do: 'agree' });
  return table;
};

export const states = [
  { name: 'remind-form', who: 'anna', prepare: async (world) => `${await world.running({ seats: 3 })}/remind` },
  { name: 'remind-set', who: 'anna', prepare: async (world) => remind(world, await world.running({ seats: 3 }), 1) },
  { name: 'remind-late', who: 'anna', prepare: async (world) => remind(world, await world.running({ seats: 3 }), 40) },
  { name: 'remind-mine', who: 'anna', prepare: async (world) => {
    for (const days of [1, 3, 8]) await remind(world, await world.running({ seats: 3 }), days);
    return '/';
  } },
  { name: 'remind-no-letters', who: 'anna', prepare: async (world) => {
    const table = await world.running({ seats: 3 });
    await world.post('anna', `${table}/letters`, { do: 'off' });
    return `${table}/remind`;
  } },
  { name: 'pause-form', who: 'anna', open: ['#about details'], prepare: async (world) => `${await voted(world)}#about` },
  { name: 'pause-asked', who: 'anna', prepare: (world) => voted(world, agreed[0]) },
  { name: 'pause-mine', who: 'bruno', prepare: (world) => voted(world, agreed[0]) },
  { name: 'pause-agrees', who: 'anna', prepare: (world) => voted(world, ...agreed.slice(0, 2)) },
  { name: 'pause-declined', who: 'bruno', prepare: (world) => voted(world, agreed[0], ['anna', 'pause', 'decline']) },
  { name: 'pause-holds', who: 'anna', prepare: (world) => voted(world, ...agreed) },
  { name: 'pause-holds-nobody', prepare: (world) => voted(world, ...agreed) },
  { name: 'pause-holds-about', who: 'anna', prepare: async (world) => `${await voted(world, ...agreed)}#about` },
  { name: 'pause-go-on', who: 'anna', prepare: (world) => voted(world, ...agreed, ['chiara', 'go_on', 'ask']) },
  { name: 'pause-history', who: 'anna', prepare: async (world) => `${await voted(world, ...agreed, ['chiara', 'go_on', 'ask'], ['anna', 'go_on', 'decline'])}/history` },
  { name: 'back-form', who: 'anna', prepare: async (world) => `${(await takeable(world)).table}/back` },
  { name: 'back-no', who: 'anna', prepare: async (world) => `${await world.running({ seats: 3 })}/back` },
  { name: 'back-mine', who: 'anna', prepare: (world) => asked(world) },
  { name: 'back-asked', who: 'bruno', prepare: (world) => asked(world) },
  { name: 'back-taken', who: 'bruno', prepare: (world) => asked(world, 'bruno', 'chiara') },
  { name: 'back-history', who: 'bruno', prepare: async (world) => `${await asked(world, 'bruno', 'chiara')}/history` },
  { name: 'questions-mine', who: 'bruno', prepare: async (world) => {
    await asked(world);
    await voted(world, ['anna', 'pause', 'ask']);
    await voted(world, ['anna', 'pause', 'ask'], ['bruno', 'pause', 'agree'], ['chiara', 'pause', 'agree'], ['chiara', 'go_on', 'ask']);
    const table = await world.running({ seats: 3 });
    await world.post('chiara', `${table}/end`, { do: 'ask' });
    return '/';
  } },
];
