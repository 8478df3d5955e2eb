/* The site as an app: the worker that keeps pages (sw.js), and the number of waiting games on the icon. Everything works without it. */
"use strict";
(() => {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  const waiting = Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
  const shown = waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  shown?.catch(() => {});
})();
