#!/usr/bin/env node
// From a letter in a mailbox to a played decision, signed out: two page views, for each kind of decision that Vernissage, Genoa and Venedig
// ask with few options. The letters come through a real SMTP server, the pages are pressed in Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asked, decisions } from '../pictures/choice.mjs';
import { World, number } from '../pictures/world.mjs';
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-choice-'));
const world = new World(house, browser, folder);
/** The plain part of a letter, in one line. */
const plainPart = (mail) => mail.slice(mail.indexOf('text/plain'), mail.indexOf('text/html')).replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/\s+/g, ' ');
const moves = (table) => house.sql(`SELECT seat || ' ' || move FROM move WHERE game = ${number(table)} ORDER BY ply`).split('\n');

/** Somebody reads mail in a browser that knows nobody: a phone, or a desk; with script or without. */
async function reader(script, width) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width, height: 844 }, javaScriptEnabled: script, serviceWorkers: 'block' });
  context.setDefaultTimeout(20000);
  const page = await context.newPage(), views = [], errors = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && views.push(frame.url()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('response', (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
  return { context, page, views, errors };
}

/** How far what the choice is about, and the foot of the whole board, lie above the sheet of a phone, in pixels. */
const above = (page) => page.evaluate(() => {
  const { top } = document.querySelector('.turn').getBoundingClientRect();
  return ['.board [data-about]', '.board svg'].map((what) => Math.round(top - document.querySelector(what).getBoundingClientRect().bottom));
});

/** Genoa's tower is in sight on the smallest phone, and all of the city on a larger one. */
async function isInSight(what, link) {
  const sees = async (width, height) => {
    const { context, page } = await reader(true, width);
    await page.setViewportSize({ width, height });
    await page.goto(link);
    const found = await above(page);
    await context.close();
    return found;
  };
  const [, city] = await sees(390, 844), [tower] = await sees(320, 568);
  ok(city >= 0, `${what}: the whole city is in sight above the sheet of a phone`, city);
  ok(tower > 0, `${what}: the tower is in sight on the smallest phone`, tower);
}

async function plays(decision, nth) {
  const what = `${decision.game}, ${decision.name}`, script = nth % 2 === 0;
  const { table, seat, link, text } = await asked(world, decision);
  if (decision.name === 'tower') // three offers may be called the same: what is sold for how much is part of the link
    ok(/Accept \S+ offer F: \S+ (pays|sells) .+ \d+ ducats/.test(plainPart(text)), `${what}: the link says what is accepted, and for how much`, plainPart(text).slice(0, 1200));
  if (decision.game === 'genoa')
    await isInSight(what, link);
  const { context, page, views, errors } = await reader(script, nth % 3 ? 390 : 1280);
  const before = moves(table);
  await page.goto(link);
  const wide = script && await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  ok(!wide && moves(table).length === before.length, `${what}: opening the link plays nothing, and nothing sticks out`);
  if (nth < 2 && script) {
    const found = await violations(page);
    ok(found.length === 0, `${what}: axe finds nothing`, JSON.stringify(found).slice(0, 1500));
  }
  const button = page.locator('form[action^="/mail/choice/"] button.primary');
  ok(await button.count() === 1, `${what}: one button`);
  await button.click();
  await house.until(`${what}: the move`, () => moves(table).length > before.length, 20);
  const wanted = new URL(link).searchParams.get('move') ?? new URL(link).searchParams.get('verb'), made = moves(table)[before.length];
  ok(made === `${seat} ${wanted}` || (made.startsWith(`${seat} ${wanted} `) && !link.includes('move=') && made === `${seat} ${decision.made ?? made.slice(2)}`), `${what}: what was chosen is played: ${wanted}`, made);
  await page.getByText('This is decided.').waitFor();
  ok(views.length === 2 && errors.length === 0, `${what}: in two page views`, [...views, ...errors].join('\n'));
  const cookies = (await context.cookies()).map(({ name }) => name);
  ok(!cookies.includes('ridotto'), `${what}: nobody is signed in by it`, cookies.join(' '));
  await context.close();
}

await main(async () => {
  await world.furnish();
  for (const [nth, decision] of decisions.entries()) {
    try {
      await plays(decision, nth);
    } catch (error) {
      ok(false, `${decision.game}, ${decision.name}: from the letter to the move`, error.stack);
    }
  }
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the service ends in order');
  rmSync(folder, { recursive: true, force: true });
});
