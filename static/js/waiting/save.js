/**
 * Save: straight to the server by htmx, noted in the phone first. Behind others that wait, and on a kept page, it goes
 * into the phone alone.
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

const SILENCE = 6000; // milliseconds a direct send waits for its answer
const DIRECT = 10000; // and for so long the outbox leaves it alone
const DOUBLE_TAP = 600;

let emptiedAt = 0;

// ---------------------------------------------------------------- whether the server answers

export const markOnline = () => {
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

/** What was entered upon the hands that waited stands upon them now that they are rows. */
export const advanceSeen = () => {
  const form = handForm();
  if (form && !waitingHere().length) {
    const seen = /** @type {HTMLInputElement} */ (form.elements.namedItem("seen"));
    seen.value = String(Math.max(state.knownRow, Number(seen.value)));
  }
  if (shownRow() < state.knownRow) askForNews();
};

// ---------------------------------------------------------------- into the phone

const forgetWhatWasSaid = () => {
  state.sentSays = "";
  state.takenOut = [];
};

/** @param {NewHand} hand */
const sayKept = (hand) => announce(`${hand.says}. ${say("kept")}.`);

/**
 * Keep a hand in the phone and make room for the next.
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

// ---------------------------------------------------------------- straight to the server

/**
 * Note in the phone what htmx is about to send.
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
 * The server has it, or said why not on the screen: it waits no more.
 *
 * @param {import("./state.js").DirectSend} directSend
 * @param {number} row 0 where it was not saved
 */
const endDirectSend = async ({ hand, isKept }, row) => {
  if (await isKept && hand.id) await removeHand({ ...hand, id: hand.id }, hand.seen);
  state.directSend = null;
  state.knownRow = Math.max(state.knownRow, row);
  await showChange();
  outbox.flush();
};

/**
 * There was no answer, or none of ours: the hand waits.
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

on("htmx:config:request", (/** @type {HtmxEvent} */ event) => { // nobody waits long: the phone has it already
  if (event.target === state.directSend?.form) event.detail.ctx.request.timeout = SILENCE;
}, true);
on("htmx:before:request", (/** @type {HtmxEvent} */ event) => { // nothing is foretold from a table that is behind
  if (event.target.id === "why" && waitingHere().length) event.preventDefault();
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
  event.preventDefault(); // a bar's network answers too, and a server that cannot now
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

// ---------------------------------------------------------------- which of the two

on("submit", (/** @type {SubmitEvent} */ event) => {
  const form = handForm();
  if (!form || event.target !== form) return;
  const hand = readHand(form, event.submitter);
  if (hand.what === "hand" && !missingAnswer(form) && isUntouched(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    addSure(form);
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
  const isSecondTap = Date.now() < emptiedAt + DOUBLE_TAP && hand.fields.length < 2; // the form is empty by now
  if (isSecondTap) release(form);
  else keepInPhone(form, hand).finally(() => release(form));
}, true);

