/**
 * Shows times in the reader's time zone: "8:44 PM" today, "Nov 22, 8:44 PM" this year, with the year if earlier.  With
 * data-moment="clock" it shows the time of day alone.
 */

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
    const at = new Date(time.dateTime);
    time.textContent = inWords(at, time.dataset["moment"] === "clock" ? at : now);
  }
};

on("htmx:after:swap", wordTimes);
wordTimes();
