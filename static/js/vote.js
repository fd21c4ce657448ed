/** The form for a vote: its minus and plus buttons work without asking the server. */

import { closest, byId, on } from "./app.js";

/** @param {string} text a number as typed, with or without a sign */
const read = (text) => Number(text.trim().replace(/^−/, "-") || 0);

/** @param {number} number */
const write = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

on("click", (event) => {
  const button = closest(event, "[data-by]");
  if (!button) return;
  const field = /** @type {HTMLInputElement} */ (byId(button.dataset.of ?? ""));
  const now = read(field.value);
  if (!Number.isInteger(now)) return; // the server explains what is wrong
  event.preventDefault();
  field.value = write(now + Number(button.dataset.by));
});
