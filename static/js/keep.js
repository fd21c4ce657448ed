/**
 * Keeps this page on the phone, so that it opens without signal.
 *
 * The service worker (sw.js) stores and shows it. This module sends it the page, and lists the kept tables on the page
 * that is shown when another page cannot be loaded.
 */

import { all, byId, on } from "./app.js";
import { forgetTaps } from "./waiting/form.js";

/** @import { HtmxEvent } from "./app.js" */

const KEPT = /^\/(t\/[\w-]{22})?$/; // a table, or the list of tables
const root = document.documentElement;
const path = location.pathname;

/** @type {ServiceWorker | null} */
let worker = null;

const canBeKept = () => {
  const isWhole = path === "/" || document.getElementById("poll"); // not the page of a conflict
  return KEPT.test(path) && isWhole && !("kept" in root.dataset);
};

/** Return the page as the server sent it, marked with the current time. */
const pageAsPrinted = () => {
  const page = /** @type {HTMLElement} */ (root.cloneNode(true));
  page.dataset.kept = String(Date.now());
  for (const late of all("[data-late], #deals", page)) late.remove();
  for (const counted of all("[data-was]", page)) counted.textContent = counted.dataset.was ?? "";
  for (const powered of all("[data-htmx-powered]", page)) powered.removeAttribute("data-htmx-powered");
  forgetTaps(page);
  for (const place of all("#outbox, #said, #alarm, #news", page)) place.replaceChildren();
  return `<!doctype html>${page.outerHTML}`;
};

const keep = () => {
  if (worker && canBeKept()) worker.postMessage({ keep: pageAsPrinted(), path });
};

on("htmx:after:swap", (/** @type {HtmxEvent} */ event) => {
  if (event.detail.ctx.response?.status === 200) keep();
});
on("htmx:response:error", (/** @type {HtmxEvent} */ event) => { // this phone may no longer open the page
  const status = event.detail.ctx.response?.status;
  if (status === 403 || status === 404 || status === 410) worker?.postMessage({ forget: path });
}, true);
addEventListener("beforeinstallprompt", (event) => event.preventDefault()); // do not ask people to install the app

const register = async () => {
  await navigator.serviceWorker.register("/sw.js");
  worker = (await navigator.serviceWorker.ready).active;
  keep();
};

/** List the tables that open without signal. */
const listKept = async () => {
  const paths = (await caches.keys()).map((name) => name.split(":")[1] ?? "").filter((kept) => kept.startsWith("/t/"));
  for (const href of paths) {
    const kept = await caches.match(href);
    const { title } = new DOMParser().parseFromString(await kept?.text() ?? "", "text/html");
    const link = Object.assign(document.createElement("a"), { href, textContent: title, className: "button wide" });
    byId("kept").append(link);
  }
  byId("kept-says").hidden = !paths.length;
};

// Without https there is no service worker, but hands still wait on the phone.
if ("serviceWorker" in navigator) register().catch(() => {});
if (document.getElementById("kept")) listKept().catch(() => {});
