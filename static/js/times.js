/**
 * Shows times in the reader's time zone: "Nov 22, 8:44 PM", with the year if it is not this one, or only the time
 * where the page says the day. Fills that zone in where a form asks for one.
 */

import { all, on } from "./app.js";

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "numeric", minute: "2-digit" };
/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { month: "short", day: "numeric", ...TIME };

/**
 * @param {Date} at
 * @param {Date} now
 * @param {string | undefined} form
 */
const inWords = (at, now, form) => {
  const isThisYear = at.getFullYear() === now.getFullYear();
  const weekday = form === "weekday" ? "short" : undefined;
  /** @type {Intl.DateTimeFormatOptions} */
  const day = { ...MOMENT, ...(isThisYear ? {} : { year: "numeric" }), weekday };
  const options = form === "time" ? TIME : day;
  return at.toLocaleString(document.documentElement.lang, options).replaceAll("\u202f", " ");
};

const wordTimes = () => {
  const now = new Date();
  for (const time of /** @type {HTMLTimeElement[]} */ (all("time[data-moment]"))) {
    time.textContent = inWords(new Date(time.dateTime), now, time.dataset.moment);
  }
};

on("htmx:after:swap", wordTimes);
wordTimes();
for (const zone of /** @type {HTMLInputElement[]} */ (all("input[data-zone]"))) {
  zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
}
