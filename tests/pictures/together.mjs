// Reminders: the form, one that is set and one that comes too late, the list in my games, no letters.
const at = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 16);
const remind = (world, table, days) => world.post('anna', `${table}/remind`, { at: at(days) });

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
];
