/** A new game: regulars sit down on the next free seat by a tap, and get up by another. */

import { all, closest, on } from "./app.js";

on("click", (event) => {
  const regular = closest(event, "[data-regular]");
  if (!regular) return;
  const name = regular.dataset.regular ?? "";
  /** @type {HTMLInputElement[]} */
  const seats = all(".seat input[type=text]");
  const taken = seats.find((seat) => seat.value.trim() === name);
  const seat = taken ?? seats.find(({ value }) => !value.trim());
  if (seat) seat.value = taken ? "" : name;
  regular.setAttribute("aria-pressed", String(Boolean(seat) && !taken));
});

const show = () => {
  for (const part of all("[data-regular][hidden], .regulars[hidden]")) part.hidden = false;
};
on("htmx:after:swap", show);
show();
