// People at their browsers: they see pages, fill in forms, and press what is offered.
import { chromium } from 'playwright-core';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** Chromium without the windows that nobody would see: two thirds of the work for the same pages. */
export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: flags });
}

/** A small generator with a seed, so that a failing game can be played again. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state % n;
  };
}

/**
 * Which turns of a whole game are played by hand: those in which something may be done that has been offered a few times at most, and every
 * seventh; with RIDOTTO_TESTS_LONG all. The others bring no page that has not been seen.
 */
export function byHand() {
  const offered = new Map();
  let turns = 0;
  return (legal) => {
    const verbs = [...new Set(legal.map((move) => move.split(' ')[0]))], isNew = verbs.some((verb) => (offered.get(verb) ?? 0) < 5);
    const is = Boolean(process.env.RIDOTTO_TESTS_LONG) || isNew || turns++ % 7 === 0;
    if (is) for (const verb of verbs) offered.set(verb, (offered.get(verb) ?? 0) + 1);
    return is;
  };
}

/** The whole of the page that something leads to, or of what a script makes of this one. To be called before it is pressed. */
export async function arrived(page) {
  await page.waitForEvent('framenavigated');
  await page.waitForLoadState('load');
}

export class Person {
  constructor(house, name, page) {
    Object.assign(this, { house, name, page, email: `${name.toLowerCase()}@example.org`, errors: [] });
    page.on('console', (message) => message.type() === 'error' && this.errors.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error}`));
    page.on('response', (r) => r.status() >= 500 && this.errors.push(`${r.status()} ${r.url()}`));
  }

  static async arrive(house, browser, name, options) {
    // What a test sees comes from the service, unless it is about the worker that keeps pages.
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(60000);
    return new this(house, name, await context.newPage());
  }

  go(path) {
    return this.page.goto(this.house.url + path);
  }

  /** Joins, reads the letter, and confirms the address. */
  async join() {
    await this.go('/join');
    await this.page.fill('#name', this.name);
    await this.page.fill('#email', this.email);
    await this.page.fill('#password', 'a quiet gaming house');
    await this.follow('main form button.primary');
    const [link] = await this.house.mailFor(this.email, /http:\/\/[^\s"<>]+\/mail\/confirm\/[\w-]+/);
    await this.page.goto(link);
    await this.follow('main form button.primary');
  }

  isMyTurn() {
    return this.page.locator('#asked.asked-mine').count().then((n) => n > 0);
  }

  /** Everything that can be pressed to get on with the turn, board and lists alike. */
  async offers() {
    const places = this.page.locator('main :is(button[form=steps], form.amounts button.primary, '
      + '[data-basket]:has(option:not([value=""]):checked) button, a.option, a.can[href*="?"], '
      + 'button[name=do][value=confirm])');
    const seen = await places.evaluateAll((elements) => elements.map((element) => ({
      visible: element.getClientRects().length > 0,
      text: element.getAttribute('aria-label') ?? element.textContent.trim(),
      value: element.getAttribute('value') ?? element.getAttribute('href') ?? '',
    })));
    return seen.map((offer, i) => ({ ...offer, place: places.nth(i) })).filter((offer) => offer.visible);
  }

  /** What hands the turn in stands once on a page, whether lists are unfolded or not, and no list is empty without it. */
  async handsInOnce() {
    const steps = await this.page.locator('main :is(.group-confirms, .draft-do) button[form=steps]').evaluateAll((all) => all.map(({ value }) => value));
    const twice = steps.filter((step, i) => steps.indexOf(step) !== i);
    if (twice.length) this.errors.push(`${this.page.url()}: "${twice}" stands twice`);
    const folds = await this.page.locator('details.kind').evaluateAll((all) => all.map((fold) => fold.querySelectorAll('a, button').length));
    if (folds.includes(0)) this.errors.push(`${this.page.url()}: a list without anything to choose`);
  }

  /** One press of something on offer, chosen by @roll; returns what it said, or null when nothing was offered. */
  async act(roll) {
    await this.handsInOnce();
    const offers = await this.offers();
    if (offers.length === 0) return null;
    // Building comes before buying for a player who wants the game to end.
    const wanted = offers.filter(({ value }) => /^(build|pay|declare|score)|verb=(build|score)|^confirm|^end/.test(value));
    const from = wanted.length && roll(4) ? wanted : offers;
    const { place, text } = from[roll(from.length)];
    await this.scroll(place);
    await this.takeOne(place.locator('xpath=ancestor::form[contains(@class, "amounts")]'));
    const picks = this.scripted && await place.getAttribute('data-picks');
    if (picks && await this.page.locator('[data-basket]').count()) {
      await place.press('Enter');
      await this.press(this.page.locator('[data-basket] button.primary'));
    } else await this.press(place);
    return text;
  }

  /** In a form of amounts in which none is taken beforehand, one of the last kind. */
  async takeOne(form) {
    const ones = form.locator('input[type=radio][value="1"]');
    if (await ones.count() && !await form.locator('input[type=radio]:checked:not([value="0"])').count()) await this.pick(ones.last());
  }

  /** What a server answers to a GET. A kept connection may be closed just then; as browsers do, it is asked once more. */
  get(path, accept) {
    return this.page.context().request.get(this.house.url + path, { headers: { Accept: accept }, maxRetries: 1 });
  }

  /** What a program reads where the person reads a page. */
  async read(path, accept = 'application/json') {
    const answer = await this.get(path, accept);
    return accept.endsWith('json') ? answer.json() : answer.text();
  }

  /** Hands in the form of @table's page that goes to @action, as it stands there, with @fields; no page is drawn. */
  async post(table, action, fields) {
    const page = await this.read(table, 'text/html'), at = page.indexOf(`action="${action}"`), value = (name) => page.slice(at)
      .match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1];
    const form = { csrf: value('csrf'), ply: value('ply'), draft: value('draft'), ...fields };
    const answer = await this.page.context().request.post(this.house.url + action, { form: JSON.parse(JSON.stringify(form)), maxRedirects: 0 });
    if (answer.status() !== 303) throw new Error(`${this.name}: ${action} ${JSON.stringify(fields)} is answered ${answer.status()}`);
  }

  /**
   * A whole turn without any page, of the steps that are legal: the first of @wish that fits, of several alike what the dice say, and now
   * and then any.
   */
  async playOn(table, wish, roll) {
    for (let steps = 0, model = await this.read(table); model.asked?.mine; steps++, model = await this.read(table)) {
      const { legal } = model, wanted = wish.map((words) => legal.filter((move) => words.test(move))).find((some) => some.length);
      const from = wanted && roll(8) ? wanted : legal;
      if (legal.length) await this.post(table, `${table}/moves`, { step: from[roll(from.length)] });
      else await this.post(table, `${table}/draft`, { do: 'confirm' });
      if (steps > 60) throw new Error(`${this.name}'s turn does not end at ${table}`);
    }
  }

  /** Opens one of the tabs below a table: "log", "chat", "note", "about"; or on a phone, from there, the table itself: "asked". */
  async show(tab) {
    if (await this.page.locator(`#${tab}`).isVisible()) return;
    const links = this.page.locator(`:is(.tabs, .bar) a[href="#${tab}"]:visible`);
    if (!await links.count()) await this.page.locator('.bar a[href="#log"]:visible').click(); // on a phone the tabs stand there
    await links.first().click();
  }

  /** Into the field of "chat" or "note". */
  async write(tab, text) {
    await this.show(tab);
    await this.page.fill(`#${tab}-text`, text);
  }

  /** Sends what was written there, and waits until it is. */
  async send(tab) {
    await this.show(tab);
    const sent = this.page.waitForResponse((answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname.endsWith(`/${tab}`));
    await this.page.locator(`#${tab}-form button`).first().click();
    await sent;
    await this.page.waitForLoadState();
    await this.page.locator(`#${tab}-form:not([aria-busy])`).waitFor();
  }

  type(field, value) { return field.fill(value); }
  tick(field, on) { return field.setChecked(on, { force: true }); }
  pick(field) { return field.check({ force: true }); }
  unfold(summary) { return summary.click(); }
  scroll(place) { return place.evaluate((e) => e.scrollIntoView({ block: 'center' })); } // on a phone the question lies over the foot of the board
  points() { return false; } // at a place of the board instead of pressing a button

  /** Fills in the form that is open for a move, as far as it asks. */
  async fill(form, wanted) {
    for (const [name, value] of wanted) {
      const fields = form.locator(`[name="${name}"]:not([type=hidden])`);
      for (let i = 0; i < await fields.count(); i++) {
        const field = fields.nth(i), kind = await field.getAttribute('type');
        if (kind === 'number') await this.type(field, value);
        else if (kind === 'checkbox') await this.tick(field, value.split(',').includes(await field.inputValue()));
        else if (await field.inputValue() === value) await this.pick(field);
      }
    }
    await this.press(form.locator('button.primary'));
  }

  /** Unfolds the kind of thing that a move is, where it stands in a list that is folded. */
  async openKind(wanted, move) {
    const kinds = this.page.locator('details.kind:not([open])');
    const fits = await kinds.evaluateAll((all, [whole, given]) => all.map((kind) => [...kind.querySelectorAll('button[name=step], a.option, form.amounts')].some((one) => {
      if (one.matches('button')) return one.value === whole;
      if (one.matches('form')) return one.querySelector('[name=verb]').value === given.verb;
      const query = [...new URL(one.getAttribute('href'), location.href).searchParams];
      return query.every(([name, value]) => given[name] === value) && query.some(([name]) => !new URL(location.href).searchParams.has(name));
    })), [move, Object.fromEntries(wanted)]);
    if (fits.includes(true)) await this.unfold(kinds.nth(fits.indexOf(true)).locator('> summary'));
  }

  /** Makes a move, "place artist=vidal kind=scandal amount=3", by what the open page and those after it offer. */
  async choose(move) {
    const [verb, ...args] = move.split(' ');
    const wanted = new Map([['verb', verb], ...args.map((arg) => arg.split('='))]);
    for (let presses = 0; presses < 6; presses++) {
      await this.handsInOnce();
      if (await this.points(move)) return null;
      await this.openKind(wanted, move);
      const step = this.page.locator(`main button[name=step][value="${move}"]:visible`);
      if (await step.count()) {
        await this.scroll(step.first());
        return this.press(step.first());
      }
      const basket = this.page.locator(`[data-basket]:has(option[value="${move}"])`);
      if (await basket.count()) {
        await basket.locator('select').first().selectOption(move);
        return this.press(basket.locator('button.primary'));
      }
      const form = this.page.locator(`form.amounts:has(input[name=verb][value="${verb}"])`);
      if (await form.count()) {
        if (!await form.isVisible()) await this.unfold(this.page.locator('details.fold', { has: form }).locator('summary'));
        return this.fill(form, wanted);
      }
      const links = this.page.locator('main :is(a.option, a.can, a.button[data-place]):visible');
      const chosen = new URL(this.page.url()).searchParams;
      const fit = (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
        .map((href) => [...new URL(href, this.page.url()).searchParams])
        .map((query) => (query.every(([name, value]) => wanted.get(name) === value)
          && query.some(([name]) => !chosen.has(name)) ? query.length : 0));
      const best = fit.indexOf(Math.max(...fit));
      if (!fit[best]) break;
      await this.scroll(links.nth(best));
      await this.press(links.nth(best));
    }
    throw new Error(`${this.name} is not offered "${move}" at ${this.page.url()}`);
  }

  /** A finger takes its time: a page answers no touch at once after the one before. */
  breathe() { return this.page.waitForTimeout(400); }

  /** Presses the first link or button that fits and waits for the whole of the page that it leads to. */
  follow(selector) {
    return this.press(this.page.locator(selector).first());
  }

  /** Presses a link or button and waits for the page that it leads to. */
  async press(place) {
    const fold = place.locator('xpath=ancestor::details[not(@open)]');
    if (await fold.count()) await this.unfold(fold.locator('> summary'));
    const there = arrived(this.page);
    await place.click();
    await there;
    await this.agree();
  }

  /** Says yes where one is asked once more. */
  async agree() {
    const yes = this.page.locator('.armed-step button.primary');
    if (new URL(this.page.url()).searchParams.has('arm') && await yes.count()) await this.press(yes);
  }
}
