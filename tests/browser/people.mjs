// People at their browsers: they see pages, fill in forms, and press what is offered.
import { chromium } from 'playwright-core';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
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

export class Person {
  constructor(house, name, page) {
    Object.assign(this, { house, name, page, email: `${name.toLowerCase()}@example.org`, errors: [] });
    page.on('console', (message) => message.type() === 'error' && this.errors.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error}`));
    page.on('response', (r) => r.status() >= 500 && this.errors.push(`${r.status()} ${r.url()}`));
  }

  static async arrive(house, browser, name, options) {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, ...options });
    return new Person(house, name, await context.newPage());
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
    await this.page.click('main form button.primary');
    const [link] = await this.house.mailFor(this.email, /http:\/\/[^\s"<>]+\/mail\/confirm\/[\w-]+/);
    await this.page.goto(link);
    await this.page.click('main form button.primary');
  }

  isMyTurn() {
    return this.page.locator('#asked.asked-mine').count().then((n) => n > 0);
  }

  /** Everything that can be pressed to get on with the turn, board and lists alike. */
  async offers() {
    const places = this.page.locator('main :is(button[form=steps], form.amounts button.primary, a.option, a.can[href*="?"], '
      + 'button[name=do][value=confirm])');
    const seen = await places.evaluateAll((elements) => elements.map((element) => ({
      visible: element.getClientRects().length > 0,
      text: element.getAttribute('aria-label') ?? element.textContent.trim(),
      value: element.getAttribute('value') ?? element.getAttribute('href') ?? '',
    })));
    return seen.map((offer, i) => ({ ...offer, place: places.nth(i) })).filter((offer) => offer.visible);
  }

  /** One press of something on offer, chosen by @roll; returns what it said, or null when nothing was offered. */
  async act(roll) {
    const offers = await this.offers();
    if (offers.length === 0) return null;
    // Building comes before buying for a player who wants the game to end.
    const wanted = offers.filter(({ value }) => /^(build|pay|declare|score)|verb=(build|score)|^confirm|^end/.test(value));
    const from = wanted.length && roll(4) ? wanted : offers;
    const { place, text } = from[roll(from.length)];
    await this.press(place);
    return text;
  }

  /** Presses a link or button and waits for the page that it leads to. */
  async press(place) {
    // A link to another part of the same page loads nothing.
    const loaded = this.page.waitForEvent('load', { timeout: 5000 }).catch(() => null);
    await place.click();
    await loaded;
  }
}
