/**
 * Follows a game: a stream sends the number of the newest row, and the page asks for what it has not shown.
 *
 * Without a stream (the server has no room, or the network cuts it off), the page asks every few seconds.
 */

import { all, on } from "./app.js";

/** @import { HtmxEvent } from "./app.js" */

const ASK_EVERY = 3000; // milliseconds
const SILENCE = 60000; // the server repeats the number every 15 seconds
const RETRY = 30000;

const poll = () => document.getElementById("poll");

/** Return the number of the newest row on the screen; 0 if there is none. */
export const shownRow = () => Number(/seen=(\d+)/.exec(poll()?.getAttribute("hx-get") ?? "")?.[1] ?? 0);

/** Ask the server what is new at this table. */
export const askForNews = () => poll()?.dispatchEvent(new Event("ask"));

// ---------------------------------------------------------------- the stream

/** @type {EventSource | null} */
let stream = null;
let newestRow = 0;
let lastHeard = 0;
let retryAt = 0;
let isAsking = false;

const catchUp = () => {
  if (newestRow <= shownRow() || isAsking) return;
  if (!document.querySelector("[data-sent]")) askForNews(); // the answer to a save has the news
};
const closeStream = () => {
  stream?.close();
  stream = null;
  lastHeard = 0;
};
const openStream = () => {
  const [, table] = /^(.*\/t\/[\w-]+)\/\w+\?seen=/.exec(poll()?.getAttribute("hx-get") ?? "") ?? [];
  if (stream || document.hidden || !table) return;
  stream = new EventSource(`${table}/stream`);
  stream.onmessage = ({ data }) => {
    lastHeard = Date.now();
    newestRow = Number(data);
    catchUp();
  };
  stream.onerror = () => { // the browser reconnects by itself, unless the server refused
    lastHeard = 0;
    if (stream?.readyState !== EventSource.CLOSED) return;
    closeStream();
    retryAt = Date.now() + RETRY;
  };
};
const wake = () => {
  if (document.hidden) {
    closeStream();
    return;
  }
  askForNews();
  openStream();
};

setInterval(() => {
  if (document.hidden || Date.now() - lastHeard < SILENCE) return;
  if (lastHeard) closeStream();
  askForNews();
  if (Date.now() > retryAt) openStream();
}, ASK_EVERY);
on("visibilitychange", wake);
addEventListener("online", wake);

// ---------------------------------------------------------------- the answers

const asksForNews = (/** @type {HtmxEvent} */ event) => event.detail.ctx.request.action.includes("seen=");
on("htmx:finally:request", (/** @type {HtmxEvent} */ event) => {
  const { response } = event.detail.ctx;
  if (asksForNews(event)) isAsking = false;
  if (!asksForNews(event) || response?.status === 200) catchUp();
});

// If somebody starts a hand while the request is under way, keep the hand and ask again with the hand in the request.
/** @returns {HTMLInputElement[]} */
const handFields = () => all("#hand :checked:not(.start), #sheets :checked, #note, #pickups input");
const handIsBegun = () => handFields().some(({ value }) => value);
let askedWithEmptyHand = false;
on("htmx:before:request", (/** @type {HtmxEvent} */ event) => {
  if (!asksForNews(event)) return;
  isAsking = true;
  askedWithEmptyHand = !handIsBegun();
});
on("htmx:before:swap", (/** @type {HtmxEvent} */ event) => {
  if (asksForNews(event) && askedWithEmptyHand && handIsBegun()) event.preventDefault();
});

// ---------------------------------------------------------------- start; a page opened with Back asks right away

const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) wake();
});
if (visit?.type === "back_forward") wake();
else openStream();
