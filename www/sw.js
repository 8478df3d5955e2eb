/* Keeps the last tables and histories of one reader, to be read without a connection, and the files that pages need; shows what is pushed. Sent by /sw.js, which puts
 * VERSION before it. Pages always come from the site when it answers; what is kept is shown when it does not, and says so. */
"use strict";

const FILES = `files-${VERSION}`, PAGES = `pages-${VERSION}`;
const BYTES_MOST = 5 * 1024 * 1024, PAGES_MOST = 60, PATIENCE = 8000;
const READER = "/reader-of-these-pages", LANGUAGE = "/language-of-the-reader"; // what is kept under these names is no page
const KEPT = /^\/$|^\/games\/\d+$|^\/games\/\d+\/history(\/\d+)?$/;

/* ---- whose pages they are ---- */

/* Pages of somebody else who has signed in here are never shown, nor any after signing out. */
const belongTo = async (reader) => {
  const cache = await caches.open(PAGES), kept = await cache.match(READER);
  if (kept && (await kept.text()) === reader) return;
  await caches.delete(PAGES);
  await (await caches.open(PAGES)).put(READER, new Response(reader));
};

/* ---- keeping ---- */

/* Without whose turn it was, and without the name of the site. */
const title = (html) => (/<title>([^<]*)/.exec(html) ?? ["", ""])[1].replace(/^● [^–]*– /, "").replace(/ – [^–]*$/, "");
const language = (html) => (/<html lang="([^"]*)/.exec(html) ?? ["", "en"])[1];

/* The oldest go first. */
const makeRoom = async (cache) => {
  const pages = [];
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers; // gone where two pages are kept at once
    if (headers?.has("X-Kept")) pages.push({ request, at: +headers.get("X-Kept"), bytes: +headers.get("X-Bytes") });
  }
  pages.sort((a, b) => b.at - a.at);
  let bytes = 0;
  for (const [i, page] of pages.entries()) {
    bytes += page.bytes;
    if (i >= PAGES_MOST || bytes > BYTES_MOST) await cache.delete(page.request);
  }
};

/* The pages for when there is no connection, in the language of the page that came last. */
const speak = async (chosen) => {
  const files = await caches.open(FILES);
  if ((await (await files.match(LANGUAGE))?.text()) === chosen) return;
  await files.addAll([`/offline?lang=${chosen}`, `/unsent?lang=${chosen}`]);
  await files.put(LANGUAGE, new Response(chosen));
};

/* No secret stays in what is kept: forms lose the token that a session gives them. */
const keep = async (path, response) => {
  const html = (await response.text()).replace(/(name="csrf" value=")[^"]*/g, "$1");
  const headers = new Headers(response.headers);
  headers.set("X-Kept", Date.now());
  headers.set("X-Bytes", html.length * 2);
  headers.set("X-Title", encodeURIComponent(title(html)));
  const cache = await caches.open(PAGES);
  await cache.put(path, new Response(html, { headers }));
  await makeRoom(cache);
  await speak(language(html));
};

const noticed = async (url, response) => {
  const reader = response.headers.get("Ridotto-Reader");
  if (reader === null) return;
  await belongTo(reader);
  if (reader !== "0" && response.ok && KEPT.test(url.pathname) && !url.searchParams.has("key")) await keep(url.pathname, response);
};

/* ---- without a connection ---- */

/* The page says that it is old, and nothing on it can be sent. */
const old = async (kept) => {
  const html = await kept.text(), at = new Date(+kept.headers.get("X-Kept"));
  const when = at.toLocaleString(language(html), { dateStyle: "medium", timeStyle: "short" });
  return new Response(html.replace(/id="page-kept"([^>]*) hidden>([^<]*)<time>/, `id="page-kept"$1>$2<time>${when}`).replaceAll('<form method="post"', '<form inert method="post"').replace(/<button(?=[^>]* form=")/g, "<button disabled"),
    { headers: kept.headers });
};

/* One of these in the language of the reader. */
const inLanguage = async (path) => {
  const files = await caches.open(FILES), chosen = await (await files.match(LANGUAGE))?.text();
  return (chosen && (await files.match(`${path}?lang=${chosen}`))) ?? files.match(path);
};

/* The page that names those that are kept: their titles are HTML already. */
const offline = async () => {
  const page = await inLanguage("/offline");
  if (!page) return Response.error();
  const cache = await caches.open(PAGES), rows = [];
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers;
    if (headers?.has("X-Kept"))
      rows.push({ at: +headers.get("X-Kept"), row: `<li><a href="${new URL(request.url).pathname}">${decodeURIComponent(headers.get("X-Title"))}</a></li>` });
  }
  rows.sort((a, b) => b.at - a.at);
  const html = await page.text();
  return new Response(html.replace("<li hidden></li>", rows.map((one) => one.row).join("")), { headers: page.headers });
};

const fromKept = async (url) => {
  const kept = await (await caches.open(PAGES)).match(url.pathname);
  return kept && !url.searchParams.has("key") ? old(kept) : null;
};

/* ---- what is asked for ---- */

const navigate = async (event, url) => {
  const answer = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  try {
    let response = await Promise.race([answer, slow]);
    if (!response) {
      const kept = await fromKept(url);
      if (kept) return kept;
      response = await answer;
    }
    event.waitUntil(noticed(url, response.clone()));
    return response;
  } catch {
    return (await fromKept(url)) ?? offline();
  }
};

/* What is sent is never kept. Where there is no connection a page says that nothing came of it, and leads back to the page that it was sent from. */
const send = async (request) => {
  try {
    return await fetch(request);
  } catch {
    const page = await inLanguage("/unsent");
    if (!page) return Response.error();
    const from = request.referrer.startsWith(`${self.location.origin}/`) ? request.referrer.slice(self.location.origin.length).replaceAll("&", "&amp;") : "/";
    return new Response((await page.text()).replace('primary" href="/"', () => `primary" href="${from}"`), { status: 503, headers: page.headers });
  }
};

const file = async (request) => {
  const cache = await caches.open(FILES), kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
};

/* Nothing that fails here keeps anybody signed in. */
const leave = async (request) => {
  try { await belongTo("0"); } catch { /* there is no room to keep anything */ }
  try { await (await self.registration.pushManager?.getSubscription())?.unsubscribe(); } catch { /* it ends with the session */ }
  return send(request);
};

/* A page that was there before this worker took over is asked for once more, to be kept. */
self.addEventListener("message", (event) => {
  const url = new URL(event.data?.keep ?? "/nothing", self.location.origin);
  if (url.origin === self.location.origin && KEPT.test(url.pathname) && !url.searchParams.has("key"))
    event.waitUntil(fetch(url.pathname, { headers: { Accept: "text/html", "X-Ridotto-Background": "1" } }).then((response) => response.redirected || noticed(url, response), () => {}));
});

self.addEventListener("fetch", (event) => {
  const request = event.request, url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && url.pathname === "/sign-out") event.respondWith(leave(request));
  else if (request.method === "POST" && request.mode === "navigate") event.respondWith(send(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (url.pathname.startsWith("/www/") && url.searchParams.get("v") === VERSION) event.respondWith(file(request));
});

/* ---- what is pushed ---- */

/* A message holds what is shown, in its reader's language; the address it leads to, and those of its actions. */
const show = async (said) => {
  const { title = "Ridotto", body = "", url = "/", tag, lang, waiting, actions = [] } = said;
  if (waiting !== undefined) (waiting ? self.navigator.setAppBadge?.(waiting) : self.navigator.clearAppBadge?.())?.catch(() => {});
  const urls = Object.fromEntries(actions.map((one) => [one.action, one.url]));
  await self.registration.showNotification(title, { body, lang, tag, renotify: tag !== undefined, icon: `/www/icon-192.png?v=${VERSION}`,
    badge: `/www/icon-192.png?v=${VERSION}`, actions: actions.map(({ action, title: label }) => ({ action, title: label })), data: { url, urls } });
};

/* Only addresses of this site: a window that shows it comes to the front, else one is opened. */
const open = async (address) => {
  const url = new URL(address, self.location.origin);
  if (url.origin !== self.location.origin) return;
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    if (client.url.split("#")[0] === url.href && "focus" in client) {
      await client.focus();
      return;
    }
  await self.clients.openWindow(url.href);
};

self.addEventListener("push", (event) => {
  let said = {};
  try { said = Object(event.data?.json()); } catch { /* it is shown that something came: browsers want that */ }
  event.waitUntil(show(said));
});

self.addEventListener("notificationclick", (event) => {
  const { url, urls } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(open(urls?.[event.action] ?? url ?? "/"));
});

/* The browser has replaced its subscription: the service is told, by whoever turned notifications on here. A new one that it does not take, since somebody else has
 * signed in, is of no use. */
const renew = async (old, given) => {
  const page = await fetch("/settings/push", { headers: { Accept: "application/json" }, redirect: "manual" });
  if (!page.ok) return; // nobody is signed in here
  const { key, csrf } = await page.json();
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const fresh = given ?? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  const { endpoint, keys: { p256dh, auth } } = fresh.toJSON();
  const body = new URLSearchParams({ csrf, do: "renew", old: old?.endpoint ?? "", endpoint, p256dh, auth });
  if ((await fetch("/settings/push", { method: "POST", body, redirect: "manual" })).status === 404) await fresh.unsubscribe();
};

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.oldSubscription, event.newSubscription)));

/* ---- from one version to the next ---- */

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await (await caches.open(FILES)).addAll(["/offline", "/unsent", `/www/ridotto.css?v=${VERSION}`, `/www/site.css?v=${VERSION}`]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== FILES && name !== PAGES) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});
