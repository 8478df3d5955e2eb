// What is in the way of some people on the open page: by axe in both sizes and schemes, magnified fourfold, with wide letters, without motion, in high contrast.
import { alike, motions, space, violations } from '../browser/access.mjs';
import { look, sizes } from './camera.mjs';

const MAGNIFIED = { width: 320, height: 256 }; // 1280×1024 at 400 %
const views = { en: [['phone', 'light'], ['desk', 'dark']], ja: [['phone', 'dark']] }; // where letters are widest

/**
 * Sentences about the open page in one language, each once, with where it was found.
 * @between: what has to be done again after the window has another size; @seen: sizes and schemes in which axe looks
 */
export async function barriers(page, { lang, known, between, seen = views[lang] }) {
  const found = new Map();
  const note = (where, said) => said.forEach((what) => found.set(what, [...found.get(what) ?? [], where]));
  const reads = async (where) => note(where, await page.evaluate(look, { phone: false, lang: '', known }));
  await page.emulateMedia({ reducedMotion: 'reduce' }); // and no colour is on its way to another
  note('with less motion', await motions(page));
  note('with high contrast', await alike(page));
  for (const [size, colorScheme] of seen) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    if (between) await between(page, size);
    note(`${size} ${colorScheme}`, await violations(page));
    await space(page);
    await reads(`${size}, wide letters`);
    await space(page, false);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.setViewportSize(MAGNIFIED);
  await reads('at 400 %');
  return [...found].map(([what, where]) => `${where.join(', ')}: ${what}`);
}
