/* The rules of a game open beside its table, at the part that a link names: in a shadow root, for their names and ids are not the page's. */
"use strict";
(() => {
  const isHelp = (link) => link?.pathname.startsWith("/help/") && new URLSearchParams(link.search).has("table");
  const plain = (event) => !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  let panel, from;

  const close = () => {
    panel?.remove();
    panel = null;
    from?.isConnected && from.focus();
  };
  const show = (part) => {
    const text = panel.shadowRoot.querySelector(".panel-text"), at = part && panel.shadowRoot.getElementById(part);
    panel.shadowRoot.querySelector(".told")?.classList.remove("told");
    at?.classList.add("told");
    (at ?? text).tabIndex = -1;
    (at ?? text).focus({ preventScroll: true });
    text.scrollTop = at ? text.scrollTop + at.getBoundingClientRect().top - text.getBoundingClientRect().top - 16 : 0;
  };
  const sheet = (href) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", className: "of-help", href });
    return [link, new Promise((done) => { link.onload = link.onerror = done; })];
  };
  const head = ({ close: closes, page }, href) => {
    const bar = Object.assign(document.createElement("div"), { className: "panel-head" });
    const link = Object.assign(document.createElement("a"), { href, textContent: page });
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×", title: closes });
    button.setAttribute("aria-label", closes);
    button.addEventListener("click", close);
    bar.append(link, button);
    return bar;
  };
  const open = async (link) => {
    const words = document.querySelector("a[data-sheet]"), answer = await fetch(link.pathname, { headers: { Accept: "text/html", "X-Ridotto-Background": "1" } });
    if (!answer.ok) throw new Error(answer.status);
    const article = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("article");
    const text = Object.assign(document.createElement("div"), { className: `panel-text ${document.body.className}` });
    const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => href).filter((href) => !/\/table\.css/.test(href));
    const loading = [...sheets, words.dataset.sheet].map(sheet);
    panel?.remove();
    panel = document.createElement("aside");
    panel.setAttribute("aria-label", words.textContent);
    text.append(article);
    panel.attachShadow({ mode: "open" }).append(...loading.map(([element]) => element), head(words.dataset, link.pathname + link.search), text);
    panel.shadowRoot.addEventListener("click", (event) => {
      const inner = event.target.closest("a[href^='#']");
      if (!inner || !plain(event)) return;
      event.preventDefault();
      show(inner.hash.slice(1));
    });
    panel.addEventListener("keydown", (event) => {
      event.stopPropagation(); // its keys are not the table's
      if (event.key === "Escape") close();
    });
    panel.hidden = true;
    document.body.append(panel);
    await Promise.all(loading.map(([, loaded]) => loaded));
    panel.hidden = false;
    const asked = document.querySelector(".turn > .asked")?.getBoundingClientRect(), box = panel.getBoundingClientRect();
    panel.classList.toggle("aside", Boolean(asked) && box.left < asked.right && box.right > asked.left && box.top < asked.bottom);
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href*='/help/']");
    if (!isHelp(link) || !plain(event) || !document.querySelector("a[data-sheet]")) return;
    event.preventDefault();
    from = link;
    try {
      if (!panel) await open(link);
      show(link.hash.slice(1));
    } catch {
      location.assign(link.href);
    }
  });
})();
