// Takes the pictures of the page that is open, and says by rule what is wrong with it.
import path from 'node:path';

export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
export const schemes = ['light', 'dark'];
const NARROW = 360, SCREENS = 9; // a page longer than so many screens is cut there

/** What a reader of the page would stumble over. Runs in the page. */
export function look({ phone, lang, known }) {
  const said = [], root = document.documentElement;
  const told = (e) => `<${e.localName}${e.id ? `#${e.id}` : ''}${e.getAttribute('class') ? `.${e.getAttribute('class').split(' ').join('.')}` : ''}> ${
    (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}`;
  const all = [...document.body.querySelectorAll('*')].filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const box = new Map(all.map((e) => [e, e.getBoundingClientRect()]));
  const seen = (e) => box.get(e)?.width > 2 && box.get(e).height > 2;
  const aside = (e) => e.closest('.skip, .hidden'); // for a screen reader, or shown when it has the focus
  const scrolls = (e) => { for (let p = e.parentElement; p; p = p.parentElement) if (/auto|scroll/.test(getComputedStyle(p).overflowX)) return true; return false; };

  if (root.scrollWidth > root.clientWidth) {
    const wide = all.filter((e) => box.get(e).right > root.clientWidth + 0.5 && !scrolls(e)).at(-1);
    said.push(`wider than its window: ${root.scrollWidth} > ${root.clientWidth}${wide ? `: ${told(wide)}` : ''}`);
  }
  for (const e of all) {
    const style = getComputedStyle(e), own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const cut = e.scrollWidth > e.clientWidth + 1 && /hidden|clip/.test(style.overflowX)
      || e.scrollHeight > e.clientHeight + 2 && /hidden|clip/.test(style.overflowY);
    if (seen(e) && e.clientWidth > 2 && cut && e.textContent.trim() && !(e instanceof SVGElement) && style.display !== 'inline') said.push(`text is cut: ${told(e)}`);
    if (own && seen(e) && !aside(e) && !(e instanceof SVGElement) && !scrolls(e)) {
      const range = document.createRange(), texts = [...e.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
      const boxes = texts.flatMap((text) => { range.selectNodeContents(text); return [...range.getClientRects()]; });
      const left = Math.min(...boxes.map((b) => b.left)), right = Math.max(...boxes.map((b) => b.right));
      if (left < -1 || right > root.clientWidth + 1) said.push(`text beyond the window: ${told(e)}`);
    }
    if (e.localName === 'text') {
      const svg = e.ownerSVGElement.getBoundingClientRect(), { left, right, top, bottom } = box.get(e);
      if (right > left && !e.closest('.excerpt') && getComputedStyle(e.ownerSVGElement).overflow === 'hidden'
        && (left < svg.left - 1 || right > svg.right + 1 || top < svg.top - 2 || bottom > svg.bottom + 2)) said.push(`text beyond its picture: ${told(e)}`);
    }
  }
  if (phone) {
    // A link among words is as high as its line; so is one that is the sentence of a list.
    const inPicture = (e) => e instanceof SVGElement; // the list beside a map or a chart has it in full size
    const inSentence = (e) => e.matches('a') && getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim() !== e.textContent.trim();
    const inList = (e) => e.matches('a') && e.closest('.log, .since, .flash, dd, footer');
    const reach = (e) => { // what answers to a finger: the control, its label, or what is laid over it
      const parts = [e, ...(e.labels ?? [])].map((part) => part.getBoundingClientRect());
      for (const over of ['::before', '::after'].map((part) => getComputedStyle(e, part)))
        if (over.content !== 'none' && over.position === 'absolute') parts.push({ width: parseFloat(over.width) || 0, height: parseFloat(over.height) || 0 });
      return { width: Math.max(...parts.map(({ width }) => width)), height: Math.max(...parts.map(({ height }) => height)) };
    };
    for (const e of all.filter((e) => e.matches('a[href], button, input:not([type=hidden]), select, textarea, summary'))) {
      if (e.disabled || aside(e) || inPicture(e) || inSentence(e) || inList(e) || !(seen(e) || e.labels?.length)) continue;
      const { width, height } = reach(e), word = e.matches('a'); // as wide as it is
      if (height > 0 && (height < 43.5 || width < (word ? 18 : 43.5))) said.push(`small for a finger, ${Math.round(width)}x${Math.round(height)}: ${told(e)}`);
    }
  }
  if (lang === 'ja') {
    const typed = '[lang]:not(html), .fate, .mails a, .chat-text, #note, textarea, pre, code, .name, .email, time';
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = new RegExp(`\\b(?:${known.join('|')})\\b`, 'g');
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const e = n.parentElement;
      if (!e.checkVisibility() || e.closest(typed) || /^(script|style|option)$/.test(e.localName)) continue;
      const text = n.data.replace(words, ' ').replace(/\S+@\S+|https?:\S+/g, ' ');
      if (/[A-Za-z]{2,}[ ,'’]+[a-z]{2,}|[a-z]{3,}[ ]+[a-z]{2,}/.test(text)) said.push(`not in Japanese: ${text.trim().replace(/\s+/g, ' ').slice(0, 80)}`);
    }
    const apart = document.createRange(), lineOf = (n, at) => { apart.setStart(n, at); apart.setEnd(n, at + 1); return apart.getClientRects()[0]; };
    for (const e of all.filter((e) => seen(e) && !aside(e) && !(e instanceof SVGElement) && !e.closest('option')))
      for (const n of e.childNodes) for (const { 0: word, index } of n.nodeType === 3 ? n.data.matchAll(/[\u30a1-\u30fa\u30fc-\u30fe](?:\u2060?[\u30a1-\u30fa\u30fc-\u30fe])+/g) : []) {
        const first = lineOf(n, index), last = lineOf(n, index + word.length - 1);
        if (first && last && last.top > first.top + first.height / 2) said.push(`a line ends within ${word}: ${told(e)}`);
      }
    for (const e of all.filter((e) => !e.closest('[lang]:not(html)'))) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = e.getAttribute(name)?.replace(words, ' ') ?? '';
      if (/[a-z]{3,}[ ]+[a-z]{2,}[ ]+[a-z]/.test(text)) said.push(`not in Japanese (${name}): ${text.slice(0, 80)}`);
    }
  }
  return [...new Set(said)];
}

/** Sizes and schemes that @only does not exclude. */
export const wanted = (only, kind) => { const some = Object.keys(kind).filter((name) => only.includes(name)); return some.length ? some : Object.keys(kind); };

/**
 * The pictures of the open page in one language: [{ file, state, lang, size, scheme, height }], and what was found to @found.
 * @between: what has to be done again after the window has another size
 */
export async function shoot(page, { state, lang, to, only, found, known, between, screens = SCREENS }) {
  const shots = [], remarks = new Map(); // what was said: at which widths
  for (const size of wanted(only, sizes)) {
    const check = async (width) => {
      await page.setViewportSize({ width, height: sizes[size].height });
      const said = await page.evaluate(look, { phone: size === 'phone', lang, known });
      for (const what of said) remarks.set(what, [...remarks.get(what) ?? [], width]);
    };
    if (size === 'phone') await check(NARROW);
    await check(sizes[size].width);
    if (between) await between(page, size);
    for (const scheme of wanted(only, Object.fromEntries(schemes.map((s) => [s])))) {
      await page.emulateMedia({ colorScheme: scheme });
      const file = path.join(to, `${state}-${lang}-${size}-${scheme}.png`);
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      const height = Math.min(Math.max(whole, sizes[size].height), sizes[size].height * screens);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: file, fullPage: true, animations: 'disabled', clip: { x: 0, y: 0, width: sizes[size].width, height } });
      shots.push({ file, state, lang, size, scheme, height, cut: whole > height });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  found.push(...[...remarks].map(([what, widths]) => `${state} ${lang} ${widths.join()}: ${what}`));
  return shots;
}
