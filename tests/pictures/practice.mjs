// Practice tables: the form, one table by hand and one among bots, their list, one that is over.
const table = async (world) => world.played(await world.running({ seats: 3 }), 30);

/** A practice table of Anna's from @table as it stands, by the form's @fields; returns its path. */
const opened = async (world, at, fields) => world.post('anna', `${at}/practice`, { ply: 20, fixed: 1, by: 'hand', ...fields });

export const states = [
  { name: 'practice-form', who: 'anna', prepare: async (world) => `${await table(world)}/practice?ply=20` },
  { name: 'practice-form-asks', who: 'anna', keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}/practice` },
  { name: 'practice-hand', who: 'anna', prepare: async (world) => opened(world, await table(world), {}) },
  { name: 'practice-bots', who: 'anna', prepare: async (world) => opened(world, await table(world), { by: 'bots', level: 'easy' }) },
  { name: 'practice-history', who: 'anna', prepare: async (world) => `${await opened(world, await table(world), {})}/history` },
  { name: 'practice-mine', who: 'anna', prepare: async (world) => {
    const at = await table(world);
    for (const ply of [5, 12, 20]) await opened(world, at, { ply });
    return '/';
  } },
];
