/**
 * The clock of a round. `data-left` is the number of seconds left when the server sent the page. From there it counts
 * down with this device's clock, which may be wrong by minutes and is only used to measure how much time has passed.
 */

import { all, on } from "./app.js";

const SECOND = 1000;
/** @type {WeakMap<HTMLElement, number>} */
const ends = new WeakMap();

/** @param {number} seconds */
const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const tick = () => {
  for (const clock of all("[data-left]")) {
    const end = ends.get(clock) ?? Date.now() + Number(clock.dataset["left"]) * SECOND;
    ends.set(clock, end);
    const left = Math.max(0, Math.ceil((end - Date.now()) / SECOND));
    const words = left ? inMinutes(left) : (clock.dataset["over"] ?? "");
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("over", !left);
  }
};

on("htmx:after:swap", tick);
setInterval(tick, SECOND);
tick();
