// Finding a game: a quick seat, who waits, standing challenges, the doors of a table.
const ticks = (games, more) => ({ ...Object.fromEntries(games.map((game) => [`game.${game}`, 1])), 'pace.day': 1, 'pace.days-2': 1, 'seats.2': 1, 'seats.3': 1, minutes: 30, then: 'bots', ...more });
const free = (world) => world.sql(`DELETE FROM challenge; DELETE FROM seeker; DELETE FROM game WHERE status = 'open'`);
const evening = (world, name) => world.sql(`UPDATE person SET hours = '{0,0,0,0,0,0,2,3,0,0,0,0,2,0,0,0,0,6,9,9,9,8,7,2}' WHERE name = '${name}'`);

/** Anna looks for a game; returns the path of the table where she waits. */
const looks = async (world, more) => {
  free(world);
  await world.post('anna', '/quick', ticks(['carrara', 'venedig', 'genoa'], more));
  return `/games/${world.sql(`SELECT game FROM seeker`)}`;
};
/** Bruno's tables with doors; returns the last. */
const doors = async (world) => {
  free(world);
  evening(world, 'Bruno');
  await world.newTable('bruno', { game: 'venedig', seats: 3, pace: 'day', met: 90 });
  await world.newTable('bruno', { game: 'genoa', seats: 4, pace: 'week', friends: 1 });
  return world.newTable('bruno', { game: 'carrara', seats: 2, pace: 'days-2', met: 80, low: 1600, high: 1900 });
};

export const states = [
  { name: 'quick-form', who: 'anna', path: '/quick', prepare: async (world) => { free(world); return '/quick'; } },
  { name: 'quick-form-refused', who: 'anna', path: '/quick', complains: /status of 4/, act: async (page) => {
    await page.evaluate(() => document.querySelectorAll('.quick [name^="game."]').forEach((box) => { box.checked = false; }));
    await Promise.all([page.waitForEvent('load'), page.locator('.quick .primary').click()]);
  } },
  { name: 'quick-waits', who: 'anna', prepare: (world) => looks(world, {}) },
  { name: 'quick-waits-on', who: 'anna', prepare: async (world) => {
    const at = await looks(world, { then: 'wait' });
    world.sql(`UPDATE seeker SET since = since - interval '1 hour'`);
    return at;
  } },
  { name: 'quick-form-looking', who: 'anna', prepare: async (world) => { await looks(world, {}); return '/quick'; } },
  { name: 'quick-mine', who: 'anna', prepare: async (world) => { await looks(world, {}); return '/'; } },
  ...['/', '/games'].map((path) => ({ name: path === '/' ? 'quick-again' : 'quick-again-tables', who: 'anna', prepare: async (world) => {
    const at = await looks(world, {});
    await world.post('anna', `${at}/leave`, {});
    return path;
  } })),
  { name: 'quick-challenges', who: 'anna', prepare: async (world) => {
    free(world);
    await world.post('anna', '/challenges', { game: 'venedig', pace: 'day', seats: 2, most: 2 });
    await world.post('anna', '/challenges', { game: 'gondoliere', pace: 'days-2', seats: 3, most: 1, met: 90 });
    return '/quick#challenges';
  }, act: (page) => page.locator('.quick-always summary').click() },
  { name: 'doors-new', who: 'anna', path: '/games/new?game=venedig', act: async (page) => {
    await page.locator('.more-options > summary').click();
    await page.locator('[name=met]').scrollIntoViewIfNeeded();
  } },
  { name: 'doors-lobby', who: 'anna', prepare: async (world) => { await doors(world); return '/games'; } },
  { name: 'doors-table', who: 'anna', prepare: doors },
  { name: 'doors-open', who: 'anna', prepare: async (world) => {
    free(world);
    evening(world, 'Bruno');
    return world.newTable('bruno', { game: 'carrara', seats: 3, pace: 'day', met: 80, high: 1900 });
  } },
  { name: 'doors-own', who: 'bruno', prepare: async (world) => { free(world); return world.newTable('bruno', { game: 'carrara', seats: 3, pace: 'day', met: 80 }); } },
  { name: 'doors-shut', who: 'anna', complains: /status of 4/, prepare: doors, act: async (page) => {
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => { // from a page of before: this one has no button
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${location.pathname}/sit` });
      form.append(document.querySelector('[name=csrf]').cloneNode());
      document.body.append(form);
      form.submit();
    })]);
  } },
];
