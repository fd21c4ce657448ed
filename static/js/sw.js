/**
 * The service worker: it keeps the tables that this phone opened, so that they open without signal. For waiting hands,
 * see outbox/.
 *
 * It is a classic script because older browsers accept no module as a service worker.
 */

"use strict";

/** @typedef {{keep?: string, forget?: string, path: string}} KeepMessage a message from keep.js */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const PREFIX = "kept-1:"; // one cache for each page and its assets, named after the page
const MOST_TABLES = 12;
const PATIENCE = 3000; // milliseconds
const NO_SIGNAL = "/offline";
const PAGES = /^\/(?:t\/[\w-]{22})?$/;
const ASSETS = /"(\/static\/[^"]+\.(?:js|css|woff2))"/g;
const DIGESTED = /^\/static\/[0-9a-f]{12}\//;
const TOKENS = /(name="csrf_token" value=")[^"]*/g;
const HEADERS = [
  "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
  "cross-origin-opener-policy", "cross-origin-resource-policy", "cache-control",
];

/** @param {string} path */
const findKept = (path) => caches.match(path, { ignoreVary: true });

/** @param {string} path */
const forget = (path) => caches.delete(PREFIX + path);

/**
 * Keep a page and its assets, with the headers of our pages and without form tokens.
 *
 * @param {string} path
 * @param {string} html
 * @param {Headers} headers
 */
const keep = async (path, html, headers) => {
  const cache = await caches.open(PREFIX + path);
  const missing = new Set([...html.matchAll(ASSETS)].map((asset) => asset[1] ?? ""));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const isUsed = missing.delete(pathname) || pathname === path;
    if (!isUsed) await cache.delete(pathname);
  }
  await cache.addAll([...missing]);
  const kept = new Headers({ "content-type": "text/html; charset=utf-8" });
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  await cache.put(path, new Response(html.replace(TOKENS, "$1"), { headers: kept }));
};

/** Delete the oldest tables over the limit, and the caches of older versions of this worker. */
const clear = async () => {
  const names = await caches.keys();
  const tables = names.filter((name) => name.startsWith(`${PREFIX}/t/`));
  const old = names.filter((name) => !name.startsWith(PREFIX)).concat(tables.slice(0, -MOST_TABLES));
  await Promise.all(old.map((name) => caches.delete(name)));
};

const install = async () => {
  const page = await fetch(NO_SIGNAL, { cache: "no-store" });
  await keep(NO_SIGNAL, await page.text(), page.headers);
  await worker.skipWaiting();
};
const activate = async () => {
  await clear();
  await worker.clients.claim();
};

/** @param {KeepMessage} message */
const handleMessage = async ({ keep: html, forget: gone, path }) => {
  if (gone) await forget(gone);
  if (!html || !PAGES.test(path)) return;
  const page = await findKept(NO_SIGNAL);
  await keep(path, html, page?.headers ?? new Headers());
  await clear();
};

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(handleMessage(event.data)));

// ---------------------------------------------------------------- answers

/**
 * Return whether a request comes from our pages. A form sent by another site is left to the server.
 *
 * @param {Request} request
 */
const isOurs = ({ method, referrer }) => method === "GET" || referrer.startsWith(`${location.origin}/`);

/**
 * Return the network's page, or the kept one if there is no answer in time.
 *
 * A page that this phone may no longer open is forgotten.
 *
 * @param {Request} request
 * @param {string} path
 * @returns {Promise<Response>}
 */
const answerPage = async (request, path) => {
  const network = fetch(request.method === "GET" ? new Request(request, { cache: "no-cache" }) : request);
  network.catch(() => {}); // it may fail after the kept page was returned
  const kept = PAGES.test(path) && request.method === "GET" ? await findKept(path) : undefined;
  try {
    const response = await (kept ? Promise.race([network, afterTimeout(kept)]) : network);
    if ([401, 403, 404, 410].includes(response.status)) await forget(path);
    return response.status >= 500 && kept ? kept : response;
  } catch {
    return kept ?? await findKept(NO_SIGNAL) ?? Response.error();
  }
};

/**
 * Return a kept page after `PATIENCE`.
 *
 * @param {Response} kept
 * @returns {Promise<Response>}
 */
const afterTimeout = (kept) => new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });

/**
 * Return a file. One with a digest in its address never changes; one without is only used in development.
 *
 * @param {Request} request
 * @param {string} path
 * @returns {Promise<Response>}
 */
const answerFile = async (request, path) => {
  if (DIGESTED.test(path)) return await findKept(path) ?? fetch(request);
  return fetch(request).catch(async () => await findKept(path) ?? Response.error());
};

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate" && isOurs(request)) event.respondWith(answerPage(request, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(answerFile(request, pathname));
});
