// Pictures of every page in every state; ./take sets up what this needs, README.md says how to use it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openHouse } from '../browser/house.mjs';
import { openBrowser } from '../browser/people.mjs';
import { barriers } from './barriers.mjs';
import { shoot, wanted } from './camera.mjs';
import { positions } from './positions.mjs';
import { sheets } from './sheets.mjs';
import { groups, visitAll } from './states.mjs';
import { World, languages, names } from './world.mjs';

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: {
  to: { type: 'string', default: path.join(import.meta.dirname, '../../build/pictures') }, list: { type: 'boolean' }, access: { type: 'boolean' }, forced: { type: 'boolean' },
  only: { type: 'string', multiple: true, default: [] }, game: { type: 'string' }, position: { type: 'string' },
  steps: { type: 'string' }, as: { type: 'string', default: '0' }, query: { type: 'string' }, open: { type: 'string', multiple: true, default: [] },
} });

/** What is asked for: [{ name, states }]. */
function chosenGroups() {
  if (!flags.game) return groups(positionals);
  const name = path.basename(flags.position ?? 'opening', '.json');
  return [{ name: flags.game, states: positions(flags.game, [{ name, file: flags.position && path.resolve(flags.position), steps: flags.steps,
    as: flags.as, query: flags.query, open: flags.open }]) }];
}

async function main() {
  const chosen = await chosenGroups();
  if (flags.list) {
    for (const { name, states } of chosen) console.log(`${name}: ${states.map((state) => state.name).join(' ')}`);
    return 0;
  }
  if (chosen.length === 0) throw new Error(`there is no state ${positionals.join(' ')}; --list shows them`);
  rmSync(flags.to, { recursive: true, force: true });
  mkdirSync(flags.to, { recursive: true });
  const shots = [], found = [], broken = [];
  let looked = 0;
  const failed = (name, error) => {
    broken.push(`${name}: ${error.stack ?? error}`);
    console.log(`FAILED ${name}: ${String(error).slice(0, 600)}`);
  };
  const takes = async (page, state, lang) => {
    writeFileSync(path.join(flags.to, 'found.txt'), [...broken, ...found, ''].join('\n')); // so far: all states take an hour
    const known = [...names, ...(state.known ?? [])];
    if (flags.forced) await page.emulateMedia({ forcedColors: 'active' });
    if (!flags.access) return shots.push(...await shoot(page, { ...state, state: state.name, lang, to: flags.to, only: flags.only, found, known }));
    looked += 1;
    return found.push(...(await barriers(page, { ...state, lang, known })).map((what) => `${state.name} ${lang} ${what}`));
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-pictures-'));
  const house = await openHouse({ flags: ['--dev', '--maildir', path.join(folder, 'maildir')] }), browser = await openBrowser();
  try {
    const world = new World(house, browser, folder);
    await world.furnish();
    await visitAll(world, chosen.flatMap(({ states }) => states), wanted(flags.only, Object.fromEntries(languages.map((l) => [l]))), takes, { found, failed });
    for (const line of await sheets(browser, flags.to, shots)) console.log(line);
  } finally {
    await browser.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const report = [...new Set(found)];
  writeFileSync(path.join(flags.to, 'found.txt'), [...broken, ...report, ''].join('\n'));
  console.log(report.join('\n'));
  console.log(`${flags.access ? `${looked} pages` : `${shots.length} pictures in ${path.relative('.', flags.to)}`}, ${report.length} remarks, ${broken.length} states failed`);
  return report.length + broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();
