/**
 * This phone is a witness: it keeps the seal of a game it follows, and says so when the history it saw was changed.
 *
 * An undo or a correction is a line of its own, and leaves the seals of all rows before it as they were.
 */

import { on } from "./app.js";
import { shownRow } from "./live.js";

/**
 * @typedef {object} Seals what the server answers
 * @property {string} now the seal of the last row, "" before the first
 * @property {string} then that of the row this phone kept, "" where it is gone
 * @property {string} changed
 * @property {string} accept
 */

const QUIET = 15000; // milliseconds after the last new row on the screen, or up to twice as many: phones take turns
const [game] = /^\/[ts]\/[\w-]{22}/.exec(location.pathname) ?? [];
const name = `seal:${game}`;

/**
 * Say that the history was changed, until somebody who knows why goes on from what is there now.
 *
 * @param {Seals} seals
 */
const raiseAlarm = ({ now, changed, accept }) => {
  document.getElementById("witness")?.remove();
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: accept });
  const alarm = Object.assign(document.createElement("div"), { id: "witness", className: "errors" });
  alarm.setAttribute("role", "alert");
  alarm.dataset.late = ""; // a page that is kept in the phone has none
  alarm.append(Object.assign(document.createElement("p"), { textContent: changed }), button);
  button.addEventListener("click", () => {
    if (now) localStorage.setItem(name, now);
    else localStorage.removeItem(name);
    alarm.remove();
  });
  document.body.prepend(alarm);
};

/** Compare the seal this phone kept with the server's, and keep the newest; a seal that differs stays. */
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
  document.getElementById("witness")?.remove(); // what was rewritten was put back
  if (seals.now) localStorage.setItem(name, seals.now);
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
const witness = async () => {
  if (document.hidden) return;
  await compare().catch(() => {}); // no signal, or a phone that keeps nothing
  document.documentElement.dataset.witnessed = "";
};

let row = shownRow();
const witnessSoon = () => {
  if (row === shownRow()) return; // a page that asks every few seconds hears mostly that nothing is new
  row = shownRow();
  clearTimeout(timer);
  timer = setTimeout(witness, QUIET + Math.random() * QUIET);
};

if (game) {
  on("htmx:after:swap", witnessSoon);
  on("visibilitychange", witness);
  witness();
}
