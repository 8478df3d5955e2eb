#!/usr/bin/env node
// Two browsers at one table, one waiting: by a stream, and by asking now and then, as other doors than `ridotto serve` do.
import { door, openHouse } from './house.mjs';
import { Person, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const browser = await openBrowser();

/** A table for two, at which both sit, both looking at it; who is asked comes first. */
async function sitDown(house, names, options) {
  const people = [];
  for (const name of names) people.push(await Person.arrive(house, browser, name, options));
  const [owner, guest] = people;
  for (const person of people) await person.join();
  await owner.go('/games/new');
  await owner.page.check('input[name=seats][value="2"]', { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await owner.follow('main form button.primary');
  const table = new URL(owner.page.url()).pathname;
  await owner.page.fill('#who', 'half a na');
  await guest.go(table);
  await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  await guest.page.locator('#board').waitFor(); // who goes on before would cross the way that the answer leads
  await owner.page.locator('#board').waitFor();
  ok(await owner.page.locator('.invite').count() === 0 && await owner.page.locator('.live').isHidden(),
    'who had the open table before his eyes sees the game begin, and invites nobody any more');
  await guest.go(table);
  return { table, asked: await owner.isMyTurn() ? owner : guest, waiting: await owner.isMyTurn() ? guest : owner };
}

/** Plays one turn to its end; resolves when its answer is there. */
async function playTurn(person, table, roll) {
  await person.go(table);
  for (let press = 0; press < 400 && await person.isMyTurn(); press++)
    if ((await person.act(roll)) === null) throw new Error(`nothing is offered at ${person.page.url()}`);
}

const text = (person, selector) => person.page.locator(selector).first().textContent().then((t) => t.trim());
const icon = (person) => person.page.locator('link[rel=icon]').getAttribute('href');

/** Milliseconds until @test is true in the page of @person. */
async function soon(person, test, argument) {
  const began = Date.now();
  await person.page.waitForFunction(test, argument, { polling: 20, timeout: 60000 });
  return Date.now() - began;
}

async function waits(house, { table, asked, waiting }, roll, limit, how) {
  const { page } = waiting;
  await waiting.write('note', 'half a thought');
  await waiting.show('about');
  await page.locator('.about summary').first().click();
  await waiting.write('chat', 'half a sentence');
  await page.locator('#chat-text').evaluate((area) => { area.focus(); area.setSelectionRange(4, 9); });
  const before = await page.evaluate(() => ({ title: document.title, entries: document.querySelectorAll('.log li li').length }));
  ok(!before.title.startsWith('●'), `${how}: the title says nothing while one waits`, before.title);
  await playTurn(asked, table, roll);
  const late = await soon(waiting, () => document.querySelector('.asked-mine'));
  ok(late < limit, `${how}: the other's turn appears within ${limit} ms`, late);
  const after = await page.evaluate(() => ({
    title: document.title, changed: document.querySelectorAll('#board .changed').length,
    entries: document.querySelectorAll('.log li li').length, focus: document.activeElement.id,
    caret: [document.activeElement.selectionStart, document.activeElement.selectionEnd].join(),
    open: document.querySelectorAll('.about details[open]').length,
    said: document.querySelector('main > [role=status]').textContent, shown: !document.querySelector('.live').hidden,
  }));
  ok(after.title.startsWith('● Your move – '), `${how}: the title says that it is my move`, after.title);
  ok(/icon-turn\.svg/.test(await icon(waiting)), `${how}: the icon, too`, await icon(waiting));
  ok(after.changed > 0, `${how}: the pieces that moved are marked`, after.changed);
  ok(after.entries > before.entries, `${how}: the log has grown`, JSON.stringify([before, after]));
  ok(after.said.length > 10, `${how}: a screen reader is told`, after.said);
  ok(await page.inputValue('#chat-text') === 'half a sentence' && await page.inputValue('#note-text') === 'half a thought',
    `${how}: what was half written stays`);
  ok(after.focus === 'chat-text' && after.caret === '4,9', `${how}: and so does the caret`, `${after.focus} ${after.caret}`);
  ok(after.open === 1, `${how}: what was unfolded stays so`);
  ok(!after.shown, `${how}: nothing is held back from who is only writing`);
  ok((await text(waiting, 'header nav .badge')) === '1', `${how}: the number beside "My games" follows`);
  await waiting.write('chat', '');
  await waiting.write('note', '');
  await page.locator('h1').click();
}

/** While one chooses or drafts, only what does not concern that changes. */
async function chooses({ table, asked, waiting }, limit, how) {
  const { page } = asked;
  const choice = page.locator('main a.option, main a.can[href*="?"]').first();
  await asked.write('chat', 'half a reply');
  await asked.write('note', 'half a plan');
  await asked.show('asked');
  await asked.press(choice);
  ok(await page.locator('.crumbs').count() === 1, `${how}: a choice is begun`, page.url());
  ok(await page.inputValue('#chat-text') === 'half a reply' && await page.inputValue('#note-text') === 'half a plan',
    `${how}: what was half written has come along`);
  await asked.send('note');
  ok(await page.inputValue('#chat-text') === 'half a reply' && await page.inputValue('#note-text') === 'half a plan'
    && await page.locator('#note .problem').count() === 0, `${how}: one of the two is handed in, the other comes along`);
  await asked.write('note', '');
  await asked.send('note');
  await asked.show('chat');
  await asked.send('chat');
  ok(await page.inputValue('#chat-text') === '', `${how}: what was said is not offered again`);
  await page.goBack();
  await page.reload();
  await asked.go(new URL(page.url()).pathname);
  await asked.write('chat', '');
  await asked.show('asked');
  await asked.press(page.locator('main a.option, main a.can[href*="?"]').first());
  const url = page.url(), html = await page.locator('#asked').innerHTML();
  await waiting.write('chat', 'Take your time!');
  await waiting.send('chat');
  const late = await soon(asked, () => document.querySelector('#chat-lines')?.textContent.includes('Take your time!'));
  ok(late < limit, `${how}: a line of chat appears`, late);
  ok(await page.locator('#asked').innerHTML() === html && page.url() === url, `${how}: what was being chosen is as it was`);
  ok(await page.locator('.live').isHidden(), `${how}: and nothing is said about it`);
}

/** A turn that is half made stays as it is while others write. */
async function drafts({ table, asked, waiting }, limit, how) {
  const draft = asked.page.locator('form.draft-do');
  await asked.go(table);
  for (let press = 0; press < 20 && !(await draft.count()); press++) {
    const [step] = (await asked.offers()).filter(({ value }) => !/^(confirm|end)/.test(value));
    await asked.takeOne(step.place.locator('xpath=ancestor::form[contains(@class, "amounts")]'));
    await asked.press(step.place);
  }
  const html = await draft.innerHTML();
  await waiting.write('chat', 'Think it over.');
  await waiting.send('chat');
  const late = await soon(asked, () => document.querySelector('#chat-lines')?.textContent.includes('Think it over.'));
  ok(late < limit, `${how}: a line of chat appears beside a turn half made`, late);
  ok(await draft.innerHTML() === html && await asked.page.locator('.live').isHidden(), `${how}: and the turn is as it was`);
  await asked.press(draft.locator('button[value=over]'));
  ok(await draft.count() === 0, `${how}: until one starts over`);
}

/** The game moves on beneath a form that somebody is busy with: nothing is taken from him. */
async function overtaken(house, { table, asked, waiting }, roll, limit, how) {
  const twin = await asked.page.context().newPage();
  const elsewhere = Object.assign(Object.create(Object.getPrototypeOf(asked)), asked, { page: twin });
  const choice = await asked.page.locator('.crumbs').innerText();
  await playTurn(elsewhere, table, roll);
  await twin.close();
  const late = await soon(asked, () => !document.querySelector('.live').hidden);
  ok(late < limit, `${how}: who is busy with a choice is told that the game has moved on`, late);
  ok(await asked.page.locator('.crumbs').innerText() === choice, `${how}: his choice stays until he wants to look`);
  await asked.page.focus('.live button');
  await asked.page.keyboard.press('Enter');
  await asked.page.waitForFunction(() => !document.querySelector('.crumbs') && document.querySelector('.live').hidden);
  ok(await asked.page.evaluate(() => document.activeElement.id) === 'asked', `${how}: the button has gone, and the focus is on what is asked`);
  ok(!(await asked.isMyTurn()) && new URL(asked.page.url()).search === '', `${how}: then he sees the table as it stands`, asked.page.url());
  ok(!(await asked.page.title()).startsWith('●') && !/turn/.test(await icon(asked)), `${how}: title and icon follow`);
}

/** What is to be said once is neither taken nor dropped by what the script fetches. */
async function saidOnce(house, { table, asked, waiting }, limit, how) {
  const { page } = waiting, flash = page.locator('main > .flash');
  const says = async (text) => {
    await asked.write('chat', text);
    await asked.send('chat');
    const late = await soon(waiting, (line) => document.querySelector('#chat-lines')?.textContent.includes(line), text);
    ok(late < limit, `${how}: “${text}” appears`, late);
  };
  for (const person of [asked, waiting]) await person.go(table);
  await page.context().addCookies([{ name: 'flash', value: 'letters-saved', url: house.url }]);
  await says('Is it raining?');
  ok(await flash.count() === 0 && (await page.context().cookies()).some(({ name }) => name === 'flash'),
    `${how}: a word for the next page is left for it`);
  await waiting.go(table);
  await page.locator('.table-head').evaluate((head) => { head.since = 'the beginning'; });
  await says('It is not.');
  ok(await flash.innerText() === 'Saved.' && await page.locator('.table-head').evaluate((head) => head.since) === 'the beginning',
    `${how}: there it is said, and stays while the page around it changes`);
  await waiting.go(table);
  ok(await flash.count() === 0, `${how}: once`);
}

/** The table is gone, or the person is not let in any more: what he wrote is still his. */
async function shutOut({ table, waiting }, how) {
  const { page, errors } = waiting;
  const address = (url) => url.pathname === `${table}/live`;
  await waiting.write('chat', 'half a farewell');
  await page.route(address, (route) => route.fulfill({ status: 404 }));
  await page.waitForFunction(() => !document.querySelector('.live').hidden, null, { polling: 50, timeout: 60000 });
  ok(await page.inputValue('#chat-text') === 'half a farewell', `${how}: who is shut out keeps what he was writing`);
  ok(/not signed in any more/.test(await page.locator('.live').innerText()), `${how}: and is told what happened`);
  await page.unroute(address);
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('404'))); // those were ours
}

async function table(how, options, limit, roll, names) {
  const house = await openHouse(options);
  try {
    const seats = await sitDown(house, names, {});
    await soon(seats.asked, () => [...document.querySelectorAll('[data-here]')].some((mark) => !mark.hidden));
    ok(true, `${how}: one sees that the other is here`);
    await waits(house, seats, roll, limit, how);
    const next = { table: seats.table, asked: seats.waiting, waiting: seats.asked };
    await drafts(next, limit, how);
    await chooses(next, limit, how);
    await overtaken(house, next, roll, limit, how);
    await saidOnce(house, next, limit, how);
    if (options.flags) await shutOut(next, how);
    for (const person of [seats.asked, seats.waiting])
      ok(person.errors.length === 0, `${how}: ${person.name}'s browser saw no error`, person.errors.join('\n'));
    for (const person of [seats.asked, seats.waiting]) await person.page.context().close();
  } finally {
    ok(await house.stop() === 0, `${how}: the house stops cleanly`);
  }
}

await main(async () => {
  if (door === 'serve') await table('by stream', {}, 1000, dice(5), ['Anna', 'Bruno']);
  await table('by asking', { flags: ['--no-streams'] }, 5000, dice(9), ['Carla', 'Dario']);
}, () => browser.close());
