/**
 * Following a game: a stream says how far it is, and the page asks for what it has not seen.
 *
 * Where there is no stream (no room on the server, or a network that cuts it off), the page asks every few seconds.
 */

import { all, on } from "./app.js";

/** @import { HtmxEvent } from "./app.js" */

const ASK_EVERY = 3000; // milliseconds
const SILENCE = 60000; // the server says its number again every 25 seconds
const RETRY = 30000;

const poll = () => document.getElementById("poll");

/** Return the row up to which the screen shows the table; 0 where it shows none. */
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
  if (!document.querySelector("[data-sent]")) askForNews(); // a save brings its own answer
};
const closeStream = () => {
  stream?.close();
  stream = null;
  lastHeard = 0;
};
const openStream = () => {
  const address = poll()?.dataset.stream;
  if (stream || document.hidden || !address) return;
  stream = new EventSource(address);
  stream.onmessage = ({ data }) => {
    lastHeard = Date.now();
    newestRow = Number(data);
    catchUp();
  };
  stream.onerror = () => { // it comes back by itself, unless it was refused: there is no room, or no such server
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

// A hand begun while the news was on its way is left alone: the page asks once more, and says that it is begun.
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

// ---------------------------------------------------------------- begin; a page that Back brought up asks at once

const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) wake();
});
if (visit?.type === "back_forward") wake();
else openStream();
