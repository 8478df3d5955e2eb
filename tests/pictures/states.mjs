// All states of all pages, and how one comes to stand in a browser.
import { readdirSync } from 'node:fs';

const here = import.meta.dirname;
const tools = ['take', 'world', 'camera', 'sheets', 'barriers', 'states', 'positions', 'busiest', 'geometry', 'fronts'];
const fits = (word, group, state) => word === group || state.name === word || (/-$/.test(word) && state.name.startsWith(word));

/** Modules of states: [{ name, states }] in the order of their names; of @words, if there are any, only what they name. */
export async function groups(words = []) {
  const found = [];
  for (const name of readdirSync(here).filter((file) => file.endsWith('.mjs')).map((file) => file.slice(0, -4)).sort()) {
    if (tools.includes(name)) continue;
    const { states } = await import(`./${name}.mjs`);
    found.push({ name, states: states.filter((state) => words.length === 0 || words.some((word) => fits(word, name, state))) });
  }
  return found.filter(({ states }) => states.length);
}

/** One state in one language: what @does with its page. What the page should not have said goes to @found. */
async function visit(world, state, at, lang, does, found) {
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
    await does(page, state, lang);
    found.push(...errors.filter((text) => !(state.complains ?? /^$/).test(text)
      && !(state.status >= 400 && /status of/.test(text))).map((text) => `${state.name} ${lang}: the console says ${text}`));
  } finally {
    page.off('console', onConsole);
    page.off('pageerror', onError);
    await page.goto('about:blank');
  }
}

/** Each of @states in each of @languages: @does (page, state, lang). Throws nothing: who fails is told to @failed (name, error). */
export async function visitAll(world, states, languages, does, { found, failed }) {
  for (const state of states) {
    try {
      if (!state.keeps) await world.house.forgetGames();
      const at = state.prepare ? await state.prepare(world) : state.path;
      for (const lang of languages) await visit(world, state, state.again ? await state.again(world, lang, at) : at, lang, does, found);
    } catch (error) {
      failed(state.name, error);
    } finally {
      if (state.after) await state.after(world);
    }
  }
}
