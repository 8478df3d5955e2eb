// The pictures of the games on the first page: www/light-GAME.webp and www/dark-GAME.webp, of the real board of a game that bots have played.
// With --look the whole windows, to FOLDER: node tests/pictures/fronts.mjs [--look FOLDER] [GAME...], with the environment of ./take.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openHouse } from '../browser/house.mjs';
import { openBrowser } from '../browser/people.mjs';
import { World } from './world.mjs';

// How far the game is, in which window, and what of its board is taken: from which corner, how wide. Its height is 5/8 of that.
const boards = {
  carrara: { seats: 3, seed: 4, plies: 44, window: [1280, 800], at: [0, 0], wide: 594 },
  venedig: { seats: 3, seed: 2, plies: 70, window: [1280, 800], at: [0, 42], wide: 624 },
  gondoliere: { seats: 3, seed: 2, plies: 60, window: [1280, 800], at: [20, 150], wide: 636 },
  vernissage: { seats: 3, seed: 2, plies: 60, window: [1280, 800], at: [0, 165], wide: 380 },
  genoa: { seats: 3, seed: 2, plies: 60, window: [1280, 800], at: [20, 120], wide: 600 },
};
const WIDE = 640, HIGH = 400, MOST = 29 * 1024;

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { look: { type: 'string' } } });

/** PNG bytes as WebP of the pictures' size, as good as there is room for. */
function packed(page, png) {
  return page.evaluate(async ([data, wide, high, most]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
    const pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, wide, high);
    for (let quality = 0.85; ; quality -= 0.05) {
      const webp = canvas.toDataURL('image/webp', quality).split(',')[1];
      if (webp.length * 0.75 <= most || quality < 0.1) return webp;
    }
  }, [png.toString('base64'), WIDE, HIGH, MOST]);
}

async function take(world, browser, game, board) {
  const table = await world.position(game, board, board), [width, height] = board.window;
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2, colorScheme, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(120000);
    await page.goto(world.house.url + table);
    // A picture has no words, so that it serves in every language.
    await page.evaluate(() => document.querySelectorAll('#board text, #board :is(h2, h3, h4, small, .c-name)').forEach((words) => {
      if (/[^\d\s+×]{3,}/.test(words.textContent)) words.style.visibility = 'hidden';
    }));
    if (flags.look) {
      await page.screenshot({ path: path.join(flags.look, `${game}-${colorScheme}.png`) });
    }
    const box = await page.locator('#board').first().boundingBox();
    const clip = { x: box.x + board.at[0], y: box.y + board.at[1], width: board.wide, height: board.wide * HIGH / WIDE };
    const png = await page.screenshot({ clip, fullPage: true });
    const blank = await context.newPage(); // the policy of our own pages lets no script make pictures
    const bytes = Buffer.from(await packed(blank, png), 'base64');
    if (bytes.length > MOST) throw new Error(`${game} ${colorScheme}: ${bytes.length} bytes`);
    writeFileSync(path.join(flags.look ?? path.join(process.env.RIDOTTO_TOP, 'www'), `${colorScheme}-${game}.webp`), bytes);
    console.log(`${colorScheme}-${game}.webp: ${bytes.length} bytes`);
    await context.close();
  }
}

if (flags.look) mkdirSync(flags.look, { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-fronts-')), house = await openHouse(), browser = await openBrowser();
try {
  const world = new World(house, browser, folder);
  await world.furnish();
  for (const game of positionals.length ? positionals : Object.keys(boards)) {
    try { await take(world, browser, game, boards[game]); } catch (error) { console.log(`${game}: ${error.stack}`); process.exitCode = 1; }
  }
} finally {
  await browser.close();
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
}
