// Pictures of every page in every state; ./take sets up what this needs, README.md says how to use it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openHouse } from '../browser/house.mjs';
import { openBrowser } from '../browser/people.mjs';
import { shoot, wanted } from './camera.mjs';
import { sheets } from './sheets.mjs';
import { World, languages, names } from './world.mjs';

const here = import.meta.dirname;
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: {
  to: { type: 'string', default: path.join(here, '../../build/pictures') }, list: { type: 'boolean' },
  only: { type: 'string', multiple: true, default: [] }, game: { type: 'string' }, position: { type: 'string' },
  steps: { type: 'string' }, as: { type: 'string', default: '0' }, query: { type: 'string' }, open: { type: 'string', multiple: true, default: [] },
} });
const tools = ['take', 'world', 'camera', 'sheets'];

/** Modules of states: { name, states }, in the order of their names. */
async function groups() {
  if (flags.game) {
    const { positions } = await import('./positions.mjs');
    const name = path.basename(flags.position ?? 'opening', '.json');
    return [{ name: flags.game, states: positions(flags.game, [{ name, file: flags.position && path.resolve(flags.position), steps: flags.steps,
      as: flags.as, query: flags.query, open: flags.open }]) }];
  }
  const found = [];
  for (const name of readdirSync(here).filter((file) => file.endsWith('.mjs')).map((file) => file.slice(0, -4)).sort())
    if (!tools.includes(name) && name !== 'positions') found.push({ name, states: (await import(`./${name}.mjs`)).states });
  const fits = (word, name, state) => word === name || state.name === word || (/-$/.test(word) && state.name.startsWith(word));
  for (const group of found)
    group.states = group.states.filter((state) => positionals.length === 0 || positionals.some((word) => fits(word, group.name, state)));
  return found.filter(({ states }) => states.length);
}

/** One state in one language. */
async function visit(world, state, at, lang, found) {
  const page = await world.page(state.who ?? null, lang), errors = [];
  const onConsole = (message) => message.type() === 'error' && errors.push(message.text());
  const onError = (error) => errors.push(String(error));
  page.on('console', onConsole);
  page.on('pageerror', onError);
  try {
    const answer = await page.goto(/^(https?|file):/.test(at) ? at : world.house.url + at);
    if (state.status !== undefined ? answer?.status() !== state.status : answer?.status() >= 400) found.push(`${state.name} ${lang}: answered with ${answer?.status()}`);
    for (const selector of state.open ?? [])
      await page.evaluate((which) => document.querySelectorAll(which).forEach((e) => { (e.closest('details') ?? e).open = true; }), selector);
    if (state.act) await state.act(page, world, lang);
    await page.waitForTimeout(state.settle ?? 0);
    const shots = await shoot(page, { state: state.name, lang, to: flags.to, only: flags.only, found, known: [...names, ...(state.known ?? [])], between: state.between, screens: state.screens });
    found.push(...errors.filter((text) => !(state.complains ?? /^$/).test(text)
      && !(state.status >= 400 && /status of/.test(text))).map((text) => `${state.name} ${lang}: the console says ${text}`));
    return shots;
  } finally {
    page.off('console', onConsole);
    page.off('pageerror', onError);
    await page.goto('about:blank');
  }
}

async function main() {
  const chosen = await groups();
  if (flags.list) {
    for (const { name, states } of chosen) console.log(`${name}: ${states.map((state) => state.name).join(' ')}`);
    return 0;
  }
  if (chosen.length === 0) throw new Error(`there is no state ${positionals.join(' ')}; --list shows them`);
  rmSync(flags.to, { recursive: true, force: true });
  mkdirSync(flags.to, { recursive: true });
  const shots = [], found = [], failed = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-pictures-'));
  const house = await openHouse({ flags: ['--dev', '--maildir', path.join(folder, 'maildir')] }), browser = await openBrowser();
  try {
    const world = new World(house, browser, folder);
    await world.furnish();
    for (const { states } of chosen)
      for (const state of states) {
        try {
          if (!state.keeps) await house.forgetGames();
          const at = state.prepare ? await state.prepare(world) : state.path;
          for (const lang of wanted(flags.only, Object.fromEntries(languages.map((l) => [l])))) {
            shots.push(...await visit(world, state, state.again ? await state.again(world, lang, at) : at, lang, found));
          }
        } catch (error) {
          failed.push(`${state.name}: ${error.stack ?? error}`);
          console.log(`FAILED ${state.name}: ${String(error).slice(0, 600)}`);
        } finally {
          if (state.after) await state.after(world);
        }
      }
    for (const line of await sheets(browser, flags.to, shots)) console.log(line);
  } finally {
    await browser.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const report = [...new Set(found)];
  writeFileSync(path.join(flags.to, 'found.txt'), [...failed, ...report, ''].join('\n'));
  console.log(report.join('\n'));
  console.log(`${shots.length} pictures in ${path.relative('.', flags.to)}, ${report.length} remarks, ${failed.length} states failed`);
  return report.length + failed.length > 0 ? 1 : 0;
}

process.exitCode = await main();
