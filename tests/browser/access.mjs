// What stands in the way of somebody who magnifies the page, hears it, or has no pointer: each function gives sentences, none when all is well.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page that is open: WCAG 2.2 A and AA, and what it thinks good practice. */
export async function violations(page) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
  const asked = page.url().startsWith('file:') ? tags.filter((tag) => tag !== 'best-practice') : tags; // a letter has no landmarks
  const found = await page.evaluate((values) => globalThis.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false })
    .then((result) => result.violations), asked);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `axe, ${id}: ${html.replace(/\s+/g, ' ').slice(0, 200)}: ${
    failureSummary.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim().slice(0, 300)}`));
}

/** What moves on a page; with reducedMotion 'reduce' nothing does. */
export function motions(page) {
  return page.evaluate(() => [...document.querySelectorAll('*')].flatMap((e) => [e, '::before', '::after'].map((part) => {
    const style = part === e ? getComputedStyle(e) : getComputedStyle(e, part), long = (times) => times.split(',').some((time) => parseFloat(time) > 0);
    const moves = long(style.transitionDuration) ? 'transition' : style.animationName !== 'none' && long(style.animationDuration) ? 'animation'
      : style.scrollBehavior === 'smooth' ? 'smooth scrolling' : '';
    return moves && `${moves}: ${e.outerHTML.slice(0, 120)}`;
  })).filter(Boolean));
}

/** Letters, words and lines as far apart as WCAG 1.4.12 lets a reader set them; back to the page's own with @wide false. */
export function space(page, wide = true) {
  return page.evaluate((on) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
    document.adoptedStyleSheets = on ? [sheet] : [];
  }, wide);
}

/** What cannot be told apart in the colours of a system of high contrast: the chosen of several, and the signs of the seats. */
export async function alike(page) {
  await page.emulateMedia({ forcedColors: 'active' });
  const said = await page.evaluate(() => {
    const colour = (e) => getComputedStyle(e).backgroundColor.replace(/^rgba\((.*), 0\)$/, 'rgb($1)'); // all grounds are the page's, seen through or not
    const looks = (e) => { const { fontWeight, textDecorationLine } = getComputedStyle(e); return [colour(e), fontWeight, textDecorationLine].join(); };
    const chosen = [...document.querySelectorAll('.tabs [aria-current], button[aria-pressed=true], .pill :checked + span')].filter((e) => {
      const one = e.matches('span') ? e.parentElement : e.closest('li') ?? e; // of those beside it that are not chosen, too
      const same = (other) => [other, ...other.querySelectorAll('*')].find((part) => part.localName === e.localName);
      return [...one.parentElement.children].some((other) => other !== one && !other.querySelector(':checked') && same(other) && looks(same(other)) === looks(e));
    });
    const pawns = [...document.querySelectorAll('.pawn[class*=seat-]')], first = new Map();
    for (const pawn of pawns) first.set(colour(pawn), first.get(colour(pawn)) ?? pawn.className);
    return [...chosen, ...pawns.filter((pawn) => first.get(colour(pawn)) !== pawn.className)].map((e) => e.outerHTML.slice(0, 120));
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return [...new Set(said)].map((html) => `in forced colours like another: ${html}`);
}
