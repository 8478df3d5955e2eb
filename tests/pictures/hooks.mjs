// Web hooks and notifications in browsers: in the settings, and the question after a turn.
import { decisions } from './choice.mjs';
import { number } from './world.mjs';

const three = async (world) => {
  const at = await world.newTable('anna', { game: 'genoa', seats: 3 });
  world.sql(`DELETE FROM target; INSERT INTO target (way, person, game, url, form, events, secret, failing, stopped)
    SELECT 'hook', p.id, x.game, x.url, x.form, string_to_array(x.events, ' '), decode(repeat('ab', 24), 'hex'), x.failing, x.stopped
    FROM person p, (VALUES (NULL::bigint, 'https://bot.example.org/ridotto/incoming?room=7', 'json', 'turn started ended', NULL::timestamptz, NULL::timestamptz),
      (${number(at)}, 'https://discord.com/api/webhooks/1093412345678901234/a-rather-long-token-that-a-service-gives-to-its-people', 'discord', 'turn chat', now() - interval '5 hours', NULL),
      (NULL, 'https://ntfy.sh/anna-plays-7h2k', 'ntfy', 'turn', now() - interval '9 days', now() - interval '1 day')) AS x (game, url, form, events, failing, stopped)
    WHERE p.name = 'Anna' ORDER BY x.form DESC`);
  world.sql(`INSERT INTO delivery (target, game, kind, ply, status, tries, note, queued, due, done)
    SELECT t.id, CASE WHEN x.kind = 'test' THEN NULL ELSE ${number(at)} END, x.kind, x.ply, x.status, x.tries, x.note, now() - x.ago, now() - x.ago + x.pause, CASE WHEN x.status <> 'waiting' THEN now() - x.ago END
    FROM target t, (VALUES ('test', 0, 'sent', 1, 'HTTP 200', interval '3 days', interval '0'), ('started', 0, 'sent', 1, 'HTTP 200', interval '2 days', interval '0'),
      ('turn', 3, 'dropped', 2, 'played', interval '20 hours', interval '0'), ('turn', 9, 'waiting', 3, 'Timeout was reached', interval '5 hours', interval '5 hours 40 minutes')) AS x (kind, ply, status, tries, note, ago, pause)
    WHERE t.form = 'discord'`);
  return '/settings/hooks';
};

export const states = [
  { name: 'hooks', who: 'anna', prepare: three, open: ['details'] },
  { name: 'hooks-none', who: 'bruno', path: '/settings/hooks' },
  { name: 'hooks-made', who: 'bruno', path: '/settings/hooks', act: async (page) => {
    await page.locator('#url').fill('https://bot.example.org/ridotto');
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=make]').click()]);
  } },
  { name: 'hooks-refused', who: 'bruno', path: '/settings/hooks', complains: /status of 4/, act: async (page) => {
    await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
    await page.locator('#url').fill('chat.example.org/hook');
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=make]').click()]);
  } },
  { name: 'tokens-made', who: 'bruno', path: '/settings/tokens', act: async (page) => {
    await page.locator('#name').fill('carrara');
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=make]').click()]);
  } },
  { name: 'help-api', who: 'bruno', path: '/help/api' },
  { name: 'push-off', who: 'bruno', path: '/settings/push' },
  { name: 'push-on', who: 'anna', prepare: async (world) => {
    world.sql(`INSERT INTO target (way, person, session, url, key, auth, browser, system, made, failing) SELECT 'push', s.person, s.hash, 'https://push.example.org/' || x.n,
      decode('04' || repeat('ab', 64), 'hex'), decode(repeat('cd', 16), 'hex'), x.browser, x.system, now() - x.ago, x.failing
      FROM (SELECT s.* FROM session s JOIN person p ON p.id = s.person WHERE p.name = 'Anna' LIMIT 1) AS s,
      (VALUES (1, 'Firefox', 'Android', interval '3 days', NULL::timestamptz), (2, 'Chrome', 'Windows', interval '40 days', now() - interval '2 days')) AS x (n, browser, system, ago, failing)
      ON CONFLICT DO NOTHING`);
    return '/settings/push';
  } },
  { name: 'push-ask', who: 'anna', again: async (world) => {
    const table = await world.position('vernissage', decisions.find(({ name }) => name === 'object').from);
    world.sql("UPDATE person SET push_asked = NULL WHERE name = 'Anna'");
    return table;
  }, act: async (page) => {
    await page.locator('#asked button[name=step][value=accept]').first().click();
    await page.locator('.armed-step button.primary, .done').first().waitFor();
    if (await page.locator('.armed-step').count()) await page.locator('.armed-step button.primary').click();
    await page.locator('.done').waitFor();
    await page.evaluate(() => { document.documentElement.dataset.push = 'can'; }); // this browser cannot
  } },
];
