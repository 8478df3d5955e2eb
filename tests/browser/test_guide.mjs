#!/usr/bin/env node
// A guided first game on a small phone, by touch: the sentence and the one thing to press are in sight at each step, anything else is gently
// refused, nothing stands in the way of who hears the page, and at the end one plays on alone.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const STEPS_MOST = 100;
/* With RIDOTTO_TESTS_LONG all guides on both phones; without it Carrara's on the small one, the others on the large one. */
const others = ['vernissage', 'gondoliere', 'venedig', 'genoa'];

/** What the guide says, and whether that, the one button for it and what the board marks lie in the window, under nothing else. */
const look = (page) => page.evaluate(() => {
  const shows = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const inSight = (element) => {
    const box = element.getBoundingClientRect(), top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && Boolean(top) && (element.contains(top) || top.contains(element));
  };
  const sheet = document.querySelector('.turn').getBoundingClientRect();
  const aboveSheet = (place) => {
    const box = place.getBoundingClientRect(), around = place.closest('.hand')?.getBoundingClientRect() ?? { top: 0, bottom: sheet.top };
    return box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
  };
  const says = document.querySelector('.guide-says');
  const press = [...document.querySelectorAll('#asked button.primary, #asked summary.primary')].filter(shows);
  const marked = [...document.querySelectorAll('#board .can, .hand .can')].filter((one) => !one.matches('.v-panel .kinds > *')), shown = marked.filter(shows);
  return { text: says?.textContent ?? '', step: says?.querySelector('small')?.textContent ?? '', said: Boolean(says) && inSight(says),
    presses: press.map((button) => button.textContent.replace(/\s+/g, ' ').trim()), pressed: press.length > 0 && inSight(press[0]),
    foot: Math.round(press[0]?.getBoundingClientRect().bottom), boxed: Boolean(press[0]?.closest('.guide')), armed: Boolean(document.querySelector('.armed-step')), marked: !marked.length || shown.some(aboveSheet),
    ends: document.querySelectorAll('.g-told, .c-told').length, n: marked.length, wide: document.documentElement.scrollWidth > innerWidth, places: new Set(marked.map((place) => place.getAttribute('data-place'))).size };
});

/** What is amiss at a step, in words; '' when all is well. */
function amiss(seen) {
  const wrong = [[!seen.said, 'the sentence is out of sight'], [!seen.pressed, 'the button is out of sight'], [seen.presses.length !== 1, `buttons: ${seen.presses.join(' | ')}`],
    [!seen.boxed, 'the button is outside of the guide'], [seen.armed, 'it is asked once more'], [!seen.marked, 'what is marked is out of sight'], [seen.wide, 'wider than the window']].filter(([is]) => is).map(([, words]) => words);
  return wrong.length ? `${seen.step}: ${wrong.join(', ')}` : '';
}

/** Touches the button of the step, or with @keys presses it as a key does, and waits until the page tells another. */
async function touch(page, keys) {
  const before = await page.locator('#asked').innerText();
  const button = page.locator('#asked button.primary').filter({ visible: true }).first();
  if (keys) await button.evaluate((one) => one.click());
  else {
    await page.waitForTimeout(600); // a press right after the page has changed is taken for one that was meant for what stood there before
    await button.tap();
  }
  await page.waitForFunction((text) => document.querySelector('#asked')?.innerText !== text && !document.querySelector('[aria-busy=true]'), before);
}

/** Plays on to the end of the guide; says which steps were told, what was amiss, where the button stood, and what stands at the end. */
async function playOn(page, keys) {
  const told = new Set(), wrong = [], many = [], feet = new Set(), each = [];
  for (let i = 0; i < STEPS_MOST; i++) {
    const seen = await look(page);
    if (!seen.step) return { told, wrong, many, feet, each, seen };
    told.add(seen.step);
    each.push(seen);
    feet.add(seen.foot);
    if (amiss(seen)) wrong.push(amiss(seen));
    if (seen.places > 1) many.push(`${seen.step}: ${seen.places} places`);
    await touch(page, keys);
  }
  throw new Error(`the guide has no end: ${[...told].pop()}`);
}

async function begin(person, game) {
  await person.go(`/help/${game}`);
  await Promise.all([person.page.waitForURL(/\/games\/\d+/), person.page.locator('.guide-offer button').first().tap()]);
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', phone), { page } = anna;
  await anna.join();
  await begin(anna, 'carrara');
  let seen = await look(page);
  ok(seen.step === 'Step 1 of 19' && seen.text.includes('get stones'), 'the guide begins at its first step', JSON.stringify(seen));
  ok((await violations(page)).length === 0, 'nothing in it is in somebody’s way', (await violations(page)).join('\n'));

  // another place of the board
  await page.locator('.c-tabs label').nth(1).tap();
  await page.locator('#board [data-place="tile=castello-1"]').first().tap();
  await page.locator('.why').waitFor();
  ok((await page.locator('.why').innerText()).startsWith('Not now. This step of the guide is: Get 1 yellow, 1 red from section I'), 'what else is legal is gently refused');
  ok((await look(page)).step === 'Step 1 of 19', 'and the step is the same');

  await page.locator('.c-tabs label').first().tap();
  await page.waitForTimeout(600);
  await page.locator('.why-close').tap();
  await page.waitForFunction(() => !document.querySelector('.why'));
  const { told, wrong, many, feet, each: steps, ...end } = await playOn(page);
  seen = end.seen;
  ok(told.size === 19, 'every step is told', [...told].join(', '));
  ok(wrong.length === 0, 'sentence, one button and what is marked are in sight at each step', wrong.join('\n'));
  ok(many.length === 0, 'one place at most is marked', many.join('\n'));
  ok(steps.every((one) => one.ends === (/^Pay/.test(one.presses[0]) ? 2 : /^Build/.test(one.presses[0]) ? 1 : 0)), 'the city that is built in and the stones that are paid are marked', steps.map((one) => `${one.presses}: ${one.ends}`).join('\n'));
  ok(feet.size === 1, 'the button stays where it is', [...feet].join(', '));
  ok(seen.text.includes('From here it is your own game'), 'the guide says when it is over', seen.text);
  await page.waitForTimeout(1500);
  await page.locator('.guide button.primary').tap();
  await page.waitForFunction(() => !document.querySelector('.guide') && !document.querySelector('[aria-busy=true]'));
  await page.locator('#asked .options :is(a, button)').nth(1).waitFor({ timeout: 10000 }).catch(() => {}); // the bots may move first
  ok(await page.locator('#asked .options :is(a, button)').count() > 1, 'and one plays on alone');

  for (const viewport of process.env.RIDOTTO_TESTS_LONG ? [{ width: 390, height: 844 }, { width: 360, height: 740 }] : [{ width: 390, height: 844 }])
    for (const game of others) {
      await page.setViewportSize(viewport);
      await begin(anna, game);
      if (game === 'venedig') ok(await page.locator('.w-plan .w-wet.can').getAttribute('aria-label') === 'Casa on C19' && await page.locator('#w-only-C').isChecked(), 'the site is marked, and its district near');
      const { wrong: hidden, feet: at, each, seen: last } = await playOn(page, true);
      ok(hidden.length === 0, `${game}: sentence, one button and what is marked are in sight at each step on a phone of ${viewport.width}`, hidden.join('\n'));
      ok(at.size === 1, `${game}: the button stays where it is`, [...at].join(', '));
      if (game === 'gondoliere') ok(each.every((one) => one.ends === (one.presses[0].startsWith('Canal') ? 1 : 0)), 'with the tile the end of its canal is marked', each.map((one) => `${one.presses}: ${one.ends}`).join('\n'));
      if (game === 'genoa') {
        const said = each.flatMap((one) => one.presses).join('\n');
        ok(said.includes('Sell the action here to Bot Cesare for 20 ducats') && said.includes('Offer 10 ducats for the action in Spices') && !/offer A/i.test(said), 'a deal is told with who, how much and for what', said);
        ok(each.every((one) => /^(Stop|Ready|Finish)/.test(one.presses[0]) || one.n === (/Palace and/.test(one.presses[0]) ? 2 : 1)), 'where it happens is marked', each.map((one) => `${one.presses}: ${one.n}`).join('\n'));
      }
      ok(last.text.includes('From here it is your own game') && last.presses.length === 1, `${game}: at its end one button plays on alone`, JSON.stringify(last));
    }
  const gina = await Person.arrive(house, browser, 'Gina', phone);
  await begin(gina, 'carrara');
  await gina.follow('.table-head a[href^="/join"]');
  await gina.page.fill('#name', gina.name);
  await gina.page.fill('#email', gina.email);
  await gina.page.fill('#password', 'a quiet gaming house');
  await gina.follow('main form button.primary');
  const after = await look(gina.page), flash = await gina.page.locator('.flash').first().evaluate((one) => one.getBoundingClientRect().top);
  ok(after.step && flash >= 0 && flash < 600, 'who joins from a guided game sees the message of it, and the guide goes on', JSON.stringify([flash, after]));
  ok(anna.errors.length === 0, 'no page has an error', anna.errors.join('\n'));
}, async () => { await browser.close(); await house.stop(); });
