/* The site as an app: the worker that keeps pages and shows what is pushed (sw.js), the number of waiting games on the icon, and turning
 * notifications on. Everything works without it. */
"use strict";
(() => {
  /* The page that the worker did not bring, since it has just taken over, is kept as those that it brings. */
  navigator.serviceWorker?.addEventListener("controllerchange", () => navigator.serviceWorker.controller?.postMessage({ keep: location.pathname }), { once: true });
  navigator.serviceWorker?.register("/sw.js").catch(() => {});

  /* A form that cannot be sent stays as it is, and says so above its buttons. Where the browser does not know, the worker does (sw.js). */
  const unsent = document.getElementById("page-kept")?.dataset.unsent;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    form.querySelector(".unsent")?.remove();
    if (event.defaultPrevented || navigator.onLine || !unsent || form.method !== "post") return;
    event.preventDefault();
    const line = Object.assign(document.createElement("p"), { className: "problem unsent", textContent: unsent });
    line.setAttribute("role", "alert");
    const last = event.submitter?.closest("form > *");
    form.insertBefore(line, last?.parentNode === form ? last : null);
  });

  const waiting = Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
  const shown = waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  shown?.catch(() => {});

  /* ---- notifications: <html data-push> says what this browser can, and style sheets show what belongs to it ---- */

  const root = document.documentElement;
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  root.dataset.push = !able ? "none" : Notification.permission === "denied" ? "denied" : "can";

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const subscribed = async (manager, key) => {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    try {
      return await manager.subscribe(options);
    } catch (error) { // with another key of this site, from before it was set up anew
      if (error.name !== "InvalidStateError") throw error;
      await (await manager.getSubscription())?.unsubscribe();
      return manager.subscribe(options);
    }
  };
  const turnOn = async (form) => {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
    const site = await (await fetch("/settings/push", { headers: { Accept: "application/json" } })).json();
    const manager = (await navigator.serviceWorker.ready).pushManager;
    const { endpoint, keys } = (await subscribed(manager, bytes(site.key))).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  };

  /* The question after a turn: it may come with the page or later, and is asked once it has stood before somebody's eyes for a while. */
  const SEEN = 3000;
  const note = (ask) => {
    const csrf = ask.querySelector("[name=csrf]").value;
    fetch("/settings/push", { method: "POST", body: new URLSearchParams({ csrf, do: "asked" }), redirect: "manual", keepalive: true }).catch(() => {});
  };
  if (root.dataset.push === "can" && document.querySelector(".asked")) {
    let shown = null;
    const look = () => {
      const ask = document.querySelector(".push-ask");
      if (!ask || ask === shown || document.hidden) return;
      shown = ask;
      setTimeout(() => {
        if (ask.isConnected && !document.hidden) note(ask);
        else shown = null;
      }, SEEN);
    };
    new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true });
    document.addEventListener("visibilitychange", look);
    look();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(":is(a, button)[data-push]"), form = button?.closest("form");
    if (!form) return;
    if (button.dataset.push === "off") navigator.serviceWorker?.ready.then((it) => it.pushManager.getSubscription()).then((it) => it?.unsubscribe()).catch(() => {});
    else if (button.dataset.push === "on" && root.dataset.push === "can") {
      event.preventDefault();
      if (button.disabled) return;
      button.disabled = true;
      turnOn(form).catch(() => {
        button.disabled = false;
        form.parentElement.querySelector("[data-push=failed]").hidden = false;
      });
    }
  });
})();
