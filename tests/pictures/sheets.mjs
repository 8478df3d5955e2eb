// Contact sheets: many pictures on one, so that many can be looked at quickly. Long pages are cut into screens.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sizes } from './camera.mjs';

const layout = { phone: { across: 6, down: 2, scale: 0.62 }, desk: { across: 3, down: 3, scale: 0.4 } };

/** Writes DIR/sheet-phone-light-en-01.png and so on, with an index of what is on each; returns their names. */
export async function sheets(browser, to, shots) {
  const written = [], page = await browser.newPage();
  const kinds = [...new Set(shots.map(({ size, scheme, lang }) => `${size}-${scheme}-${lang}`))];
  for (const kind of kinds) {
    const [size, scheme, lang] = kind.split('-'), { across, down, scale } = layout[size], { width, height } = sizes[size];
    const tiles = shots.filter((shot) => shot.size === size && shot.scheme === scheme && shot.lang === lang).flatMap((shot) => {
      const parts = Math.max(1, Math.ceil((shot.height - height * 0.06) / height)); // a few lines over are no screen of their own
      return Array.from({ length: parts }, (_, part) => ({ ...shot, part, parts }));
    });
    for (let at = 0, n = 1; at < tiles.length; at += across * down, n++) {
      const some = tiles.slice(at, at + across * down), w = Math.round(width * scale), h = Math.round(height * scale);
      const data = new Map(some.map(({ file }) => [file, readFileSync(file).toString('base64')]));
      const figures = some.map(({ file, state, part, parts, cut }) => `<figure><figcaption>${state}${parts > 1 ? ` ${part + 1}/${parts}${cut ? '…' : ''}` : ''}</figcaption>
        <div style="width:${w}px;height:${h}px;overflow:hidden;background:#888"><img style="width:${w}px;margin-top:${-part * h}px;display:block" src="data:image/png;base64,${data.get(file)}"></div></figure>`);
      await page.setViewportSize({ width: across * (w + 8) + 8, height: Math.ceil(some.length / across) * (h + 26) + 4 });
      await page.setContent(`<style>body{margin:4px;display:flex;flex-wrap:wrap;background:#666;font:12px/18px sans-serif;color:#fff}
        figure{margin:0 4px 8px}figcaption{height:18px;overflow:hidden;width:${w}px}</style>${figures.join('')}`);
      const name = `sheet-${kind}-${String(n).padStart(2, '0')}.png`;
      await page.screenshot({ path: path.join(to, name) });
      written.push(`${name}: ${[...new Set(some.map(({ state }) => state))].join(' ')}`);
    }
  }
  writeFileSync(path.join(to, 'sheets.txt'), `${written.join('\n')}\n`);
  await page.close();
  return written;
}
