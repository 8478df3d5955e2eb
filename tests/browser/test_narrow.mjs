#!/usr/bin/env node
// Nothing overflows a narrow phone sideways: every page about a game, with the longest names there may be, in every language.
import { door, openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const widths = [360, 390];
const languages = ['en', 'ja'];
const longest = { en: (n) => `Mwmwmwmwmwmwmwmwmwmwmwm${n}`, ja: (n) => `${'鷹'.repeat(23)}${n}` }; // 24 letters

const number = (table) => Number(table.split('/').pop());

/** What is wider than the page, if the page is wider than the screen. */
async function overflow(person) {
  return person.page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement, width = window.innerWidth;
    if (scrollWidth <= width) return '';
    const wide = [...document.body.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > width + 0.5
      && !e.closest('.hidden') && ![...e.children].some((child) => child.getBoundingClientRect().right > width + 0.5));
    return `${scrollWidth} > ${width}: ${wide.slice(0, 4).map((e) => `${e.outerHTML.slice(0, 160)} (to ${e.getBoundingClientRect().right})`).join(' | ')}`;
  });
}

/** Opens @paths as @person, once for each width and language; what is folded is unfolded. */
async function fits(what, person, paths) {
  const found = [];
  await person.page.goto('about:blank'); // an open page would be loaded again under its reader's new name
  for (const lang of languages) {
    house.sql(`UPDATE person SET lang = '${lang}'`);
    for (const [seat, name] of names(lang).entries()) house.sql(`UPDATE person SET name = '${name}' WHERE email LIKE 'p${seat}@%'`);
    for (const path of paths) {
      await person.go(path);
      await person.page.evaluate(() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; }));
      for (const width of widths) {
        await person.page.setViewportSize({ width, height: 844 });
        const wide = await overflow(person);
        if (wide) found.push(`${path} in ${lang} at ${width}: ${wide}`);
      }
    }
  }
  ok(found.length === 0, what, found.join('\n'));
}

const names = (lang) => [1, 2, 3].map(longest[lang]);

async function sitDown(people, game, seats) {
  const [owner, ...guests] = people.slice(0, seats);
  await owner.go(`/games/new?game=${game}`);
  await owner.page.check(`input[name=seats][value="${seats}"]`, { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await owner.press(owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  await fits(`${game}: a table that has not begun`, owner, [table]);
  for (const guest of guests) {
    await guest.go(table);
    await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  }
  return table;
}

async function does(person, table, move) {
  await person.go(table);
  await person.choose(move);
}

const truth = (table) => house.position(number(table));

async function vernissage(people) {
  const table = await sitDown(people, 'vernissage', 3);
  const first = truth(table).turn;
  const [mover, second, third] = [...people.slice(first), ...people.slice(0, first)];
  await fits('vernissage: the turn begins', mover, [table, `${table}/orders`]);
  await fits('vernissage: an artist is chosen', mover, [`${table}?artist=blaise`, `${table}?artist=winther`]);
  const { legal } = await mover.read(table);
  await does(mover, table, legal.find((text) => /^place .* amount=4$/.test(text)));
  await fits('vernissage: somebody may object', second, [table, `${table}/orders`]);
  await does(second, table, 'object values=1,2,3 nodeal=ask cards=0 cap=0');
  await fits('vernissage: others are waited for', mover, [table]);
  await does(third, table, 'object values=1,2 nodeal=ask cards=0 cap=0');
  await fits('vernissage: they haggle', mover, [table, `${table}/orders`]);
  await fits('vernissage: and others look on', second, [table, `${table}/history`]);
  await does(mover, table, (await mover.read(table)).legal.find((text) => /^offer/.test(text)));
  await fits('vernissage: an offer', third, [table]);
  await does(third, table, 'refuse_offer values=1');
  await does(mover, table, 'stand');
  await fits('vernissage: to fight or not', second, [table]);
  await does(second, table, 'fight cards=0 cap=0');
  await does(third, table, 'yield');
  await fits('vernissage: the turn goes on', mover, [table, `${table}/history`]);
  await does(mover, table, (await mover.read(table)).legal.find((text) => /^buy_brown/.test(text)) ?? 'commit cards=0');
  await fits('vernissage: a pile', mover, [table]);
  return table;
}

async function carrara(people) {
  const table = await sitDown(people, 'carrara', 3);
  for (const person of people) await fits('carrara: the first turn', person, [table, `${table}/history`, `${table}/orders`]);
  const awaited = people[truth(table).turn];
  await awaited.go(table);
  for (let press = 0; press < 4; press++) await awaited.act((n) => Math.min(press, n - 1));
  await fits('carrara: the next step', awaited, [table]);
}

async function gondoliere(people) {
  const table = await sitDown(people, 'gondoliere', 3);
  for (const person of people) await fits('gondoliere: the first turn', person, [table, `${table}/history`]);
  const awaited = people[truth(table).current];
  for (let placed = 0; placed < 3; placed++) {
    const { legal, view } = await awaited.read(table);
    await fits(`gondoliere: a tile is chosen, ${placed} placed`, awaited, [`${table}?${view.placing.find(({ act }) => act).place}`]);
    await does(awaited, table, legal.find((text) => /^place tile=[abc][1-4]/.test(text)) ?? legal.find((text) => /^place .*canal=9/.test(text)) ?? legal.find((text) => /^place/.test(text)));
  }
  await fits('gondoliere: the draft', awaited, [table]);
}

async function venedig(people) {
  const table = await sitDown(people, 'venedig', 3);
  for (const person of people) await fits('venedig: the first turn', person, [table, `${table}/history`, `${table}/orders`]);
  const awaited = people[truth(table).active];
  await does(awaited, table, (await awaited.read(table)).legal.find((text) => /^play .* count=1$/.test(text)) ?? 'casa site=r10');
  await fits('venedig: the draft', awaited, [table]);
  const { view } = await awaited.read(table);
  for (const { place, kind } of view.placing) await fits(`venedig: a site for a ${kind}`, awaited, [`${table}?${place}`]);
  await does(awaited, table, 'done discard=');
  await fits('venedig: what can be drained', awaited, [table]);
}

await main(async () => {
  const people = [];
  for (const n of [0, 1, 2]) {
    people.push(await Person.arrive(house, browser, `P${n}`));
    await people[n].join();
  }
  await fits('the house before there is a table', people[0], ['/', '/games', '/games/new?game=vernissage', '/games/new?game=carrara', '/games/new?game=gondoliere', '/games/new?game=venedig', '/help']);
  const heights = new Set();
  for (const game of ['carrara', 'vernissage', 'gondoliere', 'venedig', 'genoa']) {
    await people[0].go(`/games/new?game=${game}`);
    heights.add(await people[0].page.locator('.new-table .pill').first().evaluate((pill) => Math.round(pill.getBoundingClientRect().top + scrollY)));
  }
  ok(heights.size === 1, 'at a new table the numbers stay where they are when the game changes', [...heights].join(', '));
  await vernissage(people);
  await carrara(people);
  await gondoliere(people);
  await venedig(people);
  await fits('the house', people[0], ['/', '/games', '/help/vernissage', '/help/carrara', '/help/gondoliere', '/help/venedig', `/people/${encodeURIComponent(longest.ja(2))}`, '/settings/letters']);
  for (const person of people) ok(person.errors.filter((error) => !/404/.test(error)).length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, `the house stops cleanly (${door})`);
});
