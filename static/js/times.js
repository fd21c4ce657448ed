/** Times in the reader's own zone: "8:44 PM" today, "Nov 22, 8:44 PM" this year, with the year before it. */

import { all, on } from "./app.js";

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "numeric", minute: "2-digit" };
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { month: "short", day: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const DAY_AND_YEAR = { ...DAY, year: "numeric" };

/**
 * @param {Date} at
 * @param {Date} now
 */
const inWords = (at, now) => {
  const isToday = at.toDateString() === now.toDateString();
  const isThisYear = at.getFullYear() === now.getFullYear();
  const day = isThisYear ? DAY : DAY_AND_YEAR;
  const options = isToday ? CLOCK : { ...day, ...CLOCK };
  return at.toLocaleString(document.documentElement.lang, options).replaceAll("\u202f", " ");
};

const wordTimes = () => {
  const now = new Date();
  for (const time of /** @type {HTMLTimeElement[]} */ (all("time[data-moment]"))) {
    time.textContent = inWords(new Date(time.dateTime), now);
  }
};

on("htmx:after:swap", wordTimes);
wordTimes();
