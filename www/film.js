/* A history as a film. The server sends blocks of plies, each the HTML of its first ply and how that becomes the next one's (templates/film.html,
 * cgi/base/edits.h); what is different is changed on the page. Without this script each ply is a page of its own. */
"use strict";
(() => {
  const film = document.querySelector("#film");
  if (!film) return;
  const all = (selector, root = film) => [...root.querySelectorAll(selector)], one = (selector) => film.querySelector(selector);
  const { url, frames, title, search } = film.dataset, block = +film.dataset.block, last = +film.dataset.last;
  const isShown = "shown" in film.dataset, isFinal = "final" in film.dataset;
  const STEP = 1200, SETTLED = 300, BLOCKS_MOST = 8, GAMES_MOST = 60, SWIPE = 44; // milliseconds, blocks, games, pixels
  const controls = one(".film-controls"), words = controls.dataset;
  const slider = one(".film-slider"), speed = one(".film-speed"), says = one(".film-says"), number = one(".film-go [name=ply]");
  const make = (tag, given) => Object.assign(document.createElement(tag), given);
  const from = (ply) => ply - (ply % block);

  let shown = +film.dataset.ply, wanted = shown, busy = false, timer = 0; // timer: it plays

  /* ---- blocks ---- */

  const blocks = new Map(); // by their first ply, the newest last: promises of { pieces, edits, first, at }
  const divide = (text) => text.split(/(?=[< ])/);
  const load = (ply) => {
    const first = from(ply), known = blocks.get(first);
    blocks.delete(first);
    const loading = known ?? fetch(frames + first, { headers: { Accept: "application/json", "X-Ridotto-Background": "1" } }).then((answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }).then(({ html, edits }) => ({ first, edits, start: divide(html), pieces: divide(html), at: 0 }));
    blocks.set(first, loading);
    loading.catch(() => blocks.delete(first));
    if (blocks.size > BLOCKS_MOST) blocks.delete(blocks.keys().next().value);
    return loading;
  };
  const ahead = (ply) => {
    if (ply >= 0 && ply <= last) load(ply).catch(() => {});
  };

  const edited = (pieces, edits) => {
    const out = [];
    let at = 0;
    for (let i = 0; i < edits.length; i += 3) {
      for (const end = at + edits[i]; at < end; at++) out.push(pieces[at]);
      at += edits[i + 1];
      if (edits[i + 2]) out.push(...divide(edits[i + 2]));
    }
    while (at < pieces.length) out.push(pieces[at++]);
    return out;
  };
  const text = (loaded, ply) => {
    const to = ply - loaded.first;
    if (to < loaded.at) Object.assign(loaded, { pieces: loaded.start, at: 0 });
    while (loaded.at < to) loaded.pieces = edited(loaded.pieces, loaded.edits[loaded.at++]);
    return loaded.pieces.join("");
  };

  /* ---- the page becomes that of another ply ---- */

  const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.place || "" : "");
  const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
  const takeAttributes = (node, to) => {
    for (const { name } of [...node.attributes]) if (!to.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of to.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };
  /* Every node that can stays, and with it focus, scrolling, how large a board is; data-own is ours. */
  const take = (node, to) => {
    if (node.nodeType !== 1) {
      if (node.nodeValue !== to.nodeValue) node.nodeValue = to.nodeValue;
    } else if (!("own" in node.dataset) && !node.isEqualNode(to)) {
      takeAttributes(node, to);
      let at = node.firstChild;
      for (const child of [...to.childNodes]) {
        let same = at;
        while (same && !alike(same, child)) same = keyOf(child) ? same.nextSibling : null;
        if (!same) {
          node.insertBefore(document.importNode(child, true), at);
          continue;
        }
        while (at !== same) {
          const gone = at;
          at = at.nextSibling;
          gone.remove();
        }
        at = at.nextSibling;
        take(same, child);
      }
      while (at) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
    }
  };

  const follow = () => {
    const current = all(".log-turns [aria-current]").pop(), list = one("#log > .log-turns");
    if (current && list.scrollHeight > list.clientHeight + 1) {
      const box = current.getBoundingClientRect(), view = list.getBoundingClientRect();
      const to = list.scrollTop + box.top + box.height / 2 - view.top - view.height / 2;
      const rows = all("h3, .log-who, li li", list).filter((row) => !row.closest("details:not([open]) > :not(summary)"));
      const tops = rows.map((row) => row.getBoundingClientRect().top - view.top + list.scrollTop);
      list.scrollTop = Math.max(0, ...tops.filter((top) => top <= to)); // no line is cut in half at its top
    }
    window.ridotto?.showMoved?.();
    const now = all(".board [data-now]").pop(), plan = now?.closest("[tabindex]");
    if (plan && (plan.scrollWidth > plan.clientWidth + 1 || plan.scrollHeight > plan.clientHeight + 1)) window.ridotto?.lookAt(now, plan);
  };

  const told = () => all(".film-text").map((line) => line.textContent.trim()).join(" ");
  const moveText = () => one("#asked .facts b")?.textContent ?? "";
  const paint = (html, ply) => {
    const focus = document.activeElement, fresh = make("template", { innerHTML: html });
    for (const part of [...fresh.content.children]) {
      const own = part.id && film.querySelector(`#${CSS.escape(part.id)}`);
      if (own) take(own, part);
    }
    shown = ply;
    if (focus !== document.body && !focus.isConnected) button.focus({ preventScroll: true });
    slider.setAttribute("aria-valuetext", moveText());
    number.value = ply;
    document.title = [moveText(), ...(isShown && told() ? [told()] : []), title].join(" · ") + " – Ridotto";
    follow();
    settle();
  };

  /* ---- where one is: the address, and what the browser remembers ---- */

  const store = {
    get all() { try { return JSON.parse(localStorage.getItem("films")) ?? {}; } catch { return {}; } },
    keep(ply) {
      const { [url]: _, ...others } = this.all, kept = Object.entries(others).slice(-GAMES_MOST);
      if (ply > 0 && ply < last) kept.push([url, ply]);
      try { localStorage.setItem("films", JSON.stringify(Object.fromEntries(kept))); } catch { /* then it begins at the beginning */ }
    },
  };
  let settling = 0;
  const settled = () => {
    settling = 0;
    const path = `${url}/${shown}${search}`, back = document.querySelector(".languages [name=back]");
    history.replaceState(history.state, "", path);
    if (back) back.value = path;
    if (isFinal) store.keep(shown);
    if (!timer && !controls.dataset.problem) says.textContent = `${moveText()}. ${told()}`;
  };
  const settle = () => {
    if (timer && settling) return;
    clearTimeout(settling);
    settling = setTimeout(settled, SETTLED);
  };

  /* ---- going there ---- */

  /* A picture of the newest ply that is wanted, and none of those that were wanted before it was drawn. */
  const picture = () => new Promise((done) => (document.hidden ? setTimeout(done, 50) : requestAnimationFrame(done)));
  const draw = async () => {
    busy = true;
    try {
      while (wanted !== shown) {
        const ply = wanted, loaded = await load(ply);
        if (from(wanted) !== loaded.first) continue;
        paint(text(loaded, wanted), wanted);
        await picture();
      }
    } catch {
      stop();
      wanted = shown;
      slider.value = shown;
      says.textContent = words.failed;
      controls.dataset.problem = words.failed;
    } finally {
      busy = false;
    }
    ahead(shown + block / 2);
  };
  const go = (ply) => {
    wanted = Math.max(0, Math.min(last, ply));
    slider.value = wanted;
    delete controls.dataset.problem;
    return busy ? null : draw();
  };

  const name = () => {
    button.setAttribute("aria-label", timer ? words.pause : words.play);
    button.title = timer ? words.pause : words.play;
    button.classList.toggle("plays", timer !== 0);
  };
  const stop = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    name();
    settle();
  };
  const tick = async () => {
    if (busy) { // what comes first is on its way still
      timer = setTimeout(tick, STEP / speed.value);
      return;
    }
    await go(shown + 1);
    if (!timer) return;
    if (shown >= last) return stop();
    timer = setTimeout(tick, STEP / speed.value);
  };
  const play = async () => {
    timer = setTimeout(tick, wanted >= last ? STEP / speed.value : 0);
    name();
    if (wanted >= last) await go(0);
  };
  const toggle = () => (timer ? stop() : play());
  const step = (by) => {
    stop();
    return go(wanted + by);
  };
  const marks = all(".film-rounds a").map((mark) => +mark.dataset.ply);
  const round = (by) => {
    const next = by > 0 ? marks.find((ply) => ply > wanted) ?? last : marks.findLast((ply) => ply < wanted) ?? 0;
    stop();
    return go(next);
  };

  /* ---- controls ---- */

  const button = make("button", { type: "button", className: "primary film-button" });
  button.append(make("span", { className: "film-sign" }));
  button.lastChild.setAttribute("aria-hidden", "true");
  button.addEventListener("click", toggle);
  one(".film-play").append(button);
  name();
  film.classList.add("runs");
  for (const part of [one(".film-slide"), one(".film-more")]) part.hidden = false;
  one(".film-go").hidden = one(".film-rounds").hidden = true;

  const ticks = make("div", { className: "film-ticks" });
  ticks.setAttribute("aria-hidden", "true");
  for (const mark of all(".film-rounds a")) {
    const tick = make("span", { textContent: "told" in mark.dataset ? mark.textContent : "" });
    tick.style.setProperty("--at", last ? mark.dataset.ply / last : 0);
    ticks.append(tick);
  }
  slider.after(ticks);
  slider.addEventListener("input", () => {
    stop();
    go(+slider.value);
  });
  try { speed.value = localStorage.getItem("film speed") ?? "1"; } catch { /* then it is as it stands */ }
  if (!speed.value) speed.value = "1";
  speed.addEventListener("change", () => {
    try { localStorage.setItem("film speed", speed.value); } catch { /* for this page only */ }
    if (!timer) return;
    clearTimeout(timer);
    timer = setTimeout(tick, STEP / speed.value);
  });

  const copy = one(".film-copy"), copyWords = copy.querySelector("span"), copyName = copyWords.textContent;
  const nameCopy = (done) => {
    copyWords.textContent = done ? copy.dataset.copied : copyName;
    copy.classList.toggle("copied", done);
    if (done) says.textContent = copy.dataset.copied;
  };
  copy.addEventListener("click", () => window.ridotto.copy(`${location.origin}${url}/${shown}${search}`, copy).then(() => {
    nameCopy(true);
    setTimeout(nameCopy, 2000, false);
  }, () => {}));

  /* Links to other plies, in the log, the chart and among the controls. */
  film.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]"), plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
    if (!link || !plain) return;
    const to = new URL(link.getAttribute("href"), location), ply = to.pathname.startsWith(`${url}/`) ? to.pathname.slice(url.length + 1) : "";
    if (!/^\d+$/.test(ply) || to.search !== search) return;
    event.preventDefault();
    stop();
    go(+ply);
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || (target !== slider && target.closest("input:not([type=checkbox]), textarea, select"))) return;
    const does = {
      ArrowLeft: () => (event.shiftKey ? round(-1) : step(-1)), ArrowRight: () => (event.shiftKey ? round(1) : step(1)),
      Home: () => step(-last), End: () => step(last), " ": () => !event.repeat && toggle(),
    }[key];
    if (!does || (key === " " && target.closest("button, a, summary, label, [type=checkbox]"))) return;
    event.preventDefault();
    event.stopPropagation(); // ridotto.js would press the links
    does();
  }, true);

  /* A finger that goes sideways, where nothing else is pushed sideways by it. */
  const slides = (node) => {
    for (let at = node; at && at !== film; at = at.parentElement)
      if (at.matches("input, select") || (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX))) return true;
    return false;
  };
  let touch = null;
  film.addEventListener("touchstart", (event) => {
    const [finger] = event.touches;
    touch = event.touches.length === 1 && event.target.closest(".board, .film-bar") && !slides(event.target) ? { x: finger.clientX, y: finger.clientY } : null;
  }, { passive: true });
  film.addEventListener("touchend", (event) => {
    const [finger] = event.changedTouches, dx = touch && finger.clientX - touch.x, dy = touch && finger.clientY - touch.y;
    touch = null;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  }, { passive: true });
  film.addEventListener("touchcancel", () => { touch = null; }, { passive: true });

  addEventListener("pagehide", () => {
    stop();
    if (settling) settled();
  });

  /* Where one was last; and what is likely to be wanted first. */
  const known = "begun" in film.dataset ? store.all[url] : 0;
  follow();
  if (known > 0 && known < last) go(known);
  else (window.requestIdleCallback ?? setTimeout)(() => {
    ahead(shown);
    if (from(shown + 1) !== from(shown)) ahead(shown + 1);
  });
})();
