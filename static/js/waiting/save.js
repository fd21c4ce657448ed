/**
 * Saves a hand: it is kept on the phone first, then htmx sends it. If other hands wait, or if this is a kept page, the
 * hand waits too.
 */

import { alarm, byId, on, release } from "../app.js";
import { askForNews, shownRow } from "../live.js";
import { outbox } from "../outbox/outbox.js";
import { changeHand, keepHand, removeHand } from "../outbox/store.js";
import { addSure, clearForm, hiddenValue, isUntouched, missingAnswer, readHand } from "./form.js";
import { announce, render, showChange } from "./list.js";
import { handForm, say, state, waitingHere } from "./state.js";

/**
 * @import { HtmxEvent } from "../app.js"
 * @import { NewHand } from "../outbox/store.js"
 */

const SILENCE = 6000; // milliseconds that a direct send waits for its answer
const DIRECT = 10000; // milliseconds before the outbox may send it
const DOUBLE_TAP = 600;

let emptiedAt = 0;
let isAsking = false; // whether the foot asks if a hand is meant

// ---------------------------------------------------------------- whether the server answers

const markOnline = () => {
  if (state.hasSignal) return;
  state.hasSignal = true;
  render();
  outbox.flush({ eager: true });
};
export const markOffline = () => {
  if (!state.hasSignal) return;
  state.hasSignal = false;
  render();
};

/** Raise the form's `seen` to include the hands that waited, now that they are rows. */
export const advanceSeen = () => {
  const form = handForm();
  if (form && !waitingHere().length) {
    const seen = /** @type {HTMLInputElement} */ (form.elements.namedItem("seen"));
    seen.value = String(Math.max(state.knownRow, Number(seen.value)));
  }
  if (shownRow() < state.knownRow) askForNews();
};

// ---------------------------------------------------------------- keep on the phone

const forgetWhatWasSaid = () => {
  state.sentSays = "";
  state.takenOut = [];
};

/** @param {NewHand} hand */
const sayKept = (hand) => announce(`${hand.says}. ${say("kept")}.`);

/**
 * Keep a hand on the phone and clear the form for the next one.
 *
 * @param {HTMLFormElement} form
 * @param {NewHand} hand
 */
const keepInPhone = async (form, hand) => {
  const missing = hand.what === "hand" ? missingAnswer(form) : "";
  if (missing) {
    alarm(say("missing", { what: missing }));
    return;
  }
  const kept = { ...hand, op_id: null };
  if (state.edited) Object.assign(kept, { id: state.edited.id, seen: state.edited.seen });
  else if (waitingHere().length) kept.seen = null;
  try {
    await keepHand(kept);
  } catch {
    alarm(say("full"));
    return;
  }
  emptiedAt = Date.now();
  clearForm(form);
  forgetWhatWasSaid();
  alarm("");
  sayKept(hand);
  await showChange();
  outbox.flush();
};

// ---------------------------------------------------------------- send directly

/**
 * Keep on the phone what htmx is about to send.
 *
 * @param {HTMLFormElement} form
 * @param {NewHand} hand
 */
const beginDirectSend = (form, hand) => {
  Object.assign(hand, { tried: true, until: Date.now() + DIRECT });
  forgetWhatWasSaid();
  const keep = async () => {
    try {
      Object.assign(hand, { id: await keepHand(hand) });
      return true;
    } catch {
      return false;
    }
  };
  state.directSend = { form, hand, isKept: keep() };
};

/**
 * Remove the hand from the phone: the server saved it, or the page says why not.
 *
 * @param {import("./state.js").DirectSend} directSend
 * @param {number} row 0 if it was not saved
 */
const endDirectSend = async ({ hand, isKept }, row) => {
  if (await isKept && hand.id) await removeHand({ ...hand, id: hand.id }, hand.seen);
  state.directSend = null;
  state.knownRow = Math.max(state.knownRow, row);
  await showChange();
  outbox.flush();
};

/**
 * Let the hand wait: there was no answer, or none from our server.
 *
 * @param {import("./state.js").DirectSend} directSend
 */
const failDirectSend = async ({ form, hand, isKept }) => {
  if (!await isKept || !hand.id) {
    state.directSend = null;
    alarm(say("full"));
    return;
  }
  await changeHand(hand.id, { until: 0 });
  state.directSend = null;
  if (form.isConnected) clearForm(form);
  sayKept(hand);
  await showChange();
  outbox.retryLater();
};

on("htmx:config:request", (/** @type {HtmxEvent} */ event) => { // a short time, since the phone has the hand already
  if (event.target === state.directSend?.form) event.detail.ctx.request.timeout = SILENCE;
}, true);
on("htmx:before:request", (/** @type {HtmxEvent} */ event) => { // no preview while the table is behind
  if (event.target.id === "why" && (waitingHere().length || isAsking)) event.preventDefault();
}, true);
on("htmx:before:swap", (/** @type {HtmxEvent} */ event) => { // nor in place of the question, of before it was asked
  if (event.target.id === "why" && isAsking) event.preventDefault();
}, true);
on("htmx:after:request", (/** @type {HtmxEvent} */ event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (!response) return;
  const { status, headers } = response;
  if (status < 500) markOnline();
  const { directSend } = state;
  if (!directSend || sourceElement !== directSend.form) return;
  const row = Number(headers.get("Saved-As"));
  if (status < 300 ? row : status === 409 || status === 422) {
    endDirectSend(directSend, row);
    return;
  }
  event.preventDefault(); // a login page of the network, or a server that is down
  failDirectSend(directSend);
}, true);
on("htmx:error", (/** @type {HtmxEvent} */ event) => {
  const { target } = event;
  if (target.id === "why") target.textContent = say("stale");
  if (target.id === "poll") markOffline();
  const { directSend } = state;
  if (!directSend || target !== directSend.form) return;
  event.stopPropagation();
  markOffline();
  failDirectSend(directSend);
}, true);
on("htmx:after:swap", () => {
  const isOwnNews = shownRow() && shownRow() <= state.knownRow;
  if (isOwnNews) document.getElementById("news")?.replaceChildren(); // this phone sent it
  render();
});

// ---------------------------------------------------------------- choose how to save

on("change", () => { isAsking = false; });
on("submit", (/** @type {SubmitEvent} */ event) => {
  const form = handForm();
  if (!form || event.target !== form) return;
  isAsking = false;
  const hand = readHand(form, event.submitter);
  if (hand.what === "hand" && !missingAnswer(form) && isUntouched(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    addSure(form);
    isAsking = true;
    byId("why").textContent = say("untouched");
    release(form);
    return;
  }
  if (!waitingHere().length && hand.op_id && hiddenValue(form, "csrf_token")) {
    beginDirectSend(form, hand);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const isSecondTap = Date.now() < emptiedAt + DOUBLE_TAP && hand.fields.length < 2; // the form is already empty
  if (isSecondTap) release(form);
  else keepInPhone(form, hand).finally(() => release(form));
}, true);

