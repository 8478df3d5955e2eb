/* Several things are taken together: pressing one on the board puts it into the form beside it, pressing it again takes it out. Without
 * this the form is filled in by hand. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  /* Places: a link of the board has data-picks="r1", and the form data-basket="drain site=", what the value of its options begins with. */
  const basket = () => document.querySelector("[data-basket]");
  const boxes = () => all("select", basket());
  const showPicks = (says) => {
    const form = basket();
    if (!form) return;
    const picked = boxes().filter(({ value }) => value).map(({ value }) => value.slice(form.dataset.basket.length));
    for (const link of all("a[data-picks]")) link.classList.toggle("aimed", picked.includes(link.dataset.picks));
    const line = form.querySelector("[role=status]"), words = window.ridotto.listed(boxes().map((box) => box.value && box.selectedOptions[0].text).filter(Boolean));
    if (says && line.textContent !== words) line.textContent = words;
  };
  const pick = (id) => {
    const value = basket().dataset.basket + id, chosen = boxes().map((box) => box.value).filter(Boolean);
    const at = chosen.indexOf(value);
    if (at >= 0) chosen.splice(at, 1);
    else chosen.splice(boxes().length - 1, 1, value); // the last gives way where all are full
    boxes().forEach((box, i) => { box.value = chosen[i] ?? ""; });
    for (const said of all(".asked > .why")) said.remove(); // of a place pressed before
    for (const place of all(".asked-why")) place.classList.remove("asked-why");
    takeBack();
    showPicks(true);
  };

  /* Amounts: a thing on the board has data-adds="white", the field of the form that it counts in. One more with each press, and after
     the last none. The place that it lies at may have to be chosen first: then it is added when its form is there. */
  let waiting = null;
  const counter = (name) => all(`.asked .amounts input[type=radio][name="${CSS.escape(name)}"]`);
  const taken = (name) => +(counter(name).find(({ checked }) => checked)?.value ?? 0);
  const take = (name, n) => {
    const field = counter(name).find(({ value }) => +value === n);
    if (!field) return;
    field.checked = true;
    changed(field);
  };
  const showTaken = () => {
    for (const thing of all("[data-adds]")) {
      const n = thing.closest(".chosen") ? taken(thing.dataset.adds) : 0, mark = thing.querySelector(".taken");
      mark.classList.toggle("on", n > 0);
      mark.querySelector("text").textContent = n || "";
    }
  };
  const addFirst = () => {
    const { place, name } = waiting;
    waiting = null;
    if (!document.querySelector(`.chosen[data-place="${CSS.escape(place)}"] [data-adds="${CSS.escape(name)}"]`)) return;
    for (const thing of all(".chosen [data-adds]")) take(thing.dataset.adds, 0);
    take(name, 1);
  };

  const { TWICE } = window.ridotto;
  let pressed = "", pressedAt = -Infinity;
  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a[data-picks]"), thing = event.target.closest("[data-adds]");
    if (link && basket()) {
      event.preventDefault();
      const again = event.detail && pressed === link.dataset.picks && event.timeStamp - pressedAt < TWICE; // a double click picks once
      [pressed, pressedAt] = [link.dataset.picks, event.timeStamp];
      if (!window.ridotto.comesNearer(link, event) && !again) pick(link.dataset.picks);
    }
    const place = thing?.closest("a[data-place]");
    if (!place) return;
    const { adds } = thing.dataset;
    if (!place.matches(".chosen") || !counter(adds).length) waiting = { place: place.dataset.place, name: adds };
    else {
      event.preventDefault();
      take(adds, counter(adds).some(({ value }) => +value === taken(adds) + 1) ? taken(adds) + 1 : 0);
    }
  }, true);
  /* Another step while something is chosen would leave that undone: it is pressed twice, and not by a double click. */
  let warned = null, at = 0;
  const takeBack = () => {
    warned = null;
    for (const said of all("[data-basket] .unused")) said.hidden = true;
  };
  document.addEventListener("submit", (event) => {
    const form = basket(), other = event.submitter;
    if (!form || event.target === form || other?.name !== "step" || !boxes().some(({ value }) => value)) return;
    if (warned === other && event.timeStamp - at > TWICE) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (warned !== other) at = event.timeStamp;
    warned = other;
    form.querySelector(".unused").hidden = false;
  }, true);
  document.addEventListener("input", () => { takeBack(); showPicks(true); showTaken(); });

  /* For live.js, after another page has come. */
  const { refresh } = window.ridotto;
  window.ridotto.refresh = (own) => {
    refresh(own);
    if (waiting && own) addFirst();
    takeBack(); // a button of the page before may be the node of another
    showPicks(false);
    showTaken();
  };
  showPicks(false);
  showTaken();
})();
