/**
 * Shows times in the reader's time zone: "Nov 22, 8:44 PM", with the year if it is another than this one; fills that
 * zone in where a form asks for one.
 */

import { all, on } from "./app.js";

/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };

/**
 * @param {Date} at
 * @param {Date} now
 * @param {boolean} weekday
 */
const inWords = (at, now, weekday) => {
  const isThisYear = at.getFullYear() === now.getFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { ...MOMENT, ...(isThisYear ? {} : { year: "numeric" }), ...(weekday ? { weekday: "short" } : {}) };
  return at.toLocaleString(document.documentElement.lang, options).replaceAll("\u202f", " ");
};

const wordTimes = () => {
  const now = new Date();
  for (const time of /** @type {HTMLTimeElement[]} */ (all("time[data-moment]"))) {
    time.textContent = inWords(new Date(time.dateTime), now, time.dataset.moment === "weekday");
  }
};

on("htmx:after:swap", wordTimes);
wordTimes();
for (const zone of /** @type {HTMLInputElement[]} */ (all("input[data-zone]"))) {
  zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
}
