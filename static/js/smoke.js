/** Smoke: buttons to count pickups, and the tally read out loud if the browser can. The page works without both. */

import { all, closest, byId, on, tellChange } from "./app.js";

const CALM = 0.9; // of the usual speed
const voice = "speechSynthesis" in window ? window.speechSynthesis : undefined;

/** @param {HTMLElement} button */
const step = (button) => {
  const field = /** @type {HTMLInputElement} */ (byId(button.dataset.for ?? ""));
  field.value = String(Math.max(0, (Number(field.value) || 0) + Number(button.dataset.step)) || "");
  tellChange(field);
};

/** @param {HTMLElement} button */
const readAloud = (button) => {
  const isReading = button.getAttribute("aria-pressed") === "true";
  const setReading = (/** @type {boolean} */ reading) => button.setAttribute("aria-pressed", String(reading));
  voice?.cancel();
  setReading(!isReading);
  if (isReading) return;
  const words = new SpeechSynthesisUtterance(button.dataset.read);
  words.lang = document.documentElement.lang;
  words.rate = CALM;
  words.onend = () => setReading(false);
  words.onerror = () => setReading(false);
  voice?.speak(words);
};

on("click", (event) => {
  const button = closest(event, "[data-read], [data-step]");
  if (button?.dataset.step) step(button);
  else if (button) readAloud(button);
});
addEventListener("pagehide", () => voice?.cancel());

const show = () => {
  for (const button of all("[data-step][hidden]")) button.hidden = false;
  if (!voice) for (const button of all("[data-read]")) button.style.visibility = "hidden";
};
on("htmx:after:swap", show);
show();
