/** The buttons of waiting hands: take out, put back, change, see both versions, try again. */

import { alarm, closest, byId, on, release } from "../app.js";
import { outbox } from "../outbox/outbox.js";
import { NoAnswer, post, readRefusal, stampFor } from "../outbox/server.js";
import { changeHand, keepHand, removeHand } from "../outbox/store.js";
import { clearForm, fillForm, readHand } from "./form.js";
import { announce, showChange } from "./list.js";
import { markOffline } from "./save.js";
import { handForm, say, state, tableCode, waitingHere } from "./state.js";

/** @import { NewHand, WaitingHand } from "../outbox/store.js" */

const IN_HAND = 120000; // milliseconds; a hand being changed is not sent before then

const leaveForm = () => {
  const form = handForm();
  if (state.edited && form) clearForm(form);
};
const openTable = () => location.assign(`/t/${tableCode}`);

// ---------------------------------------------------------------- take out, put back

/** @param {WaitingHand[]} hands */
const takeOut = async (hands) => {
  state.takenOut = [];
  for (const hand of hands) {
    if (hand.id === state.edited?.id) leaveForm();
    const next = await removeHand(hand, hand.refused?.seen ?? hand.seen);
    state.takenOut.push({ hand, next });
  }
  const mayHaveArrived = hands.some(({ tried, refused }) => tried && !refused);
  const what = hands.map(({ says }) => says).join(", ");
  state.takenOutSays = say(mayHaveArrived ? "dropped_maybe" : "dropped", { what });
  announce(state.takenOutSays);
  await showChange();
  outbox.flush();
};

const putBack = async () => {
  for (const { hand, next } of state.takenOut) {
    await keepHand(hand);
    if (next) await changeHand(next, { seen: null }); // it follows this hand again
  }
  state.takenOut = [];
  await showChange();
  outbox.flush();
};

// ---------------------------------------------------------------- change, try again

/** @param {WaitingHand} hand */
const edit = async (hand) => {
  const form = handForm();
  if (!form) return;
  await changeHand(hand.id, { until: Date.now() + IN_HAND, refused: null });
  fillForm(form, hand);
  state.edited = hand;
  await showChange();
};

/**
 * Let the outbox send a hand again.
 *
 * @param {WaitingHand} hand
 * @param {Partial<NewHand>} changes
 */
const sendAgain = async (hand, changes = {}) => {
  await changeHand(hand.id, { until: 0, ...changes });
  leaveForm();
  await showChange();
  outbox.flush({ eager: true });
};

// ---------------------------------------------------------------- conflicts

/**
 * Show both versions in place of the table, from the server's page of the conflict.
 *
 * @param {WaitingHand} hand
 */
const compare = async (hand) => {
  try {
    const answer = await post(hand, await stampFor(hand.code));
    if (answer.status !== 409) {
      await sendAgain(hand, { refused: null });
      return;
    }
    const { page, refused } = await readRefusal(answer, hand);
    await changeHand(hand.id, { refused });
    state.compared = { ...hand, refused };
    const both = page.getElementById("table");
    if (both) byId("table").replaceWith(both);
    const first = document.querySelector("#table [autofocus]");
    if (first instanceof HTMLElement) first.focus();
    scrollTo(0, 0);
  } catch (error) {
    if (error instanceof NoAnswer) markOffline();
    alarm(say("no_answer"));
  }
};

/**
 * Send the decision about a conflict through the outbox, since it may have to wait too.
 *
 * @param {HTMLFormElement} form
 */
const decide = async (form) => {
  const hand = readHand(form);
  const decidedOn = hand.fields.find(([name]) => name === "what")?.[1] ?? "hand";
  const canBeChanged = hand.action.endsWith("/hands") && decidedOn === "hand";
  const mine = document.querySelector("#table .mine b")?.textContent.trim() ?? "";
  const decision = {
    ...hand,
    what: canBeChanged ? "hand" : "",
    says: state.compared?.says ?? mine,
    more: state.compared?.more ?? "",
  };
  try {
    await keepHand(state.compared ? { ...decision, id: state.compared.id } : decision);
    await outbox.flush({ eager: true });
    openTable();
  } catch {
    form.submit();
  }
};

/** @param {WaitingHand} hand the hand to leave out, because the saved one is right */
const agree = async (hand) => {
  try {
    await removeHand(hand, hand.refused?.seen ?? hand.seen);
  } finally {
    openTable();
  }
};

// ---------------------------------------------------------------- taps

/** @type {Record<string, (hand: WaitingHand) => unknown>} by a button's data-act, see list.js */
const handActions = {
  drop: (hand) => takeOut([hand]),
  edit,
  both: compare,
  stay: (hand) => sendAgain(hand),
  again: (hand) => sendAgain(hand, { refused: null }),
};
/** @type {Record<string, () => unknown>} */
const listActions = { all: () => takeOut(waitingHere()), back: putBack };

on("click", (event) => {
  if (state.compared && closest(event, "#table > .choices a")) {
    event.preventDefault();
    agree(state.compared);
  }
  const { act = "", id } = closest(event, "#outbox [data-act]")?.dataset ?? {};
  const hand = state.hands.find((waiting) => waiting.id === Number(id));
  if (hand) handActions[act]?.(hand);
  else listActions[act]?.();
});

on("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const takesBack = form.id === "undo" && waitingHere().length > 0;
  if (!takesBack && !form.matches("#table > .choices form")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!takesBack) {
    decide(form);
    return;
  }
  release(form);
  takeOut(waitingHere().slice(-1));
}, true);
