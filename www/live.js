/* Keeps an open page up to date: it listens to the stream of its table, or asks now and then; when there is something
 * newer it fetches itself and takes over what is different. What somebody is typing, choosing or drafting stays. One's own
 * choices and steps are answered likewise: the server leaves out the parts that the page has already. Runs before
 * ridotto.js, so that it sees the page as the server drew it. */
"use strict";
(() => {
  const bar = document.querySelector("[data-live]"), main = document.querySelector("main");
  if (!bar || !window.DOMParser) return;

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { live: url, events, page, prefix } = bar.dataset;
  const SECOND = 1000, MINUTE = 60 * SECOND, SEEN = 20 * SECOND;
  const BEHIND = { "X-Ridotto-Background": "1" }; // what waits to be said once waits for a page that somebody opens
  const isTable = "ply" in bar.dataset;
  const numbers = (element) => ({ version: +element.dataset.version, ply: isTable ? +element.dataset.ply : 0 });

  /* The parts that belong to one choice: a form lies in one, its buttons in another. */
  const TURN = [".asked", ".board", ".hand"];
  const inTurn = (element) => TURN.some((part) => element.matches(part));

  let { version, ply } = numbers(bar);         // of the page; of what is asked and the board
  let drawn = main.cloneNode(true);            // as the server drew it last
  const tagsOf = (root) => [...root.childNodes].find((node) => node.nodeType === 8 && node.nodeValue.startsWith("part_"))?.nodeValue ?? "";
  let tags = tagsOf(main);                     // of the parts of what was drawn last
  let query = location.pathname === page ? location.search : "";
  let before = +(bar.dataset.before ?? ply), since = Date.now(); // what is marked has changed after `before`; when that was taken over
  let own = false;                             // the page that is taken over is answered to one's own step
  let stepped = false;                         // and that step was taken
  let resting = false;                         // brought back, and perhaps of an older ply
  let acting = false, acts = 0, heard = version; // a step is under way; how many were; the version that news were of
  let lively = Date.now();                     // when something happened last

  /* ---- what must not be touched ---- */

  const isText = (field) => field.matches("textarea, input:not([type=hidden], [type=checkbox], [type=radio])");
  const preset = (select) => Math.max(0, [...select.options].findLastIndex((option) => option.defaultSelected));
  const differs = (field) =>
    field.matches("select") ? field.selectedIndex !== preset(field)
    : field.matches("[type=checkbox], [type=radio]") ? field.checked !== field.defaultChecked
    : isText(field) && field.value !== field.defaultValue;
  const isBusy = (form) => form.querySelector(".problem")
    || [...form.elements].some((field) => differs(field) || (isText(field) && field === document.activeElement));
  const isMarked = (node) => {
    const selection = getSelection();
    return !selection.isCollapsed && (node.contains(selection.anchorNode) || node.contains(selection.focusNode));
  };

  const isTypedIn = () => all("form").some((form) => [...form.elements].some((field) => isText(field) && differs(field)));
  /* What is here now is another page, without the table or without the person; but what somebody wrote is not thrown away. */
  const leave = () => {
    if (!isTypedIn()) return location.reload();
    bar.querySelector("b").textContent = bar.dataset.gone;
    bar.querySelector(".live-news").textContent = "";
    bar.hidden = false;
  };

  const parts = (root) => all(TURN.join(), root);
  const invites = (element) => element.closest(".invite");          // stands in a part, but is no choice
  const chooses = () => parts(main).some((part) => part.querySelector(".crumbs, .draft, .armed-step")
    || all(".problem:not(.unsent)", part).some((problem) => !invites(problem)) || all("form", part).some((form) => isBusy(form) && !invites(form)));
  /* To see the table as it stands now gives up what one was choosing, and nobody is invited to a game that has begun. */
  let yields = false;
  const stays = (form) => isBusy(form) && !(yields && form.closest(TURN.join()) && !invites(form));
  const outlasts = (form) => stays(form) && !invites(form);

  /* What is asked and the board as they read, without what changes by itself. */
  const reading = (root) => parts(root).map((part) => {
    const copy = part.cloneNode(true);
    for (const passing of all("time, .since, .clock, .stands, .here, .watchers, a[href^='/next'], [name=csrf]", copy)) passing.remove();
    for (const empty of all("p:empty", copy)) empty.remove();
    return copy.outerHTML.replace(/\s+/g, " ");
  }).join();

  /* ---- taking over ---- */

  const keyOf = (node) => node.nodeType !== 1 ? ""
    : node.id || node.dataset.place || node.dataset.live || (node.matches(".flash") && node.className) || (node.matches("li") && node.querySelector("a[href]")?.getAttribute("href")) || "";
  const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

  const takeAttributes = (from, to) => {
    const own = (name) => name === "open" && from.matches("details");
    for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !own(name)) from.removeAttribute(name);
    for (const { name, value } of to.attributes)
      if (from.getAttribute(name) !== value && !own(name)) from.setAttribute(name, value);
  };

  /* Makes @from like @to. Every node that can stays, and with it focus, scrolling and what is unfolded. */
  const take = (from, to) => {
    if (from.nodeType !== 1) {
      if (from.nodeValue !== to.nodeValue && !isMarked(from)) from.nodeValue = to.nodeValue;
    } else if (!(from.matches("form") && stays(from))) {
      takeAttributes(from, to);
      takeChildren(from, to);
    }
  };

  const takeChildren = (from, to) => {
    const known = new Map([...from.childNodes].map((node) => [keyOf(node), node])), wanted = new Set([...to.childNodes].map(keyOf));
    let at = from.firstChild;
    const drop = () => {
      const node = at;
      at = at.nextSibling;
      if (node.nodeType === 1 && all("form", node).some(outlasts)) return;
      node.remove();
    };
    for (const child of [...to.childNodes]) {
      const key = keyOf(child), same = key ? known.get(key) : null;
      while (same && at && at !== same && (at.nodeType !== 1 || (keyOf(at) && !wanted.has(keyOf(at))))) drop();
      if (same && alike(same, child)) {
        known.delete(key);
        if (at === same) at = at.nextSibling;
        else from.insertBefore(same, at);
        take(same, child);
      } else if (!key && at && alike(at, child)) {
        const next = at.nextSibling;
        take(at, child);
        at = next;
      } else {
        from.insertBefore(document.importNode(child, true), at);
      }
    }
    while (at) drop();
  };

  /* Everything but what is asked and the board: those stay as they are. */
  const takeRest = (to) => {
    for (const selector of [".table-head", ".side > *", ".below > *", ".bar"])
      for (const child of all(selector, to)) {
        const own = all(selector, main).find((element) => alike(element, child) && (element.id || element.className === child.className));
        if (own && !inTurn(own)) take(own, child);
      }
  };

  /* The focus stays, and so does what stands at the top of the window where the browser does not see to that itself. */
  const inPlace = (change) => {
    const focus = document.activeElement, key = keyOf(focus);
    const anchor = !CSS.supports("overflow-anchor", "auto") && scrollY > 0
      && all("section, li", main).find((element) => element.getBoundingClientRect().top >= 0);
    const top = anchor && anchor.getBoundingClientRect().top;
    change();
    const place = focus.isConnected ? focus : key && main.querySelector(`[data-place="${CSS.escape(key)}"]`);
    if (place && place !== document.activeElement) place.focus({ preventScroll: true });
    if (place && place.matches(".asked :focus-visible")) place.scrollIntoView({ block: "nearest" });
    if (anchor && anchor.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - top);
  };

  /* From what has gone with the change, an option or the button that asked for it, the focus goes to what is asked now. */
  const leadOn = (focus) => {
    const lost = focus !== document.body && !focus.getClientRects().length, now = document.activeElement;
    if (lost && (now === document.body || now === focus)) main.querySelector("#asked")?.focus({ preventScroll: true });
  };

  const showTurn = (mine) => {
    const title = document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
    const icon = document.querySelector("link[rel=icon]"), was = icon.getAttribute("href");
    const is = was.replace(/icon(-turn)?\.svg/, mine ? "icon-turn.svg" : "icon.svg");
    document.title = mine ? prefix + title : title;
    if (is !== was) icon.setAttribute("href", is);
  };
  /* "Next" leads on where others wait than the game that is looked at; the number is of all, as everywhere. */
  const showWaiting = ({ waiting, others = waiting }) => {
    for (const badge of all("header nav .badge, .bar [data-waiting]")) {
      const link = badge.closest("header li");
      badge.textContent = waiting;
      (link ?? badge).hidden = !(link ? others : waiting);
    }
  };
  const showHere = ({ here, watching = 0 }) => {
    const mark = main.querySelector(".watchers");
    if (mark) {
      mark.hidden = !watching;
      mark.textContent = watching === 1 ? mark.dataset.one : mark.dataset.many.replace("#", watching.toLocaleString("en"));
    }
    for (const mark of all("[data-here]", main)) mark.hidden = !here.includes(+mark.dataset.here);
  };

  /* What was said on arriving stays until one's own next step. */
  const keepFlash = (to) => {
    const flash = main.querySelector(":scope > div.flash");
    if (flash && !own) to.firstElementChild.before(flash.cloneNode(true), "\n");
  };

  /* The style sheets of the fresh page, and no longer those that only the page before had. */
  const takeSheets = (fresh) => {
    const links = (page) => all("link[rel=stylesheet]:not(.of-help)", page), href = (link) => link.getAttribute("href");
    const lacks = (page) => (link) => !links(page).some((other) => href(other) === href(link));
    document.head.append(...links(fresh).filter(lacks(document)).map((link) => document.importNode(link)));
    for (const link of links(document).filter(lacks(fresh))) link.remove();
  };

  /* The parts that the server has left out. */
  const part = (name) => drawn.querySelector(`[data-part="${name}"]`);
  const have = () => tags.split(" ").filter((tag) => part(tag.split("=")[0])).join(" ") || "none";
  const parse = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html"), token = fresh.querySelector("[name=csrf]");
    for (const gap of all("main template[data-part]", fresh)) gap.replaceWith(part(gap.dataset.part)?.cloneNode(true) ?? "");
    if (token) for (const field of all("[name=csrf]", fresh)) field.setAttribute("value", token.value); // the session may be another now
    return fresh;
  };

  const reader = (root) => root.querySelector("header .me a")?.getAttribute("href");
  const takePage = (fresh, asked, force) => {
    if (reader(fresh) !== reader(document)) return location.reload(); // nothing of another reader stays
    const to = fresh.querySelector("main"), its = fresh.querySelector("[data-live]"), is = numbers(its), moved = is.ply !== ply;
    const copy = to.cloneNode(true), news = its.dataset.news || "";
    const focus = document.activeElement, keeps = !force && chooses(), refused = !moved && drawn.querySelector(".problem");
    const passed = keeps && !refused && reading(drawn) !== reading(to);
    window.ridotto?.stop?.();
    window.ridotto?.enhance(to);
    keepFlash(to);
    yields = force;
    inPlace(() => (keeps ? takeRest(to) : take(main, to)));
    if (stepped) for (const form of all("form", main)) if (form.closest(TURN.join())) form.reset(); // what was filled in is done
    stepped = false;
    take(document.querySelector("header nav"), fresh.querySelector("header nav"));
    takeSheets(fresh);
    window.ridotto?.refresh(own);
    own = false;
    document.title = fresh.title;
    showTurn(fresh.title.startsWith(prefix));
    version = is.version;
    bar.hidden = !passed && (bar.hidden || !keeps);
    if (passed) bar.querySelector(".live-news").textContent = news;
    if ((moved || passed) && !acting) bar.nextElementSibling.textContent = `${news} ${copy.querySelector(".asked h2")?.textContent ?? ""}`;
    leadOn(focus);
    if (keeps) return;
    drawn = copy;
    tags = tagsOf(copy);
    ply = is.ply;
    if (before < 0) before = ply;                // nothing is otherwise than before the game began
    query = asked;
    if ((moved || force) && !acting) {
      isAskedOf = false; // its address is gone
      history.replaceState(history.state, "", page + keyed(new URLSearchParams()) + location.hash);
      search = location.search;
    }
  };

  /* ---- fetching ---- */

  const keyed = (search) => {
    const key = new URLSearchParams(location.search).get("key");
    if (key) search.set("key", key);
    return search.toString() && `?${search}`;
  };

  /* The question to put: what is chosen stays chosen, and what changed after @before is marked. */
  const ask = (moved, force) => {
    if (!moved && !force) return query;
    const search = new URLSearchParams(force ? "" : query);
    search.delete("done");
    if (isTable) search.set("seen", before);
    return keyed(search);
  };

  let wanted = false, forced = false, fetching = null, told = ply, pause = SECOND;
  const fetchPage = async (force) => {
    const moved = told !== ply;
    /* What stood there for a while before somebody's eyes was seen. */
    if (moved && Date.now() - since > SEEN) before = ply;
    const asked = ask(moved, force), begun = acts;
    const answer = await fetch(page + asked, { headers: { Accept: "text/html", "X-Ridotto-Parts": have(), ...BEHIND }, cache: "no-store" });
    if (!answer.ok && answer.status !== 404) throw new Error(answer.status);
    const text = await answer.text();
    if (acting || acts !== begun) {              // what a step has brought meanwhile is newer, unless the news came after it
      wanted = heard !== version;
      return;
    }
    const fresh = parse(text);
    if (!fresh.querySelector("[data-live]")) return force ? location.reload() : leave();
    if (isTable && answer.redirected && !isTableOf(fresh)) return location.assign(answer.url); // who looks for a game came to another table
    takePage(fresh, asked, force || (resting && numbers(fresh.querySelector("[data-live]")).ply !== ply));
    if (moved || force) since = Date.now();
  };
  const fetchAll = async () => {
    try {
      while (wanted && !acting) {
        const now = forced;
        wanted = forced = false;
        await fetchPage(now);
      }
      pause = SECOND;
    } catch {
      wanted = true;
      pause = Math.min(2 * pause, MINUTE);
      setTimeout(() => wanted && catchUp(), pause);
    } finally {
      fetching = null;
    }
  };
  const catchUp = async (force = false) => {
    wanted = true;
    forced ||= force;
    if (acting || document.hidden) return;
    fetching ??= fetchAll();
    await fetching;
  };
  bar.querySelector("button").addEventListener("click", () => catchUp(true));

  /* ---- one's own choices and steps ---- */

  const bring = (selector) => {
    const part = main.querySelector(selector);
    if (part) window.ridotto.bring(part);
  };

  /* Under a sheet the news lie out of sight: what came of one's own step is told above the question, too. */
  const tellAbove = (isSheet) => {
    const told = isSheet && !main.querySelector(".armed-step, .problem") ? all(".since[data-own] > ul > li, .table:has(.done) .since li[data-drawn]", main) : [];
    const title = main.querySelector("#asked-sentence"), made = (name, textContent, className = "") => Object.assign(document.createElement(name), { textContent, className });
    const lines = told.map((line) => line.textContent.trim()), [newest] = lines.splice(told.findIndex((line) => line.matches("[data-drawn]")), 1); // -1: the last
    if (!newest || !title) return;
    const came = made(lines.length ? "details" : "p", lines.length ? "" : newest, "came"); // the choices stay in sight: what came before is unfolded
    if (lines.length) came.append(made("summary", newest), ...lines.map((line) => made("p", line)));
    title.after(came);
  };

  /* What is asked now, or the place that the link names, is in sight and has the focus, as after a link to it; a refusal is read out. */
  const lead = (name) => {
    const place = document.getElementById(name) ?? main.querySelector("#asked"), { top } = place.getBoundingClientRect();
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    const asked = place.closest(".turn > .asked"), isSheet = asked && getComputedStyle(asked.parentNode).position === "fixed";
    if (asked) asked.scrollTop = 0;
    if (!isSheet && (top < 0 || top > innerHeight / 2)) place.scrollIntoView();
    const board = isSheet && main.querySelector("#board");
    if (board && board.getBoundingClientRect().bottom < 120) board.scrollIntoView(); // scrolled away, to what had happened
    bring(main.querySelector(".tutor") ? ".tutor" : ".armed-step");
    tellAbove(isSheet);
    if (isSheet) window.ridotto.showRisen();
    bar.nextElementSibling.textContent = main.querySelector(".problem, .armed-step h3")?.textContent.trim() ?? "";
  };

  /* What Back and Forward lead to. When a step is under way it waits for that, whose answer is not shown any more. */
  const fetched = document.querySelector(".languages [name=back]")?.value;
  let search = fetched ? new URL(fetched, location).search : location.search, turned = false;
  const turn = () => {
    turned = acting;
    if (!acting) act(new URL(location.href), undefined, true).then((done) => done || location.reload());
  };

  /* Asks for @url, or sends it @fields. @busy says so meanwhile; @use is given what comes back, @failed is done when nothing does. What came
     in between, Back or news, is seen to afterwards. */
  const send = async (url, fields, busy, use, failed) => {
    const headers = { Accept: "text/html", "X-Ridotto-Parts": have() };
    acting = true;
    acts++;
    for (const line of all(".unsent", main)) line.remove();
    busy.setAttribute("aria-busy", "true");
    try {
      let answer, fresh;
      try {
        answer = await fetch(url, { method: fields ? "POST" : "GET", body: fields, headers, cache: "no-store" });
        fresh = parse(await answer.text());
      } catch {
        return failed();
      }
      return use(answer, fresh);
    } catch (error) {
      location.reload(); // it was answered, and must not be sent again
      throw error;
    } finally {
      acting = false;
      busy.removeAttribute("aria-busy");
      if (wanted && heard <= version) wanted = false;
      if (turned) turn();
      else if (wanted) catchUp();
    }
  };
  const isTableOf = (fresh) => fresh.querySelector("[data-live]")?.dataset.page === page;

  /* A step that could not be sent: the page stays as it is, and says so where answers stand. */
  const tellUnsent = () => {
    const title = main.querySelector("#asked-sentence"), words = document.getElementById("page-kept")?.dataset.unsent;
    if (!title || !words) return false;
    const line = Object.assign(document.createElement("p"), { className: "problem unsent", textContent: words });
    line.setAttribute("role", "alert");
    title.after(line);
    bring(".unsent");
    return true;
  };

  /* Opens @url, or sends it @fields, and takes over the table that comes back; @back: its address stands there already.
     false: the browser has to do it. */
  const act = (url, fields, back = false) => send(url, fields, main, (answer, fresh) => {
    if (turned) return true;
    const at = answer.headers.get("Content-Location") ?? (answer.redirected || !fields ? answer.url : null);
    if (!isTableOf(fresh) || answer.status >= 500) return false;
    const now = at && !back ? Object.assign(new URL(at, url), { hash: (!fields && url.hash) || "#asked" }) : new URL(location.href); // a refusal has none of its own
    const looks = now.searchParams.has("why") && !/[?&](arm|change)=/.test(query); // at a reason, and no step: one stays where one is, and what one aims at
    own = !looks;
    stepped = Boolean(fields && at) && !now.searchParams.has("arm");
    takePage(fresh, looks ? query : at ? now.search : "", true);
    told = before = ply;
    since = lively = Date.now();
    answered = performance.now();
    toldOf = looks ? now.searchParams.get("why") : null;
    if (looks) {
      bar.nextElementSibling.textContent = main.querySelector(".why")?.textContent ?? "";
      bring(".why");
      return true;
    }
    shown(now);
    isAskedOf = Boolean(fields) && now.searchParams.has("arm");
    lead(fields ? "asked" : now.hash.slice(1));
    return true;
  }, () => turned || Boolean(fields && tellUnsent()));

  /* A line of chat or a note is sent without leaving the page. What was typed stays where that fails, and is sent by the browser where
   * another page comes back. */
  const say = (form, url, fields) => send(url, fields, form, (answer, fresh) => {
    if (!isTableOf(fresh)) return false;
    for (const problem of all(".problem", form)) problem.remove();
    form.querySelector("textarea").defaultValue = "";
    form.reset(); // what was refused stands in the form that comes back
    own = false;
    takePage(fresh, query, false);
    bar.nextElementSibling.textContent = form.querySelector(".problem")?.textContent.trim() ?? bar.dataset.sent;
    return true;
  }, () => {
    bar.nextElementSibling.textContent = bar.dataset.unsent;
    if (!form.querySelector(".problem")) form.querySelector(".field").before(Object.assign(document.createElement("p"), { className: "problem" }));
    form.querySelector(".problem").textContent = bar.dataset.unsent;
    return true;
  });

  /* As the browser does: another address gets an entry of its own. */
  const shown = (url) => {
    search = url.search;
    if (url.href === location.href) history.replaceState(history.state, "", url.href);
    else history.pushState(null, "", url.href);
  };

  /* A second press at once is meant for what stood there before the page answered the first one: it presses nothing. */
  let toldOf = new URLSearchParams(location.search).get("why"), answered = -Infinity, actsAtPress = 0, isAskedOf = false; // the last: what is shown is a question about one's own step
  addEventListener("click", (event) => {
    if (event.detail < 2) actsAtPress = acts;
    const soon = event.pointerType === "touch" && event.timeStamp - answered < window.ridotto.TWICE;
    if (!(soon || acts !== actsAtPress) || event.target.closest("[data-adds]") || !event.target.closest(`:is(${TURN}) :is(a, button:not([type=button]))`)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /* The question stands above the foot of a phone already: who presses Table there wants to see the board. */
  document.querySelector(".bar .to-table")?.addEventListener("click", () => main.querySelector("#board")?.scrollIntoView());

  const isOurs = (url) => url.origin === location.origin && url.pathname === page;
  const goesOn = isTable && tags !== "";
  if (goesOn) addEventListener("click", (event) => {
    const link = event.target.closest("a[href]:not([data-end], [target], [download])");
    if (!link || !link.closest(TURN.join()) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.getAttribute("href"), location.origin);
    if (!isOurs(url)) return;
    if (toldOf && url.searchParams.get("why") === toldOf && main.querySelector(".why")) url.searchParams.delete("why"); // pressed again it closes
    event.preventDefault();
    if (acting || resting) return;
    if (isAskedOf && link.closest(".armed-step")) history.back(); // to what was chosen before one was asked
    else act(url).then((done) => done || location.assign(url));
  });
  if (goesOn) addEventListener("submit", (event) => {
    const form = event.target, to = form.getAttribute("action"), button = event.submitter;
    const talks = [`${page}/chat#chat`, `${page}/note#note`].includes(to);
    if (event.defaultPrevented || !talks && ![`${page}/moves`, `${page}/draft`].includes(to)) return;
    event.preventDefault();
    if (acting || resting) return;
    const fields = new FormData(form), url = new URL(to, location.origin);
    if (button?.name) fields.append(button.name, button.value);
    if (button?.closest("li[data-end].aimed") && !window.ridotto?.byBoard) fields.delete("ask"); // aimed at on the board, and then pressed in the panel: that is asked already
    const sent = new URLSearchParams(fields);
    (talks ? say(form, url, sent) : act(url, sent)).then((done) => {
      if (done) return;
      if (button?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      HTMLFormElement.prototype.submit.call(form);
    });
  });
  const settle = () => {
    if (location.search === search || location.pathname !== page) return;
    search = location.search;
    turn();
  };
  if (goesOn) {
    addEventListener("popstate", settle);
    settle(); /* Back while the page was fetched has changed the address only */
  }

  /* ---- listening and asking ---- */

  const hear = (news) => {
    heard = news.version;
    if (news.version === version) return;
    told = news.ply ?? told;
    lively = Date.now();
    catchUp();
  };

  let source = null, deaf = 0, timer = 0, tag = null;
  const hush = () => {
    source?.close();
    source = null;
  };
  const listen = () => {
    hush();
    if (!events || !window.EventSource || Date.now() < deaf) return;
    source = new EventSource(`${events}${events.includes("?") ? "&" : "?"}after=${version}`);
    source.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    source.addEventListener("here", (event) => showHere(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      hush();
      deaf = Date.now() + MINUTE;
      later();
    });
  };

  const enquire = async () => {
    if (!document.hidden && events && !source) listen();
    try {
      const headers = { Accept: "application/json", ...BEHIND, ...(tag && { "If-None-Match": tag }) };
      const away = document.hidden ? `${url.includes("?") ? "&" : "?"}away=1` : "";
      const answer = await fetch(url + away, { headers, cache: "no-store" });
      if (answer.status === 404 || answer.status === 401) return leave();
      if (answer.status === 200) {
        tag = answer.headers.get("ETag");
        const now = await answer.json();
        showWaiting(now);
        if (now.here) showHere(now);
        if (document.hidden) showTurn(now.mine ?? now.waiting > 0);
        hear({ version: now.version ?? now.stamp, ply: now.ply });
      }
    } catch { /* next time, then */ }
    later();
  };
  /* Often while something happens, seldom when nothing does or a stream tells anyhow. */
  const later = () => {
    const idle = (Date.now() - lively) / 10, least = (isTable ? 2 : 30) * SECOND;
    clearTimeout(timer);
    timer = setTimeout(enquire, source || document.hidden ? MINUTE : Math.min(Math.max(idle, least), 30 * SECOND));
  };

  const wake = () => {
    lively = Date.now();
    if (document.hidden) hush();
    else {
      if (wanted) catchUp();
      listen();
    }
    if (document.hidden || source) later();
    else enquire();
  };
  document.addEventListener("visibilitychange", wake);
  /* A page that is brought back is asked for once more, and its forms rest until it is known that they are of the newest ply. */
  addEventListener("pageshow", (event) => {
    if (!event.persisted && performance.getEntriesByType("navigation")[0]?.type !== "back_forward") return;
    if (event.persisted) wake();
    if (isTable) main.setAttribute("aria-busy", "true");
    resting = isTable;
    const ask = () => catchUp().finally(() => {
      if (document.hidden) return document.addEventListener("visibilitychange", ask, { once: true });
      resting = false;
      main.removeAttribute("aria-busy");
    });
    ask();
  });
  addEventListener("pagehide", hush);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (lively = Date.now()), { passive: true });
  if (!document.hidden) listen();
  later();
})();
