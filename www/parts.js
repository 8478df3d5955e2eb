/* A map that is drawn a part at a time, each larger than the whole. A part that was chosen stays while the same is asked and may be done there, or
 * nothing is asked on the map. Else that part is shown in which it may be done, or what one's own step or a replay has moved; the whole where that is
 * several. A place, or what has moved, says by data-nearer in which part it lies, a place by data-asks what is asked of it. Other radio buttons are
 * only kept. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const whole = () => document.querySelector(".board [data-far]"); // the button of the whole, if the map has parts
  const isGuided = () => document.querySelector(".guided .guide"); // then ridotto.js shows what the guide marks
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  const asked = () => {
    const may = all(".board a.can[data-nearer]"), meant = may.filter((place) => place.matches(".armed, .aimed"));
    return meant.length ? meant : may;
  };
  const question = () => asked()[0]?.dataset.asks ?? "";
  const moved = () => all(".board [data-now]");
  let wasAsked = "", known = new Set(); // what was asked, and what was marked as moved, when the part was shown that is

  /* How far a thing lies from the middle of what is shown of the map: 1 is its edge. */
  const NEAR = 0.8, EDGE = 1;
  const away = (thing) => {
    const view = thing.closest("svg").parentNode, { x, y } = middle(thing), is = middle(view);
    return Math.max(Math.abs(x - is.x) / view.clientWidth, Math.abs(y - is.y) / view.clientHeight) * 2;
  };
  const show = (thing) => {
    const its = document.getElementById(thing.dataset.nearer);
    if (its) its.checked = true;
    if (its || away(thing) < NEAR) return;
    const distances = all(`[name="${whole().name}"]:not([data-far])`).map((part) => {
      part.checked = true;
      return { part, far: away(thing) };
    });
    const { part, far } = distances.reduce((a, b) => (b.far < a.far ? b : a));
    (far < EDGE ? part : whole()).checked = true;
  };

  /* What a phone would hide under its sheet comes above it. */
  const KNOB = 52; // pixels: by so much what makes the sheet taller stands out above it
  const raise = (thing) => {
    const sheets = all(".turn, .replay-says").filter((sheet) => getComputedStyle(sheet).position === "fixed");
    if (!sheets.length) return;
    const { top, bottom } = thing.getBoundingClientRect(), foot = Math.min(...sheets.map((sheet) => sheet.getBoundingClientRect().top)) - KNOB;
    if (top < 0 || bottom > foot) scrollBy({ top: top < 0 ? top - KNOB : bottom - foot, behavior: "instant" });
  };

  const showPart = (own, fresh) => {
    const places = asked(), parts = new Set(places.map((place) => place.dataset.nearer)), shown = document.querySelector(`[name="${whole().name}"]:checked`);
    if (shown === whole() || (!own && question() === wasAsked)) return;
    if (!parts.size && own && fresh) show(fresh);
    if (!parts.size || (parts.has(shown.id) && (parts.size === 1 || question() === wasAsked))) return;
    (parts.size === 1 ? document.getElementById([...parts][0]) : whole()).checked = true;
  };
  const follow = (own) => {
    const fresh = moved().find((thing) => !known.has(thing.outerHTML));
    if (whole() && !isGuided()) showPart(own, fresh);
    wasAsked = question();
    known = new Set(moved().map((thing) => thing.outerHTML));
    return fresh;
  };

  /* For replay.js and film.js, of the board that they show: first what was built, last who went on by that. */
  window.ridotto.showMoved = () => {
    const [thing] = whole() ? moved() : [];
    if (!thing) return;
    if (!whole().checked) show(thing);
    raise(thing);
  };
  /* For live.js: after a step of one's own, when all that is asked stands there. */
  let risen = null;
  window.ridotto.showRisen = () => {
    const thing = asked().find((place) => place.matches(".armed, .aimed")) ?? risen;
    if (whole() && thing?.isConnected) raise(thing);
  };
  const { refresh } = window.ridotto;
  window.ridotto.refresh = (own) => {
    refresh(own);
    risen = follow(own);
  };

  const keptAs = (field) => `${location.pathname.match(/^\/games\/\d+/)} part ${field.name}`;
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-kept]")) sessionStorage.setItem(keptAs(target), JSON.stringify({ id: target.id, asked: question() }));
  });
  for (const field of all("[data-kept]")) {
    const kept = JSON.parse(sessionStorage.getItem(keptAs(field)));
    const isMap = field.name === whole()?.name;
    if (kept?.id !== field.id || (isMap && isGuided())) continue;
    field.checked = true;
    if (isMap) wasAsked = kept.asked;
  }
  follow(false);
  const about = document.querySelector("[data-choice] .board [data-about]"); // what a choice out of a letter is about
  if (about) raise(about);
})();
