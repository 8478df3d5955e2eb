/* Small comforts for a table: keys, steppers, and log entries that point at the board. Everything works without it. */
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* Number fields get a minus and a plus. */
  const addStepper = (input) => {
    const box = document.createElement("span");
    box.className = "stepper";
    input.replaceWith(box);
    const step = (sign, by) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.tabIndex = -1;
      button.dataset.by = by;
      button.setAttribute("aria-hidden", "true");
      return button;
    };
    box.append(step("−", -1), input, step("+", 1));
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper button"), input = button?.parentNode.querySelector("input");
    if (!button) return;
    button.dataset.by > 0 ? input.stepUp() : input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* A page of a table that does not ask for news by itself says that it is open: a plan is not played at once before somebody's eyes. */
  const open = document.querySelector("[data-open]");
  const sayOpen = () => document.hidden
    || fetch(open.dataset.open, { headers: { Accept: "application/json", "X-Ridotto-Background": "1" }, cache: "no-store" }).catch(() => {});
  if (open) setInterval(sayOpen, 25000);

  /* What is to be handed on gets a button that copies it and, where the system has a sheet for that, one that shares it. */
  const addCopy = (field) => {
    for (const does of ["copy", ...(field.dataset.share && navigator.share ? ["share"] : [])]) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: field.dataset[does] });
      button.dataset.does = does;
      button.ariaLive = "polite";
      field.after(button);
    }
  };

  /* The browser knows where it is. */
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of all("[data-zone]")) {
    const take = () => {
      if (field.options && ![...field.options].some((option) => option.value === zone)) field.add(new Option(zone, zone));
      field.value = zone;
    };
    const offer = document.querySelector("[data-zone-offer]");
    if (!offer) take();
    else if (zone && field.value !== zone) {
      offer.hidden = false;
      offer.textContent = offer.dataset.zoneOffer.replace("{zone}", zone);
      offer.addEventListener("click", () => { take(); offer.hidden = true; });
    }
  }

  /* Of several numbers only those below another that is chosen: no more bots than there are seats; and words that say whether
     it is as many as can be. */
  const limit = (pills) => {
    const most = +pills.closest("form").querySelector(`[name=${pills.dataset.fewerThan}]:checked`).value - 1;
    for (const choice of all("input", pills)) {
      choice.disabled = +choice.value > most;
      if (choice.disabled && choice.checked) all("input", pills).find(({ value }) => +value === most).checked = true;
    }
    const full = +pills.querySelector("input:checked")?.value === most;
    for (const words of all("[data-full]", pills.closest("form"))) words.textContent = full ? words.dataset.full : words.dataset.free;
  };
  for (const pills of all("[data-fewer-than]")) {
    pills.closest("form").addEventListener("change", () => limit(pills));
    limit(pills);
  }
  /* What is folded away is said in words, until somebody changes it. */
  for (const options of all(".more-options"))
    options.addEventListener("change", () => { options.querySelector("summary small").hidden = true; }, { once: true });

  const listed = (words) => new Intl.ListFormat(document.documentElement.lang, { style: "narrow" }).format(words);
  /* What the chosen amounts cost together. */
  const showSum = (sum) => {
    const priced = all("[data-price]", sum.closest("form"));
    if (!priced.length) return;
    const cost = priced.reduce((total, amount) => {
      const input = amount.querySelector("input:checked, input[type=number]");
      return total + amount.dataset.price * (input ? input.value : 0);
    }, 0);
    const { sum: words, per = 1, each, all: together } = sum.dataset;
    const taken = sum.dataset.per ? [] : all("[data-name]", sum.closest("form")).map((amount) => [amount.querySelector("input:checked, input[type=number]")?.value, amount.dataset.name]);
    const list = taken.filter(([n, name]) => n > 0 && name).map(([n, name]) => each.replace("{n}", n).replace("{name}", name));
    const costs = words.replace("{n}", cost).replace("{m}", Math.floor(cost / per)).replace("{lost}", cost % per);
    sum.textContent = list.length ? together.replace("{list}", listed(list)).replace("{sum}", costs) : costs;
  };
  document.addEventListener("input", (event) => all("[data-sum]", event.target.form ?? undefined).forEach(showSum));

  let showAsked = null; // brings into sight what a guide marks
  let showPlaces = null; // brings into sight what the board is about
  let aimed = null; // the end of a board at which a piece is shown, and how it is turned there

  /* For live.js: what a page from the server is given, too, and what is worked out anew; after a step of one's @own nothing is
     aimed at any more, and the board shows what it is about now. */
  window.ridotto = {
    listed, // words as a list, as the language writes it
    TWICE: 400, // milliseconds within which two presses are one double press
    enhance: (root) => {
      all("input[data-stepper]", root).forEach(addStepper);
      all("input[data-copy]", root).forEach(addCopy);
    },
    refresh: (own) => {
      if (own) aimed = null;
      all("[data-sum]").forEach(showSum);
      document.documentElement.classList.toggle("scripted", Boolean(document.querySelector("a[data-end]")));
      if (aimed) show(...aimed, true);
      if (own) showPlaces?.(true);
      if (own) showAsked?.();
      window.ridotto.offer?.();
    },
  };
  window.ridotto.enhance(document);
  window.ridotto.refresh();

  /* What a field must hold is said in the language of the page, not of the browser; before the browser looks at the form that is sent. */
  const { missing, range, steps } = document.body.dataset;
  const wanted = (field) => field.matches("select") ? missing
    : field.matches("[type=number][min][max]") ? (field.step ? steps : range).replace("{lo}", field.min).replace("{hi}", field.max).replace("{step}", field.step)
    : "";
  if (missing) document.addEventListener("click", ({ target }) => {
    for (const field of target.closest("button")?.form?.elements ?? []) {
      field.setCustomValidity?.("");
      if (field.validity && !field.validity.valid) field.setCustomValidity(wanted(field));
    }
  }, true);

  /* A second press while the first is on its way makes neither a second guest nor a second account. */
  const UNDER_WAY = 5000; // milliseconds
  let begun = -UNDER_WAY;
  document.addEventListener("submit", (event) => {
    if (!/^\/(play\/|guides\/|join$)/.test(event.target.getAttribute("action"))) return;
    if (performance.now() - begun < UNDER_WAY) event.preventDefault();
    else begun = performance.now();
  });
  addEventListener("pageshow", () => { begun = -UNDER_WAY; });

  /* A line of chat or a note half written is still there after a step on the board, in this tab, for the same person. */
  const me = document.querySelector("header .me a")?.getAttribute("href");
  const nameOf = (form) => `${me} ${form.getAttribute("action")}`;
  const handedIn = new Set();
  const talk = all("#chat-form, #note-form");
  const typed = (form) => all("textarea, [name=made_from]", form);
  for (const form of talk) {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? "[]");
    sessionStorage.removeItem(nameOf(form));
    if (!form.querySelector(".problem")) kept.forEach((text, i) => { typed(form)[i].value = text; });
    form.addEventListener("submit", () => handedIn.add(form));
  }
  addEventListener("pagehide", () => {
    for (const form of talk) {
      const text = form.querySelector("textarea");
      if (handedIn.has(form) || text.value === text.defaultValue) sessionStorage.removeItem(nameOf(form));
      else sessionStorage.setItem(nameOf(form), JSON.stringify(typed(form).map((field) => field.value)));
    }
    handedIn.clear();
  });

  /* For film.js, too. Where a script may not reach the clipboard, the browser copies what is selected. */
  window.ridotto.copy = (value, beside) => {
    const bySelection = () => {
      const field = Object.assign(document.createElement("input"), { value, readOnly: true });
      beside.after(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done ? Promise.resolve() : Promise.reject();
    };
    return navigator.clipboard ? navigator.clipboard.writeText(value).catch(bySelection) : bySelection();
  };

  document.addEventListener("click", ({ target: button }) => {
    const field = button.parentNode.querySelector?.("input[data-copy]");
    if (!field || !button.dataset.does) return;
    if (button.dataset.does === "share") return void navigator.share({ title: document.title, url: field.value }).catch(() => {});
    window.ridotto.copy(field.value, button).then(() => {
      button.textContent = field.dataset.copied;
      setTimeout(() => { button.textContent = field.dataset.copy; }, 2000);
    }, () => {}).finally(() => field.select()); // to be copied by hand where it was not
  });

  /* A place of the board and its line in the list light up together. */
  const light = (event, on) => {
    const from = event.target.closest("[data-place]");
    if (!from) return;
    for (const place of all(`[data-place="${CSS.escape(from.dataset.place)}"]`))
      if (place !== from) place.classList.toggle("lit", on);
  };
  for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])
    document.addEventListener(name, (event) => light(event, on));

  /* A board that does not fit its window: how large it is and what lies in its middle are kept for each table, in this tab,
     for the same person. What happened last, or is just aimed at, is in sight when a page begins, unless no place for the
     piece in hand would be: one is at least. */
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const lookAt = (place, view) => view.scrollBy(centre(place).x - centre(view).x, centre(place).y - centre(view).y);
  window.ridotto.lookAt = lookAt; // for replay.js
  const larger = document.querySelector("[data-larger]");
  if (larger) {
    const view = larger.closest(":has([tabindex])").querySelector("[tabindex]"), plan = view.querySelector("svg");
    const key = `${me} ${location.pathname.split("/", 3).join("/")} board`;
    const corner = () => plan.viewBox.baseVal, unit = () => view.scrollWidth / corner().width; // pixels to one of the picture's units
    const places = () => [...all(".aimed", view), ...all("[data-now]", view).reverse()];
    const away = (place) => Math.hypot(centre(place).x - centre(view).x, centre(place).y - centre(view).y);
    const isSeen = (place) => {
      const { x, y } = centre(place), box = view.getBoundingClientRect();
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    };
    const kept = JSON.parse(sessionStorage.getItem(key));
    if (kept) {
      larger.checked = kept.larger;
      view.scrollTo((kept.x - corner().x) * unit() - view.clientWidth / 2, (kept.y - corner().y) * unit() - view.clientHeight / 2);
    }
    showPlaces = (stays) => {
      const [last] = places(), open = all("a[data-end]:has([data-way])", view); // ends at which the piece in hand may lie
      if (last && !(stays && (isSeen(last) || open.some(isSeen)))) lookAt(last, view);
      if (open.length && !open.some(isSeen)) lookAt(open.reduce((a, b) => (away(b) < away(a) ? b : a)), view);
    };
    showPlaces(kept);
    const whole = document.querySelector("[data-whole]"); // pressed anywhere, it shows that part as large as before
    view.addEventListener("click", ({ clientX, clientY }) => {
      if (!whole?.checked || getComputedStyle(plan).pointerEvents !== "none") return;
      const to = new DOMPoint(clientX, clientY).matrixTransform(plan.getScreenCTM().inverse());
      whole.checked = false;
      const { x, y } = to.matrixTransform(plan.getScreenCTM()), middle = centre(view);
      view.scrollBy(x - middle.x, y - middle.y);
    });
    larger.addEventListener("change", () => { if (whole) whole.checked = false; });
    larger.addEventListener("change", () => places().slice(0, 1).forEach((place) => lookAt(place, view)));
    addEventListener("pagehide", () => window.ridotto.stop?.()); // a replay shows another board
    addEventListener("pagehide", () => sessionStorage.setItem(key, JSON.stringify({
      larger: larger.checked,
      x: corner().x + (view.scrollLeft + view.clientWidth / 2) / unit(),
      y: corner().y + (view.scrollTop + view.clientHeight / 2) / unit(),
    })));
  }

  /* What a guide marks is in sight above the sheet of a phone, in a fold that is open, and its part of the board comes near; a press on it
     does what the button of the guide does. */
  const guide = () => document.querySelector(".guided .guide");
  if (guide()) {
    let nearest = null; // the part of the board that the guide has brought near
    showAsked = (arriving) => {
      const sheet = document.querySelector(".turn"), marked = guide() ? all(".guided :is(.board, .hand) .can") : [];
      const isShown = (one) => one.checkVisibility ? one.checkVisibility() : one.getClientRects().length;
      for (let fold = !marked.some(isShown) && marked[0]?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      if (getComputedStyle(sheet).position !== "fixed") return;
      const place = marked.find((one) => one.getClientRects().length), nearer = place?.dataset.nearer ?? (nearest && document.querySelector("[data-far]")?.id);
      nearest = place?.dataset.nearer;
      if (nearer) document.getElementById(nearer).checked = true;
      if (!place || (arriving && document.querySelector(".flash"))) return; // a message is read first
      const { top, bottom } = place.getBoundingClientRect();
      if (place.closest(".hand") || top < 0 || bottom > sheet.getBoundingClientRect().top) place.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    showAsked(true);
    document.addEventListener("click", (event) => {
      const press = event.target.closest("[data-asked]") && document.querySelector(".guide-press");
      if (!press) return;
      event.preventDefault();
      press.click();
    });
  }

  /* A piece that may lie at several ends of a board, turned in several ways: pointing at an end shows it there, R or the
     round arrow turns it, pointing again or Enter places it, as the button beside the board does. */
  const ends = (id) => all(`[data-end]:is(#${id}, [href="#${id}"])`);
  const idOf = (end) => end.id || end.getAttribute("href").slice(1);
  /* Part of what is asked is wholly in sight in the panel, above what ends the turn; the window stays where it is. */
  const bring = (part) => {
    const asked = part.closest(".asked");
    if (!asked) return;
    const box = part.getBoundingClientRect(), { top, bottom } = asked.getBoundingClientRect();
    const foot = asked.querySelector(".draft-do")?.getClientRects()[0]?.top ?? bottom;
    if (box.bottom > Math.min(foot, bottom) || box.top < top) asked.scrollTop += box.top - top - 8;
  };
  window.ridotto.bring = bring; // for live.js
  const show = (id, way, aim) => {
    for (const part of all(".armed")) part.classList.remove("armed");
    for (const part of all(aim ? ".aimed" : "a.aimed")) part.classList.remove("aimed");
    for (const part of all("[data-way].on")) part.classList.remove("on");
    for (const part of ends(id)) {
      part.classList.add("armed");
      if (aim) {
        part.classList.add("aimed");
        const fold = part.closest("details");
        if (fold) fold.open = true;
        bring(part);
      }
      part.querySelector(`[data-way="${way}"]`)?.classList.add("on");
    }
  };
  const waysOf = (end) => all("[data-way]", end).map(({ dataset }) => dataset.way);
  const wayOf = (end) => end.querySelector(".on")?.dataset.way ?? waysOf(end)[0];
  const laying = (end) => ends(idOf(end)).map((part) => part.querySelector("button.on")).find(Boolean);
  /* As a screen reader would say it. */
  const nameOfButton = (button) => {
    const words = button?.cloneNode(true);
    for (const sign of words ? all("[aria-hidden=true]", words) : []) sign.remove();
    return words?.getAttribute("aria-label") ?? words?.textContent.replace(/\s+/g, " ").trim() ?? "";
  };
  const isAimed = (end) => aimed?.[0] === idOf(end) && end.classList.contains("aimed");
  const aim = (end, way) => {
    aimed = [idOf(end), way];
    show(...aimed, true);
    const line = document.querySelector("[data-aimed]");
    if (line) line.textContent = nameOfButton(laying(end));
  };
  const say = (text) => {
    const line = document.querySelector("[data-say]");
    line.dataset.was ??= line.textContent;
    const now = text || line.dataset.was;
    if (line.textContent !== now) line.textContent = now; // or it is read aloud once more
    const box = line.getBoundingClientRect(), asked = line.closest(".asked"), around = asked?.getBoundingClientRect();
    if (asked && text && box.top < around.top) asked.scrollTop += box.top - around.top - 8;
    if (asked && text && box.bottom > around.bottom) asked.scrollTop += box.bottom - around.bottom + 8;
  };
  const refusals = (end) => ends(idOf(end)).flatMap((part) => all("[data-not]", part)).map((why) => why.textContent.trim());
  const turn = (end) => {
    const ways = waysOf(end), { single } = document.querySelector("[data-say]").dataset;
    aim(end, ways[(ways.indexOf(wayOf(end)) + 1) % ways.length]);
    say(ways.length < 2 && [...(ways.length ? [single] : []), ...refusals(end)].join(" "));
  };
  /* By the board alone nothing is done that cannot be taken back: the panel asks. A second press at once is none. */
  const { TWICE } = window.ridotto;
  let aimedAt = -Infinity;
  const layFromBoard = (end) => {
    window.ridotto.byBoard = true;
    laying(end)?.click();
    window.ridotto.byBoard = false;
  };
  const isFar = () => document.querySelector("[data-far]:checked") && matchMedia("(pointer: coarse)").matches;
  const comeNearer = (id) => { document.getElementById(id).checked = true; }; // for now, and not kept
  document.addEventListener("click", (event) => {
    const end = event.target.closest("a[data-end]"), mute = event.target.closest("a.no[data-nearer]");
    if (mute && event.detail && isFar()) {
      event.preventDefault();
      comeNearer(mute.dataset.nearer);
    }
    if (!end) return;
    event.preventDefault();
    if (event.target.closest("[data-turn]")) return turn(end);
    if (isAimed(end)) return (!event.detail || event.timeStamp - aimedAt > TWICE) && layFromBoard(end); // keys are struck one by one
    if (comesNearer(end, event)) return;
    aimedAt = event.timeStamp;
    aim(end, wayOf(end));
    say(!waysOf(end).length && refusals(end).join(" "));
  });
  /* Where a finger could mean several ends, the part of the board that they lie in comes nearer first. */
  const isCrowded = (x, y) => isFar() && all("a[data-nearer]").filter((other) => !other.matches(".no") && Math.hypot(centre(other).x - x, centre(other).y - y) < 22).length > 1;
  const comesNearer = (end, { detail, clientX, clientY }) => {
    const comes = detail && end.dataset.nearer && isCrowded(clientX, clientY);
    if (comes) comeNearer(end.dataset.nearer);
    return comes;
  };
  window.ridotto.comesNearer = comesNearer; // for basket.js
  const hasty = document.querySelector("li[data-end]:target"); // pointed at before this script was there
  if (hasty) {
    aim(hasty, wayOf(hasty));
    document.getElementById("board").scrollIntoView();
  }
  /* A look at the list shows, but who then points at that end aims first; the list stays as it is, or a press would miss. It takes a
     pointer that moves: under one that rests the list moves when an end is aimed at, and that is no look. */
  for (const name of ["pointermove", "focusin"])
    document.addEventListener(name, (event) => {
      const way = event.target.closest("li[data-end] [data-way]:not(.on)");
      if (way && (name === "focusin" || event.movementX || event.movementY)) show(idOf(way.closest("[data-end]")), way.dataset.way, false);
    });

  /* Of lists of which one is open at a time, the one that is pressed open is in sight though the one above it has closed; and what is
     pressed open in the panel is, as far as it fits. */
  document.addEventListener("toggle", ({ target }) => {
    if (!target.open || !target.contains(document.activeElement)) return;
    if (target.name) target.querySelector("summary").scrollIntoView({ block: "nearest" });
    else if (target.closest(".about")) target.scrollIntoView({ block: "nearest" }); // a question with its warning and its button
    else if (!target.closest(".draft-do")) bring(target);
  }, true);

  /* A place that a key leads to is wholly in sight, however its board is scrolled. Chromium alone would leave it outside: it takes for seen
     what the widest strokes of a picture might just reach. What a finger presses stays where it is. */
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(`${PLACES}:focus-visible`)) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  /* Arrow keys go to the nearest place in that direction, also to those that answer only why nothing can be done there, which Tab passes over. */
  const PLACES = ".board :is(.can, a.no)";
  const nearest = (from, dx, dy) => {
    const here = centre(from);
    let best = null, least = Infinity;
    for (const place of all(PLACES)) {
      if (place === from || !place.getClientRects().length) continue;
      const there = centre(place), x = there.x - here.x, y = there.y - here.y;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 4 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = place;
      }
    }
    return best;
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /* Who dictates, or strikes keys by mistake, switches those of one character off on the page that lists them. */
  const letters = {
    get on() { try { return localStorage.getItem("letters") !== "off"; } catch { return true; } },
    set on(on) { try { localStorage.setItem("letters", on ? "on" : "off"); } catch { /* then they stay on */ } },
  };
  for (const line of all("[data-letters]")) {
    const box = line.querySelector("input");
    line.hidden = false;
    box.checked = letters.on;
    box.addEventListener("change", () => { letters.on = box.checked; });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const place = event.target.closest(PLACES);
    if (place && arrows[event.key]) {
      const next = nearest(place, ...arrows[event.key]);
      if (next) {
        event.preventDefault();
        next.focus();
      }
      return;
    }
    if (event.key.length === 1 && !letters.on) return;
    const press = {
      ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]", Home: ".plies li:first-child a", End: ".plies li:last-child a",
      u: "[data-key=u]", n: "[data-key=n]",
    }[event.key];
    const armed = event.target.closest("a[data-end]") ?? document.querySelector("a[data-end].armed");
    if (armed && event.key.toLowerCase() === "r") turn(armed);
    const target = press && document.querySelector(press);
    if (target) {
      event.preventDefault();
      target.click();
    }
    if (event.key === "?") location.assign("/help#keys");
  });
})();
