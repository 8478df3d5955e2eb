/* What happened since one was here, once more on the board: the positions are those of the history, a few seconds each. Where nothing is to
 * move by itself each press shows the next. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const STEP = 2500, WHOLE = 20000; // milliseconds: of one position, and of all of them at the most
  const isStill = () => document.body.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const lines = () => all(".since [data-ply]");
  const board = () => document.querySelector("#board");

  let run = null; // { plies, at, own, button, timer, from }: from where the page was scrolled to

  /* The board as it stood after a ply, out of its page of the history; null where there is none. */
  const position = async (history, ply) => {
    const url = new URL(history, location); // of a private table with its key
    url.pathname += `/${ply}`;
    const answer = await fetch(url, { headers: { Accept: "text/html", "X-Ridotto-Background": "1" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector(".board");
  };

  const words = (ply) => lines().filter((line) => line.dataset.ply === ply).map((line) => line.textContent.trim()).join(" ");
  const mark = (ply) => {
    for (const line of lines()) line.classList.toggle("now", line.dataset.ply === ply);
  };
  const name = (button) => {
    button.textContent = run ? (isStill() ? button.dataset.next : button.dataset.stop) : button.dataset.play;
  };

  const stop = () => {
    if (!run) return;
    clearTimeout(run.timer);
    board().replaceChildren(...run.own);
    board().classList.remove("replayed");
    mark(null);
    const { button, from } = run;
    run = null;
    name(button);
    scrollTo({ top: from, behavior: "instant" });
  };

  const make = (tag, given) => Object.assign(document.createElement(tag), given);
  const caption = (text) => {
    const says = make("div", { className: "replay-says" });
    says.append(make("p", { role: "status", textContent: text }), run.button.cloneNode(true));
    return says;
  };

  /* It is as large, and the same parts of it are shown, as on the board that it takes the place of. */
  const keepChoices = (shown) => {
    for (const { id, checked } of all("input[id]", board())) {
      const same = shown.querySelector(`#${CSS.escape(id)}`);
      if (same) same.checked = checked;
    }
  };

  const next = async () => {
    const now = run, at = ++now.at, ply = now.plies[at - 1];
    if (ply === undefined) return stop();
    const shown = await position(now.button.dataset.history, ply).catch(() => null);
    if (run !== now || now.at !== at) return;
    if (!shown) return stop();
    keepChoices(shown);
    board().replaceChildren(caption(words(ply)), ...shown.childNodes);
    board().classList.add("replayed");
    window.ridotto.showMoved();
    const place = all("[data-now]", board()).pop(), view = place?.closest("[tabindex]");
    if (view) window.ridotto.lookAt(place, view);
    mark(ply);
    if (!isStill()) now.timer = setTimeout(next, Math.min(STEP, WHOLE / now.plies.length));
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".replay");
    if (!button) return;
    if (run) return isStill() ? next() : stop();
    run = { plies: [...new Set(lines().map((line) => line.dataset.ply))].sort((a, b) => a - b), at: 0, own: [...board().childNodes], button, timer: 0, from: scrollY };
    board().scrollIntoView({ block: matchMedia("(min-width: 62rem)").matches ? "nearest" : "start" });
    name(button);
    next();
  });

  /* For live.js: the board is one's own again before anything else comes. */
  window.ridotto.stop = stop;
  window.ridotto.offer = () => {
    for (const button of all(".replay")) button.hidden = !lines().length;
  };
  window.ridotto.offer();
})();
