// The page is kept in the phone, as it stands, so that it opens without signal; sw.js has the shelves.
(() => {
  "use strict";
  const KEPT = /^\/(t\/[\w-]{22})?$/; // the tables, and the list of them
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const html = document.documentElement, path = location.pathname, { serviceWorker } = navigator;
  let worker;

  const keep = () => {
    const whole = path === "/" || document.getElementById("poll"); // else somebody was first, and that is no table
    if (!worker || html.dataset.kept || !KEPT.test(path) || !whole) return;
    const page = html.cloneNode(true);
    page.dataset.kept = Date.now();
    all("[data-late]", page).forEach((late) => late.remove());
    all("[data-htmx-powered]", page).forEach((powered) => powered.removeAttribute("data-htmx-powered"));
    for (const point of all(".point", page)) { delete point.dataset.touched; delete point.dataset.now; }
    for (const empty of all("#outbox, #said, #alarm, #news", page)) empty.replaceChildren();
    worker.postMessage({ keep: `<!doctype html>${page.outerHTML}`, path });
  };
  document.addEventListener("htmx:after:swap", (event) => event.detail.ctx?.response?.status === 200 && keep());
  document.addEventListener("htmx:response:error", (event) => { // who may not look has nothing to keep
    if ([403, 404].includes(event.detail.ctx?.response?.status)) worker?.postMessage({ forget: path });
  }, true);

  // The page that stands in for one that could not be got says which tables open all the same.
  const shelves = async () => {
    const found = (await caches.keys()).map((name) => name.split(":")[1]).filter((name) => name.startsWith("/t/"));
    for (const href of found) {
      const page = new DOMParser().parseFromString(await (await caches.match(href)).text(), "text/html");
      const link = Object.assign(document.createElement("a"), { href, textContent: page.title, className: "button wide" });
      document.getElementById("kept").append(link);
    }
    document.getElementById("kept-says").hidden = !found.length;
  };
  const settle = async () => {
    await serviceWorker.register("/sw.js");
    worker = (await serviceWorker.ready).active;
    keep();
  };
  addEventListener("beforeinstallprompt", (event) => event.preventDefault()); // whoever wants us among the apps knows where
  // At an address without https there is none of this, and hands wait in the phone all the same.
  if (serviceWorker) settle().catch(() => {});
  if (document.getElementById("kept")) shelves().catch(() => {});
})();
