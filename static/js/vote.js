/** The table voted: minus and plus without a way to the server and back. */

import { closest, byId, on } from "./app.js";

/** @param {string} text a number as people write it, with a sign or without */
const read = (text) => Number(text.trim().replace(/^−/, "-") || 0);

/** @param {number} number */
const write = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

on("click", (event) => {
  const button = closest(event, "[data-by]");
  if (!button) return;
  const field = /** @type {HTMLInputElement} */ (byId(button.dataset.of ?? ""));
  const now = read(field.value);
  if (!Number.isInteger(now)) return; // the server says what is wrong with it
  event.preventDefault();
  field.value = write(now + Number(button.dataset.by));
});
