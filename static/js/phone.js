/** Features of this phone: colors, keeping the screen on, a buzz for a saved hand, unfolding, sharing, full screen. */

import { all, byId, closest, on } from "./app.js";

/** @import { HtmxEvent } from "./app.js" */

const BUZZ = 40; // milliseconds
const root = document.documentElement;

// ---------------------------------------------------------------- keep the screen on

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

const requestLock = async () => {
  try {
    const held = await navigator.wakeLock.request("screen");
    held.onrelease = () => { lock = null; };
    return held;
  } catch {
    lock = null; // for example, the battery is low
    return null;
  }
};
const keepScreenOn = async () => {
  const wanted = !("sleeps" in root.dataset) && !document.hidden && document.querySelector("[data-open]");
  if (wanted && "wakeLock" in navigator) lock ??= requestLock();
  else if (!wanted) (await lock)?.release();
};
on("visibilitychange", keepScreenOn);

// ---------------------------------------------------------------- apply settings at once

on("change", ({ target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  if (form?.id !== "screen") return;
  const chosen = new FormData(form);
  root.dataset.theme = String(chosen.get("theme"));
  root.toggleAttribute("data-sleeps", !chosen.has("awake"));
  root.toggleAttribute("data-still", !chosen.has("buzzes"));
  for (const name of ["says", "sounds"]) root.toggleAttribute(`data-${name}`, chosen.has(name));
  keepScreenOn();
});

on("htmx:finally:request", (/** @type {HtmxEvent} */ event) => {
  keepScreenOn(); // the game may be over
  const { request, response } = event.detail.ctx;
  const savedHand = request.action.endsWith("/hands") && response?.status === 200;
  if (savedHand && !("still" in root.dataset)) navigator.vibrate?.(BUZZ);
});

// ---------------------------------------------------------------- what unfolds comes into sight

on("click", (event) => {
  const folded = closest(event, "summary")?.closest("details:not([open])"); // it opens after the click
  if (folded) requestAnimationFrame(() => folded.scrollIntoView({ block: "nearest" }));
});

// ---------------------------------------------------------------- sharing, full screen

/**
 * Copy what a button shares: for browsers without a share sheet.
 *
 * @param {HTMLElement} button
 * @param {string} text
 */
const copy = (button, text) => {
  const copied = Object.assign(document.createElement("textarea"), { value: text });
  button.after(copied);
  copied.select();
  if (document.execCommand("copy")) button.textContent = byId("said").dataset["copied"] ?? ""; // without HTTPS too
  copied.remove();
  button.focus();
};
on("click", (event) => {
  const sharing = closest(event, "[data-share]");
  const text = sharing?.dataset["share"] ?? "";
  if (sharing && "share" in navigator) navigator.share({ title: document.title, text }).catch(() => {});
  else if (sharing) copy(sharing, text);
  if (closest(event, "[data-print]")) print();
  if (!closest(event, "[data-fullscreen]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {});
});

/**
 * Share a picture with the phone's share sheet. If that is not possible, the link downloads the picture.
 *
 * @param {Event} event
 * @param {string} address
 */
const sharePicture = async (event, address) => {
  const named = (/** @type {BlobPart[]} */ ...parts) => new File(parts, "result.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [named()] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    await navigator.share({ files: [named(await answer.blob())] });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === "AbortError")) location.assign(address);
  }
};
on("click", (event) => {
  const link = closest(event, "a[data-picture]");
  if (link instanceof HTMLAnchorElement) sharePicture(event, link.href);
});

// ---------------------------------------------------------------- on a wide screen, draw the race on the board

const drawRace = async () => {
  const board = document.querySelector("#poll[data-open]") && document.querySelector("#board:not(.smoke, :has(#race))");
  if (!board || !matchMedia("(min-width: 768px) and (min-height: 480px)").matches) return;
  const place = Object.assign(document.createElement("div"), { id: "race" });
  board.append(place);
  const answer = await fetch(`${location.pathname}/race`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status === 200) place.append(document.createRange().createContextualFragment(await answer.text()));
};
on("htmx:after:swap", drawRace);
drawRace();

const show = () => {
  for (const part of all("[data-can]")) part.hidden = !((part.dataset.can ?? "") in navigator);
  for (const part of all("[data-cannot]")) part.hidden = (part.dataset.cannot ?? "") in navigator;
  if (!document.fullscreenEnabled) for (const button of all("[data-fullscreen]")) button.style.visibility = "hidden";
};
on("htmx:after:swap", show);
show();
keepScreenOn();
