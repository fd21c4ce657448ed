/**
 * Makes this phone a witness: it keeps the seal of each game it follows, and warns if the history it saw was changed.
 *
 * An undo or a correction adds a row, so the seals of earlier rows stay the same.
 */

import { on } from "./app.js";
import { shownRow } from "./live.js";

/**
 * @typedef {object} Seals the server's answer
 * @property {string} now the seal of the last row, "" if there is none
 * @property {string} then the seal of the row whose seal this phone kept, "" if that row is gone
 * @property {string} changed the sentence of the warning
 * @property {string} accept the text of the button
 */

// Milliseconds to wait after a new row. A random delay of up to as much is added, so phones do not ask all at once.
const QUIET = 15000;
const [game] = /^\/[ts]\/[\w-]{22}/.exec(location.pathname) ?? [];
const name = `seal:${game}`;

/**
 * Warn that the history was changed, until somebody accepts the history as it is now.
 *
 * @param {Seals} seals
 */
const raiseAlarm = ({ now, changed, accept }) => {
  document.getElementById("witness")?.remove();
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: accept });
  const alarm = Object.assign(document.createElement("div"), { id: "witness", className: "errors" });
  alarm.setAttribute("role", "alert");
  alarm.dataset.late = ""; // keep.js leaves it out of the kept page
  alarm.append(Object.assign(document.createElement("p"), { textContent: changed }), button);
  button.addEventListener("click", () => {
    if (now) localStorage.setItem(name, now);
    else localStorage.removeItem(name);
    alarm.remove();
  });
  document.body.prepend(alarm);
};

/** Compare the kept seal with the server's. If they agree, keep the newest seal; if not, keep the old one. */
const compare = async () => {
  const kept = localStorage.getItem(name) ?? "";
  const answer = await fetch(`${game}/seal?${new URLSearchParams({ kept })}`, { cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  /** @type {Seals} */
  const seals = await answer.json();
  if (kept && seals.then !== kept) {
    raiseAlarm(seals);
    return;
  }
  document.getElementById("witness")?.remove(); // the history is as this phone saw it again
  if (seals.now) localStorage.setItem(name, seals.now);
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
const witness = async () => {
  if (document.hidden) return;
  await compare().catch(() => {}); // no signal, or no storage
  document.documentElement.dataset.witnessed = "";
};

let row = shownRow();
const witnessSoon = () => {
  if (row === shownRow()) return; // most answers to a poll bring nothing new
  row = shownRow();
  clearTimeout(timer);
  timer = setTimeout(witness, QUIET + Math.random() * QUIET);
};

if (game) {
  on("htmx:after:swap", witnessSoon);
  on("visibilitychange", witness);
  witness();
}
