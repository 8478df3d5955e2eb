// People among each other: whom one follows and blocks, a hidden profile, a muted chat, spectators, a line in an invitation.
const forget = (world) => world.sql("DELETE FROM follow; DELETE FROM block; UPDATE person SET profile = 'public', ranked = true");
const press = (world, who, whom, what) => world.post(who, `/people/${whom}`, { do: what });
/** A state that leaves nothing behind for the next. */
const state = (name, who, prepare, more = {}) => ({ name: `people-${name}`, who, after: forget, ...more, prepare: async (world) => {
  forget(world);
  return prepare(world);
} });

/** Anna follows three; one of them has an open table, one has just lost a game, and she has an open table herself. */
async function followed(world) {
  for (const whom of ['Bruno', 'Chiara', 'Elena']) await press(world, 'anna', whom, 'follow');
  await world.newTable('bruno', { game: 'vernissage', seats: 4, pace: 'day' });
  const over = await world.running({ seats: 2, game: 'genoa' });
  await world.post('bruno', `${over}/resign`, { sure: 'yes' });
  const lost = await world.newTable('chiara', { game: 'carrara', seats: 2 });
  await world.sit('elena', lost);
  await world.post('elena', `${lost}/resign`, { sure: 'yes' });
  return world.newTable('anna', { game: 'venedig', seats: 4, pace: 'day' });
}

/** A running table of three at which two spectators have written. */
async function watched(world) {
  const at = await world.running({ seats: 3 });
  await world.post('dario', `${at}/spectators`, { text: 'Bruno plays for the white stones again.' });
  await world.post('elena', `${at}/spectators`, { text: 'And nobody stops him. Look at Lerici!' });
  await world.post('dario', `${at}/spectators`, { text: 'I would have scored it two turns ago.' });
  return at;
}

export const states = [
  state('settings', 'anna', async (world) => {
    await press(world, 'anna', 'Bruno', 'follow');
    await press(world, 'anna', 'Chiara', 'follow');
    await press(world, 'anna', 'Dario', 'block');
    return '/settings';
  }),
  state('profile', 'anna', async (world) => { await followed(world); return '/people/Bruno'; }),
  state('profile-blocked', 'anna', async (world) => { await press(world, 'anna', 'Dario', 'block'); return '/people/Dario'; }),
  state('profile-hidden', 'anna', async (world) => { await world.post('anna', '/settings/profile', { profile: 'hidden' }); return '/people/Anna'; }),
  state('mine', 'anna', async (world) => { await followed(world); return '/'; }),
  state('invite', 'anna', followed),
  state('invited', 'anna', async (world) => {
    const at = await world.newTable('dario', { game: 'gondoliere', seats: 4 });
    await world.post('dario', `${at}/invite`, { who: 'Anna', line: 'You said that you had never won by a curve. Show us.' });
    return at;
  }),
  state('invited-mine', 'anna', async (world) => {
    const at = await world.newTable('dario', { game: 'gondoliere', seats: 4 });
    await world.post('dario', `${at}/invite`, { who: 'Anna', line: 'You said that you had never won by a curve. Show us.' });
    return '/';
  }),
  state('blocked-table', 'anna', async (world) => { await press(world, 'anna', 'Dario', 'block'); return world.newTable('dario', { game: 'carrara', seats: 4 }); }),
  state('blocked-lobby', 'anna', async (world) => {
    await press(world, 'anna', 'Dario', 'block');
    await world.newTable('dario', { game: 'carrara', seats: 4 });
    await world.newTable('bruno', { game: 'venedig', seats: 3 });
    return '/games';
  }),
  state('muted', 'anna', async (world) => {
    const at = await world.running({ seats: 3 });
    await world.post('anna', `${at}/chat/mute`, { do: 'mute' });
    return `${at}#chat`;
  }),
  state('spectators', 'elena', async (world) => `${await watched(world)}/spectators`),
  state('spectators-player', 'anna', async (world) => `${await watched(world)}/spectators`),
  state('spectators-visitor', null, async (world) => `${await watched(world)}/spectators`),
  state('spectators-over', 'anna', async (world) => {
    const at = await watched(world);
    for (const who of ['bruno', 'chiara']) await world.post(who, `${at}/resign`, { sure: 'yes' });
    return `${at}/spectators`;
  }),
];
