#!/usr/bin/env node
// The boards in letters, drawn by librsvg with style sheets of plain values, look as Chromium draws the same SVG with the site's own: the busiest
// positions of every game. And they are small. What one costs is told.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const MOST_DIFFERENT = 0.02, MOST_BYTES = 120 * 1024, GAMES = 4, LOOKED_AT = 6, WIDTH = 560;
const top = process.env.RIDOTTO_TOP, build = process.env.RIDOTTO_BUILD;
const read = (...names) => readFileSync(path.join(top, ...names), 'utf8');
const dir = mkdtempSync(path.join(os.tmpdir(), 'letters-'));
const found = execFileSync(path.join(build, 'tests/pictures/busiest'), ['--games', String(GAMES)], { maxBuffer: 1 << 28 });
const drawn = execFileSync(path.join(build, 'tests/pictures/drawn'), [dir], { input: found, encoding: 'utf8', env: { ...process.env, top_srcdir: top } })
  .trim().split('\n').map((line) => line.match(/^((\w+)-\d+) (\d+) (\d+) (.*)$/)).map(([, name, game, bytes, us, alt]) => ({ name, game, bytes: Number(bytes), ms: us / 1000, alt }));
const browser = await openBrowser();
const page = await (await browser.newContext({ viewport: { width: 1000, height: 1000 }, colorScheme: 'light' })).newPage();

/** The mean difference of all colours of all points, 0 to 1, between what librsvg drew and what Chromium does; behind both is the same paper. */
async function difference({ name, game }) {
  const sheets = ['ridotto', 'table', game].map((sheet) => `<style>${read('www', `${sheet}.css`)}</style>`).join('');
  const symbols = read('www', `${game}.svg`).replace(/<\?xml[^>]*>/, '');
  const svg = readFileSync(path.join(dir, `${name}.svg`), 'utf8').replace(/href="\/www\/\w+\.svg\?v=#/g, 'href="#').replace(/fill="url\(#(gn-cobble|g-waves|g-stones|w-waves)\)"/g, 'fill="none"');
  const png = readFileSync(path.join(dir, `${name}.png`)).toString('base64');
  await page.setContent(`<!doctype html><body class="game-${game}">${sheets}<div style="position:absolute;width:0;height:0;overflow:hidden">${symbols}</div>
<div id="ours" style="position:absolute;left:0;top:0"><img src="data:image/png;base64,${png}"></div>`);
  const size = await page.evaluate(() => { const { naturalWidth: w, naturalHeight: h } = document.querySelector('#ours img'); return { w, h }; });
  await page.evaluate(([text, { w, h }]) => {
    document.getElementById('ours').innerHTML = text;
    const root = document.querySelector('#ours > svg');
    root.style.cssText = `display:block;width:${w}px;height:${h}px;max-width:none;background:#fffcf5;overflow:hidden`;
    for (const inner of root.querySelectorAll('svg')) inner.style.cssText = inner.getAttribute('class') === 'hidden' ? '' : 'max-width:none;min-width:0;min-height:0';
    for (const inner of root.querySelectorAll('svg[width$=em]')) inner.removeAttribute('width');
  }, [svg, size]);
  const shot = (await page.screenshot({ clip: { x: 0, y: 0, width: size.w, height: size.h } })).toString('base64');
  return page.evaluate(async ([a, b, { w, h }]) => {
    const points = async (text) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      const pen = Object.assign(document.createElement('canvas'), { width: w, height: h }).getContext('2d', { willReadFrequently: true });
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, w, h).data;
    };
    const [one, other] = [await points(a), await points(b)];
    let sum = 0;
    for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - other[i]);
    return sum / 255 / (one.length * 3 / 4);
  }, [png, shot, size]);
}

await main(async () => {
  for (const game of new Set(drawn.map((one) => one.game))) {
    const all = drawn.filter((one) => one.game === game), some = all.filter((_, i) => i % Math.ceil(all.length / LOOKED_AT) === 0);
    const fastest = Math.min(...all.map(({ ms }) => ms)); // who else is at work takes caches, too: this is what it costs by itself
    ok(all.every(({ bytes }) => bytes > 2000 && bytes < MOST_BYTES), `${game}: each picture is small`, all.map(({ name, bytes }) => `${name}: ${bytes}`).join('\n'));
    console.log(`# ${game}: drawn in ${Math.round(fastest)} ms of a processor`);
    ok(all.every(({ alt }) => alt.length > 10 && !/[{}<]/.test(alt)), `${game}: and tells in words what it shows`, all.map(({ alt }) => alt).join('\n'));
    const far = [];
    for (const one of some) {
      far.push({ name: one.name, share: await difference(one) });
      if (process.env.LETTER_PICTURES) await page.screenshot({ path: path.join(process.env.LETTER_PICTURES, `${one.name}-chromium.png`) });
    }
    ok(far.every(({ share }) => share < MOST_DIFFERENT), `${game}: as Chromium draws it, but for ${(Math.max(...far.map(({ share }) => share)) * 100).toFixed(2)} % at most`,
      far.map(({ name, share }) => `${name}: ${(share * 100).toFixed(2)} %`).join('\n'));
  }
}, async () => { await browser.close(); rmSync(dir, { recursive: true }); });
