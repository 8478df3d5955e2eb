// What of a table is in sight when it is opened, by the browser's own geometry.

export const windows = {
  desk: { width: 1280, height: 800 }, wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 }, narrow: { width: 360, height: 740 }, small: { width: 320, height: 568 },
};
export const isDesk = (size) => windows[size].width >= 1000;

/** Findings, as sentences: [kind, words]. Runs in the page. @legal: the moves of who looks, as texts; @news: did others move since? */
export function survey({ desk, legal, news }) {
  const found = [], say = (kind, words) => found.push([kind, words]);
  const W = innerWidth, H = innerHeight;
  const name = (e) => `${e.localName}${e.className && typeof e.className === 'string' ? `.${e.className.trim().split(/\s+/).join('.')}` : ''} ${
    (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)}`;
  const turn = document.querySelector('.turn'), sheet = turn && getComputedStyle(turn).position === 'fixed' && turn.getBoundingClientRect();
  const visible = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /* Of a thing what its scrolling boxes and the window leave of it. */
  const seen = (e) => {
    const box = e.getBoundingClientRect();
    let { left, top, right, bottom } = box;
    for (let p = e.parentElement; p && p !== document.documentElement; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (!/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY) || p === document.body) continue;
      const its = p.getBoundingClientRect();
      left = Math.max(left, its.left); right = Math.min(right, its.right);
      top = Math.max(top, its.top); bottom = Math.min(bottom, its.bottom);
    }
    const foot = e.matches('.asked > :not(.draft-do) *, .asked > :not(.draft-do)') && document.querySelector('.asked > .draft-do')?.getBoundingClientRect().top
      || (e.closest('.turn, .bar') ? H : sheet?.top ?? H); // what a sheet, or the foot of the question, covers can be scrolled out from under it
    left = Math.max(left, 0); right = Math.min(right, W); top = Math.max(top, 0); bottom = Math.min(bottom, foot);
    const w = Math.max(0, right - left), h = Math.max(0, bottom - top), whole = box.width * box.height;
    return { left, top, right, bottom, part: whole ? (w * h) / whole : 0, box };
  };
  const inSight = (e, part = 0.98) => visible(e) && seen(e).part >= part;

  /* What a control stands for: the verbs of the legal moves that go on with it. */
  const verbsOf = (e) => {
    const verbs = (fits) => [...new Set(legal.filter(fits).map((text) => text.split(' ')[0]))];
    if (e.matches('button[name=step]')) return verbs((text) => text === e.value);
    if (e.matches('summary')) return [...new Set([...e.parentElement.querySelectorAll('a, button, form')].filter((one) => one !== e).flatMap(verbsOf))];
    if (e.matches('form')) return verbs((text) => text.split(' ')[0] === e.querySelector('[name=verb]')?.value);
    if (e.matches('button')) return e.form && e.form.querySelector('[name=verb]') ? verbsOf(e.form) : [];
    const search = e.getAttribute('href')?.match(/^[^#]*\?([^#]*)/)?.[1];
    if (!search || !e.getAttribute('href').startsWith(location.pathname)) return [];
    const wanted = [...new URLSearchParams(search)].filter(([key]) => !['seen', 'done', 'key'].includes(key));
    return wanted.length ? verbs((text) => {
      const [verb, ...args] = text.split(' ');
      return wanted.every(([key, value]) => (key === 'verb' ? verb === value : args.includes(`${key}=${value}`)));
    }) : [];
  };
  const controls = [...document.querySelectorAll('main a[href], main button, main summary')].filter((e) => visible(e) && e.getBoundingClientRect().width > 1);
  const actions = controls.map((e) => ({ e, verbs: verbsOf(e) })).filter(({ verbs }) => verbs.length);

  /* ---- the first screen ---- */
  const question = document.querySelector('#asked-sentence');
  if (!question || !inSight(question)) say('question', `the question is out of sight: ${question && JSON.stringify(question.getBoundingClientRect())}`);
  const open = new Set(actions.filter(({ e }) => inSight(e, 0.6)).flatMap(({ verbs }) => verbs));
  for (const verb of new Set(legal.map((text) => text.split(' ')[0])))
    if (desk && !open.has(verb)) say('action', `nothing in sight leads to "${verb}"`);
  for (const e of document.querySelectorAll('.asked :is(.amounts, .w-drains, .armed-step) > .buttons > .primary')) // a form in sight is sent without scrolling
    if (visible(e) && inSight(e.form, 0.3) && !inSight(e, 0.95)) say('primary', `what sends a form is out of sight, at ${Math.round(e.getBoundingClientRect().top)}: ${name(e)}`);
  if (!desk && actions.length && !actions.some(({ e }) => inSight(e, 0.6))) say('action', 'no action is in sight');
  if (desk) {
    const hand = [...document.querySelectorAll('.hand')].filter((e) => e.textContent.trim());
    for (const e of hand) if (!inSight(e, 0.9)) say('hand', `what one holds is out of sight: from ${Math.round(e.getBoundingClientRect().top)} to ${Math.round(e.getBoundingClientRect().bottom)}`);
    for (const e of document.querySelectorAll('.players > ol > li')) {
      const row = e.querySelector('.player') ?? e;
      if (!inSight(row, 0.9)) say('standing', `out of sight, at ${Math.round(row.getBoundingClientRect().top)}: ${name(row)}`);
    }
    const lines = [...document.querySelectorAll('.since li, .since:not(:has(> ul)) summary')].filter(visible);
    if (news && lines.length === 0) say('news', 'there is no news');
    const begun = document.querySelector('.asked :is(.crumbs, .draft, details[open])'); // in the middle of a turn the news scroll
    for (const e of begun ? lines.slice(0, 1) : lines) if (!inSight(e, 0.9)) say('news', `out of sight, at ${Math.round(e.getBoundingClientRect().top)}: ${name(e)}`);
    const board = document.querySelector('.board');
    if (board && !inSight(board, 0.95)) say('board', `the board is ${Math.round(board.getBoundingClientRect().top)} to ${Math.round(board.getBoundingClientRect().bottom)}`);
  } else {
    const board = document.querySelector('.board'), box = board && seen(board), free = box ? box.bottom - box.top : 0;
    if (board && free < H / 4) say('board', `of the board ${Math.round(free)} px are in sight`);
  }

  /* ---- nothing covers an action ---- */
  for (const { e } of actions) {
    if (!inSight(e, 0.9) || e.closest('svg')) continue;
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (over && !e.contains(over) && !over.contains(e)) say('covered', `${name(e)} by ${name(over)}`);
  }

  /* ---- sizes ---- */
  const height = document.documentElement.scrollHeight / H;
  if (height > (desk ? 1.5 : 2.5) + 0.005) say('height', `the page is ${height.toFixed(2)} windows high`);
  if (document.documentElement.scrollWidth > W) say('width', `the page is ${document.documentElement.scrollWidth} wide`);
  if (!desk) for (const { e } of actions) {
    if (e.closest('svg')) continue;
    const parts = [e.getBoundingClientRect()];
    for (const over of ['::before', '::after'].map((part) => getComputedStyle(e, part)))
      if (over.content !== 'none' && over.position === 'absolute') parts.push({ width: parseFloat(over.width) || 0, height: parseFloat(over.height) || 0 });
    const width = Math.max(...parts.map((b) => b.width)), tall = Math.max(...parts.map((b) => b.height));
    if (width < 43.5 || tall < 43.5) say('target', `${Math.round(width)}x${Math.round(tall)}: ${name(e)}`);
  }
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), small = new Map();
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (!n.data.trim() || !visible(e) || e.closest('.hidden, [aria-hidden=true] .hidden')) continue;
    const range = document.createRange();
    range.selectNode(n);
    if (range.getBoundingClientRect().width < 1) continue;
    const scale = e.ownerSVGElement ? Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : 1;
    const px = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (px < 11.95) small.set(px.toFixed(1), name(e));
  }
  for (const [px, words] of [...small].sort((a, b) => a[0] - b[0]).slice(0, 5)) say('text', `${px} px: ${words}`);
  return found;
}
