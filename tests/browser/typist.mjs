// Somebody who has a keyboard and nothing else: Tab, Enter, Space and the arrow keys. Whatever he comes to he must see.
import { arrived, Person } from './people.mjs';

const MOST = 900; // keys to one place: more than any page has

/** Where the focus is now, and what is wrong with it. Runs in the page; @target: where it is to go. */
export function stop(target) {
  const at = document.activeElement, said = [], name = at === document.body ? ''
    : `<${at.localName}> ${(at.getAttribute('aria-label') ?? at.textContent.trim() ?? '').replace(/\s+/g, ' ').slice(0, 60) || at.id || at.getAttribute('name')}`;
  const looks = ['outline', 'boxShadow', 'stroke', 'strokeWidth', 'strokeDasharray', 'strokeOpacity', 'fill', 'fillOpacity', 'backgroundColor', 'borderColor', 'color', 'textDecorationLine', 'left', 'opacity'];
  const marks = (e) => JSON.stringify([e, ...e.querySelectorAll('*'), e.nextElementSibling].slice(0, 60).filter(Boolean)
    .map((part) => { const style = getComputedStyle(part); return looks.map((look) => style[look]); }));
  const before = globalThis.lastStop; // how it looked while it had the focus
  if (before && before.at !== at && before.at.isConnected && marks(before.at) === before.marks) said.push(`looks the same with the focus and without: ${before.name}`);
  if (before?.at !== at || !/^date/.test(at.type ?? '')) globalThis.lastStop = name ? { at, name, marks: marks(at) } : null; // in a date, its parts and its calendar show themselves
  if (name) {
    const box = at.getClientRects()[0] ?? at.getBoundingClientRect(), parts = [0.5, 0.05, 0.95];
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth), top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const hits = right < left || bottom < top ? [] : parts.flatMap((x) => parts.map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)));
    const isOnTop = (hit) => hit && (at.contains(hit) || hit.contains(at) || [...at.labels ?? []].some((label) => label.contains(hit)));
    const middles = () => [...at.querySelectorAll('*')].map((part) => part.getBoundingClientRect()).filter(({ width }) => width)
      .map((part) => document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2)); // of a bridge aimed at, the points
    if (!hits.some(isOnTop) && !middles().some(isOnTop)) said.push(`not to be seen when it has the focus: ${name}`);
  }
  return { name, said, there: at === target, isPlace: at.matches('.board .can'),
    back: Boolean(target && target.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) };
}

/** From the focused place of a board to another one: the arrow that leads towards it. Runs in the page. */
function towards(target) {
  const centre = (e) => { const box = e.getBoundingClientRect(); return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; };
  const from = centre(document.activeElement), to = centre(target), x = to.x - from.x, y = to.y - from.y;
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : y > 0 ? 'ArrowDown' : 'ArrowUp';
}

export class Typist extends Person {
  keys = 0;
  arrows = 0;
  wrong = new Set();

  async key(key, target = null) {
    await this.page.keyboard.press(key);
    this.keys += 1;
    const now = await this.page.evaluate(stop, target);
    for (const said of now.said) this.wrong.add(`${new URL(this.page.url()).pathname}: ${said}`);
    return now;
  }

  /** Goes on to @place until it has the focus: between places of the board by arrows where these lead there, else by Tab. */
  async walk(place) {
    const target = await place.elementHandle(), onBoard = await target.evaluate((e) => e.matches('.board .can'));
    let now = await this.page.evaluate(stop, target), ends = 0, tries = 6, key = null;
    for (let n = 0; !now.there; n++) {
      const arrow = onBoard && now.isPlace && tries-- > 0 ? await this.page.evaluate(towards, target) : null, was = now.name;
      key = arrow ?? (key?.endsWith('Tab') ? key : now.name && now.back ? 'Shift+Tab' : 'Tab'); // arrows may have led past it
      now = await this.key(key, target);
      if (arrow && now.name !== was) this.arrows += 1;
      if (!now.name && ++ends > 1 || n > MOST) throw new Error(`${this.name} does not reach ${await target.evaluate((e) => e.outerHTML.slice(0, 200))} at ${this.page.url()}`);
    }
  }

  /** What the focus comes to, the browser brings into view, and nothing else does. */
  scroll() {}

  /** Unfolds whatever @place is in. */
  async shows(place) {
    const folds = place.locator('xpath=ancestor::details[not(@open)]/summary');
    while (await folds.count()) await this.unfold(folds.first());
  }

  /** Presses a link or button, in whatever fold it is, and waits for the page that it leads to. */
  async press(place) {
    await this.shows(place);
    await this.walk(place);
    const loaded = arrived(this.page);
    await this.page.keyboard.press('Enter');
    await loaded;
    await this.agree();
  }

  async unfold(summary) {
    await this.walk(summary);
    await this.key('Enter');
  }

  /** Where a board has ends to point at: Enter shows the piece there, R turns it, Enter again takes it. Says whether it has. */
  async points(move) {
    const folded = this.page.locator(`main button[name=step][value="${move}"]`);
    if (await folded.count() && !await folded.and(this.page.locator(':visible')).count()) await this.shows(folded.first());
    const button = this.page.locator(`.scripted li[data-end] button[data-way][value="${move}"]`);
    if (!await button.count()) return false;
    const { end, way } = await button.first().evaluate((e) => ({ end: e.closest('[data-end]').id, way: e.dataset.way }));
    const spot = this.page.locator(`.board a[href="#${end}"]`);
    await this.walk(spot.first());
    await this.key('Enter');
    for (let n = 0; n < 4 && await this.page.locator(`li#${end} button.on`).getAttribute('data-way') !== way; n++) await this.key('r');
    const loaded = arrived(this.page);
    await this.page.keyboard.press('Enter');
    await loaded;
    await this.agree();
    return true;
  }

  /** Radio buttons are one stop; arrows go from one to the next. */
  async pick(radio) {
    await this.shows(radio);
    if (await radio.isChecked() && !await radio.isVisible()) return; // what was chosen before it leaves nothing to choose here
    const group = radio.locator(`xpath=ancestor::form[1]//input[@type="radio" and @name="${await radio.getAttribute('name')}"]`);
    const first = group.and(this.page.locator(':checked'));
    await this.walk(await first.count() ? first.first() : group.first());
    for (let n = await group.count(); n > 0 && !await radio.isChecked(); n--) await this.key('ArrowRight');
    if (!await radio.isChecked()) throw new Error(`${this.name} cannot choose ${await radio.inputValue()} at ${this.page.url()}`);
  }

  async tick(box, on) {
    await this.shows(box);
    await this.walk(box);
    if (await box.isChecked() !== on) await this.key('Space');
  }

  async type(field, value) {
    await this.shows(field);
    await this.walk(field);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(value);
  }
}
