// Keeps the table screens this phone had open, so that they open without signal.  Hands wait elsewhere: see offline.js.
"use strict";
const SHELF = "kept-1:"; // one shelf a page: the page and what it is made of, thrown away together
const MOST = 12;
const PATIENCE = 3000;
const NO_SIGNAL = "/offline";
const PAGES = /^\/(?:t\/[\w-]{22})?$/;
const PARTS = /"(\/static\/[^"]+\.(?:js|css))"/g;
const DIGESTED = /\.[0-9a-f]{12}\.[^./]+$/;
const TOKENS = /(name="csrf_token" value=")[^"]*/g;
const OURS = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "cache-control"];

const kept = (path) => caches.match(path, { ignoreVary: true });
const forget = (path) => caches.delete(SHELF + path);

// A kept page has the headers of any page of ours, and no token.
const keep = async (path, html, headers) => {
  const shelf = await caches.open(SHELF + path);
  const parts = new Set([...html.matchAll(PARTS)].map((part) => part[1]));
  for (const { url } of await shelf.keys()) {
    const { pathname } = new URL(url);
    if (!parts.delete(pathname) && pathname !== path) await shelf.delete(pathname);
  }
  await shelf.addAll([...parts]);
  const headersOf = OURS.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]);
  await shelf.put(path, new Response(html.replace(TOKENS, "$1"), { headers: [["content-type", "text/html; charset=utf-8"], ...headersOf] }));
};

const clear = async () => {
  const names = await caches.keys();
  const tables = names.filter((name) => name.startsWith(`${SHELF}/t/`));
  const old = names.filter((name) => !name.startsWith(SHELF)).concat(tables.slice(0, -MOST));
  await Promise.all(old.map((name) => caches.delete(name)));
};

addEventListener("install", (event) => event.waitUntil((async () => {
  const page = await fetch(NO_SIGNAL, { cache: "no-store" });
  await keep(NO_SIGNAL, await page.text(), page.headers);
  await skipWaiting();
})()));
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));
addEventListener("message", (event) => event.waitUntil((async () => {
  const { keep: html, forget: gone, path } = event.data;
  if (gone) return forget(gone);
  if (!PAGES.test(path)) return undefined;
  await keep(path, html, (await kept(NO_SIGNAL)).headers);
  return clear();
})()));

// A form from another site goes its own way, and is seen to come from there.
const ours = ({ method, referrer }) => method === "GET" || referrer.startsWith(`${location.origin}/`);

// The network first; what is kept, when it gives no answer or none in time.  Who may not look has nothing to keep.
const answer = async (request, path) => {
  const network = fetch(request.method === "GET" ? new Request(request, { cache: "no-cache" }) : request);
  const hit = PAGES.test(path) && request.method === "GET" ? await kept(path) : undefined;
  const late = hit && new Promise((done) => { setTimeout(done, PATIENCE, hit); });
  try {
    const response = await Promise.race(hit ? [network, late] : [network]);
    if ([401, 403, 404, 410].includes(response.status)) await forget(path);
    return response.status >= 500 && hit ? hit : response;
  } catch {
    return hit || kept(NO_SIGNAL);
  } finally {
    network.catch(() => {});
  }
};
const part = async (request, path) => (await kept(path)) || fetch(request);
const undigested = (request, path) => fetch(request).catch(() => kept(path)); // only while one works on the program

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate" && ours(request)) event.respondWith(answer(request, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith((DIGESTED.test(pathname) ? part : undigested)(request, pathname));
});
