// Order: reports, the pages of moderators, what those concerned read, announcements, who may join and codes for it, and the site's own pages.
import { number } from './world.mjs';

const person = (world, name) => world.sql(`SELECT id FROM person WHERE name = '${name}'`);

/** Elena is a moderator, or has another role, and has entered her password. */
function role(world, as = 'moderator') {
  world.sql(`UPDATE person SET role = '${as}' WHERE name = 'Elena'; UPDATE session SET proved = now() + interval '1 hour' WHERE person = ${person(world, 'Elena')}`);
}

/** A table with some lines of chat. */
async function talk(world) {
  world.sql('TRUNCATE attempt'); // others have written just before
  const table = await world.newTable('bruno', { game: 'carrara', seats: 2 });
  await world.sit('chiara', table);
  for (const [who, text] of [['bruno', 'Good evening!'], ['chiara', 'Good evening. I move at breakfast.'], ['bruno', 'You play like a goat, and a slow one.'],
    ['chiara', 'That was not called for.'], ['bruno', 'Then move faster.']]) await world.post(who, `${table}/chat`, { text });
  return table;
}

const line = (world, text) => world.sql(`SELECT max(id) FROM message WHERE text LIKE '${text}%'`);

/** Reports about Bruno: a line, the name, and a table. */
async function reported(world) {
  const table = await talk(world), bruno = person(world, 'Bruno');
  role(world);
  world.sql("DELETE FROM report; DELETE FROM act; DELETE FROM attempt WHERE key LIKE 'report:%'");
  await world.post('chiara', `${table}/report`, { line: line(world, 'You play'), reason: 'abuse', text: 'He goes on like this at every table.' });
  await world.post('chiara', `${table}/report`, { whom: '0', reason: 'stalling', text: '' });
  await world.post('anna', '/people/Bruno/report', { reason: 'name', text: 'The words about himself are rude.' });
  await world.post('dario', '/people/Bruno/report', { reason: 'accounts', text: '' });
  await world.post('dario', `${table}/report`, { whom: '', reason: 'collusion', text: 'They always help each other.' });
  await world.post('anna', '/people/Chiara/report', { reason: 'spam', text: '' });
  world.sql(`UPDATE report SET status = 'taken', taken_by = ${person(world, 'Elena')}, taken = now() WHERE whom = ${person(world, 'Chiara')}`);
  return { table, bruno };
}

const acts = (world, whom) => world.sql(`DELETE FROM act;
  INSERT INTO act (moderator, kind, whom, game, message, until, why, was, becomes, at, undone, undone_by, undone_why)
  SELECT m.id, a.kind, p.id, a.game, NULL, a.until, a.why, a.was, a.becomes, now() - a.ago, a.undone, CASE WHEN a.undone IS NOT NULL THEN m.id END, a.undone_why
  FROM person m, person p, (VALUES
    ('rename', NULL::bigint, NULL::timestamptz, 'The name insults others.', 'Goat hater', 'member-2', interval '40 days', NULL::timestamptz, NULL),
    ('hide', 1, NULL, 'Insults are not welcome here.', 'You play like a goat, and a slow one.', NULL, interval '3 days', NULL, NULL),
    ('mute', NULL, now() + interval '4 days', 'Three messages were hidden within a week.', NULL, NULL, interval '2 days', now() - interval '1 day', 'He has said that he is sorry.'),
    ('suspend', NULL, now() + interval '6 days', 'He plays with two accounts at one table.', NULL, NULL, interval '1 hour', NULL, NULL))
    AS a (kind, game, until, why, was, becomes, ago, undone, undone_why) WHERE m.name = 'Elena' AND p.name = '${whom}'`);

const announced = (world) => world.sql(`DELETE FROM announcement; INSERT INTO announcement (en, ja, starts, ends) VALUES
  ('On Sunday from 9 to 10 UTC the site is down for maintenance. No clock runs meanwhile.', '日曜日の9時から10時（UTC）まで、メンテナンスのため停止します。その間、時計は進みません。', now() - interval '1 hour', now() + interval '2 days'),
  ('A tournament of Venedig begins in May.', NULL, now() + interval '3 days', now() + interval '9 days')`);

const quiet = (world) => world.sql('DELETE FROM announcement');

/** Somebody may not write for some days; speaks() ends that. */
const muted = (world, who = 'Bruno') => world.sql(`UPDATE person SET muted_until = now() + interval '4 days' WHERE name = '${who}'`);
const speaks = async (world) => world.sql('UPDATE person SET muted_until = NULL');

/** Bruno is suspended no more, for the states after this one. */
const free = async (world) => world.sql("UPDATE person SET suspended_until = NULL WHERE name = 'Bruno'");

// ---- who may join ----

/** A state of a service at which joining is as @joining says: its page is what @makes returns, a path there. */
const joins = (joining, state, makes) => ({ ...state,
  prepare: async (world) => {
    world.beside = await world.house.beside({ RIDOTTO_JOINING: joining });
    quiet(world);
    return world.beside.url + makes(world);
  },
  after: (world) => world.beside?.stop() });
const codes = ['Gm4xT0pQ2n7W', 'b8Kd_Lr91vYc', 'Zq-3hUe6JsXa'];
/** Invitation codes of Bruno, @used of five each. */
const given = (world, ...used) => world.sql(`DELETE FROM joining_code; ${used.map((n, i) => `INSERT INTO joining_code (code, maker, expires, most, used)
  VALUES ('${codes[i]}', ${person(world, 'Bruno')}, now() + interval '${14 - 3 * i} days', 5, ${n})`).join(';')}`);
/** What is typed into the form is refused. */
const refused = (fields) => async (page) => {
  for (const [name, text] of Object.entries(fields)) await page.locator(`main form [name=${name}]`).fill(text);
  await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
  await Promise.all([page.waitForEvent('load'), page.locator('main form button.primary').click()]);
};

export const states = [
  { name: 'order-report-line', who: 'chiara', prepare: async (world) => { const table = await talk(world); return `${table}/report?line=${line(world, 'You play')}`; } },
  { name: 'order-report-person', who: 'anna', path: '/people/Bruno/report' },
  { name: 'order-report-refused', who: 'chiara', complains: /status of 4/, prepare: async (world) => `${await talk(world)}/report`, act: async (page) => {
    await page.locator('textarea').fill('They pass each other all the stones.');
    await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
    await Promise.all([page.waitForEvent('load'), page.locator('main form button.primary').click()]);
  } },
  { name: 'order-reported', who: 'chiara', prepare: async (world) => { const table = await talk(world); return `${table}/report?line=${line(world, 'You play')}`; }, act: async (page) => {
    await page.locator('input[value=abuse]').check();
    await Promise.all([page.waitForEvent('load'), page.locator('main form button.primary').click()]);
  } },
  { name: 'order-chat-hidden', who: 'chiara', prepare: async (world) => {
    const table = await talk(world);
    world.sql(`UPDATE message SET hidden = now() WHERE id = ${line(world, 'You play')}`);
    return `${table}/chat`;
  } },
  { name: 'order-password', who: 'elena', prepare: async (world) => { role(world); world.sql('UPDATE session SET proved = NULL'); return '/moderation'; } },
  { name: 'order-queue', who: 'elena', prepare: async (world) => { await reported(world); return '/moderation'; } },
  { name: 'order-queue-empty', who: 'elena', prepare: async (world) => { role(world); world.sql('DELETE FROM report'); return '/moderation'; } },
  { name: 'order-person', who: 'elena', screens: 5, prepare: async (world) => { const { bruno } = await reported(world); acts(world, 'Bruno'); return `/moderation/people/${bruno}`; } },
  { name: 'order-person-refused', who: 'elena', screens: 5, complains: /status of 4/, prepare: async (world) => { const { bruno } = await reported(world); return `/moderation/people/${bruno}`; }, act: async (page) => {
    await page.locator('input[value=mute]').check();
    await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=act]').click()]);
  } },
  { name: 'order-person-ban', who: 'elena', screens: 5, complains: /status of 4/, prepare: async (world) => {
    const { bruno } = await reported(world);
    acts(world, 'Bruno');
    world.sql(`UPDATE message SET hidden = now() WHERE id = ${line(world, 'You play')}`);
    return `/moderation/people/${bruno}`;
  }, act: async (page) => {
    await page.locator('input[value=ban]').check();
    await page.locator('#why').fill('Again and again.');
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=act]').click()]);
  } },
  { name: 'order-table-gone', who: 'elena', prepare: async (world) => { role(world); return '/moderation/tables/99999'; } },
  { name: 'order-table', who: 'elena', screens: 3, prepare: async (world) => `/moderation/tables/${number((await reported(world)).table)}` },
  { name: 'order-closed', who: 'elena', prepare: async (world) => {
    await reported(world);
    world.sql(`UPDATE report SET status = 'closed', taken_by = NULL, closed = now() - interval '1 hour', closed_by = ${person(world, 'Elena')}, result = 'acted', note = 'The line is hidden.' WHERE kind = 'line';
      UPDATE report SET status = 'closed', taken_by = NULL, closed = now(), closed_by = ${person(world, 'Elena')}, result = 'unfounded' WHERE reason = 'spam'`);
    return '/moderation/closed';
  } },
  { name: 'order-log', who: 'elena', prepare: async (world) => { role(world, 'operator'); acts(world, 'Bruno'); world.sql(`INSERT INTO act (kind, whom, why, was, becomes) VALUES ('role', ${person(world, 'Elena')}, 'by command', '', 'operator')`); return '/moderation/log'; } },
  { name: 'order-acts', who: 'bruno', prepare: async (world) => {
    role(world);
    acts(world, 'Bruno');
    world.sql(`UPDATE person SET suspended_until = now() + interval '6 days' WHERE name = 'Bruno'`);
    return '/acts';
  }, after: free },
  { name: 'order-suspended-home', who: 'bruno', prepare: async (world) => { world.sql(`UPDATE person SET suspended_until = now() + interval '6 days' WHERE name = 'Bruno'`); return '/'; }, after: free },
  ...[['table', talk], ['quick', async () => '/quick']].map(([name, there]) => ({ name: `order-suspended-${name}`, who: 'bruno', prepare: async (world) => {
    const path = await there(world);
    world.sql(`UPDATE person SET suspended_until = now() + interval '6 days' WHERE name = 'Bruno'`);
    return path;
  }, after: free })),
  { name: 'order-acts-none', who: 'anna', path: '/acts' },
  { name: 'order-news', who: 'bruno', prepare: async (world) => { acts(world, 'Bruno'); world.sql("UPDATE person SET acts_seen = NULL WHERE name = 'Bruno'"); return '/'; } },
  { name: 'order-silenced-chat', who: 'bruno', prepare: async (world) => { const table = await talk(world); muted(world); return `${table}#chat`; }, after: speaks },
  { name: 'order-silenced-refused', who: 'bruno', complains: /status of 4/, prepare: talk, act: async (page, world) => {
    muted(world);
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => {
      document.querySelector('#chat-text').value = 'But she began it.';
      document.querySelector('#chat-form').submit();
    })]);
    await speaks(world); // for the next picture
  }, after: speaks },
  { name: 'order-silenced-spectators', who: 'anna', prepare: async (world) => { const table = await talk(world); muted(world, 'Anna'); return `${table}/spectators`; }, after: speaks },
  { name: 'order-silenced-invite', who: 'bruno', prepare: async (world) => { muted(world); world.sql('TRUNCATE attempt'); return world.newTable('bruno', { game: 'carrara', seats: 3 }); }, after: speaks },
  { name: 'order-refused', who: 'bruno', complains: /status of 4/, path: '/people/Anna/report', act: async (page, world) => {
    await page.locator('input[value=abuse]').check();
    await page.locator('textarea').fill('She never answers.');
    world.sql(`UPDATE person SET suspended_until = now() + interval '6 days' WHERE name = 'Bruno'`);
    await Promise.all([page.waitForEvent('load'), page.locator('main form button.primary').click()]);
  }, after: free },
  { name: 'order-announcements', who: 'elena', prepare: async (world) => {
    role(world, 'operator');
    announced(world);
    await new Promise((done) => { setTimeout(done, 6000); });
    return '/moderation/announcements';
  } },
  { name: 'order-announced-table', who: 'anna', prepare: async (world) => { announced(world); await new Promise((done) => { setTimeout(done, 6000); }); return world.newTable('anna', { game: 'carrara', seats: 2 }); } },
  { name: 'order-privacy', who: null, prepare: async (world) => { quiet(world); return '/privacy'; } },
  { name: 'order-terms', who: null, prepare: async (world) => { quiet(world); return '/terms'; } },
  joins('invitation', { name: 'order-codes', who: 'bruno' }, (world) => { given(world, 0, 4); return '/codes'; }),
  joins('invitation', { name: 'order-codes-none', who: 'bruno' }, (world) => { given(world); return '/codes'; }),
  joins('invitation', { name: 'order-codes-full', who: 'bruno', screens: 2 }, (world) => { given(world, 0, 1, 2); return '/codes'; }),
  joins('invitation', { name: 'order-codes-spent', who: 'bruno', complains: /status of 4/, act: (page) => Promise.all([page.waitForEvent('load'), page.locator('button[value=make]').click()]) },
    (world) => { given(world, 3); world.sql(`DELETE FROM attempt; INSERT INTO attempt VALUES ('code:${person(world, 'Bruno')}', now(), now() + interval '20 hours', 9)`); return '/codes'; }),
  joins('invitation', { name: 'order-join', who: null }, () => '/join'),
  joins('invitation', { name: 'order-join-link', who: null }, (world) => { given(world, 0); return `/join?code=${codes[0]}`; }),
  joins('invitation', { name: 'order-join-refused', who: null, complains: /status of 4/, act: refused({ code: 'wrong-code', name: 'Giulia', email: 'giulia@example.org', password: 'stones for palaces' }) }, () => '/join'),
  joins('closed', { name: 'order-join-closed', who: null }, () => '/join'),
];
