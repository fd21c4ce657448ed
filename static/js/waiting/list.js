/** Shows waiting hands: in the table's #outbox, or as a number on each card in the list of tables. */

import { all, byId } from "../app.js";
import { countHands } from "./count.js";
import { handForm, isKeptPage, readHands, say, state, tableCode, waitingHere } from "./state.js";

/** @import { Refusal, WaitingHand } from "../outbox/store.js" */

// ---------------------------------------------------------------- elements

/**
 * Make an element with this text or these children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} className
 * @param {(string | Node)[]} content
 */
const make = (tag, className, ...content) => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content);
  return element;
};

/**
 * @param {string} action its key in waiting/actions.js
 * @param {string} label
 * @param {number} [id] of which hand
 */
const makeButton = (action, label, id) => {
  const button = make("button", "", label);
  button.type = "button";
  button.dataset.act = action;
  if (id !== undefined) {
    button.dataset.id = String(id);
    button.setAttribute("aria-describedby", `waits-${id}`);
  }
  return button;
};

// ---------------------------------------------------------------- one hand

/** @param {Refusal} refused */
export const refusalInWords = ({ status, why }) => {
  if (status === 409) return say("clash", { what: why.join(", ") });
  if (status === 422) return why.join(" ");
  if (status === 410) return say("deleted");
  return say(status === 403 || status === 404 ? "gone" : "refused");
};

/** @param {WaitingHand} hand */
const buttonsOf = ({ id, what, refused }) => {
  if (id === state.edited?.id) return [makeButton("stay", say("stay"), id)];
  const drop = makeButton("drop", say(refused ? "leave_out" : "drop"), id);
  if (refused?.status === 409) return [makeButton("both", say("both"), id), drop];
  if (refused && refused.status !== 422 && refused.status !== 410) return [makeButton("again", say("again"), id), drop];
  return what === "hand" && handForm() ? [makeButton("edit", say("change"), id), drop] : [drop];
};

/**
 * @param {WaitingHand} hand
 * @param {string} result
 */
const makeItem = (hand, result) => {
  const says = make("b", "", hand.says);
  says.id = `waits-${hand.id}`;
  const parts = [make("p", "", says, ` ${hand.more}`)];
  if (hand.id === state.edited?.id) parts.push(make("p", "", say("editing")));
  else if (hand.refused) parts.push(make("p", "wrong", refusalInWords(hand.refused)));
  const asks = parts.length > 1;
  if (result && !asks) parts.push(make("p", "soft", result));
  const buttons = buttonsOf(hand);
  for (const button of buttons) button.className = asks ? "" : "plain";
  return make("li", asks ? "spread asks" : "spread", ...parts, make("div", "flow", ...buttons));
};

// ---------------------------------------------------------------- all of them

/** @param {number} n */
const countInWords = (n) => say(n === 1 ? "one" : "many", { n });

/**
 * @param {WaitingHand[]} hands
 * @param {string[]} results
 */
const makeList = (hands, results) => {
  const isRefused = Boolean(hands[0]?.refused);
  const count = make("b", "", countInWords(hands.length));
  const list = make("details", "", make("summary", "", count, make("span", "", say(isRefused ? "stopped" : "kept"))));
  list.open = isRefused || Boolean(byId("outbox").querySelector("details")?.open);
  if (!isRefused) list.append(make("p", "small", say("stale")));
  list.append(make("ol", "", ...hands.map((hand, i) => makeItem(hand, results[i] ?? ""))));
  if (isRefused && hands.length > 1) list.append(makeButton("all", say("all", { n: hands.length })));
  return list;
};

const takenOutLine = () => (
  make("p", "line spread", make("span", "", state.takenOutSays), makeButton("back", say("back")))
);

/** Return the time when the page on the screen was kept, in the reader's format. */
const keptAt = () => {
  const { dataset, lang } = document.documentElement;
  const form = /** @type {const} */ ({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  return new Date(Number(dataset.kept)).toLocaleString(lang, form);
};

const signalInWords = () => {
  if (isKeptPage()) return say("as_of", { time: keptAt() });
  return state.hasSignal || waitingHere().length ? "" : say("no_signal");
};

/**
 * Show whether the table on the screen lacks the waiting hands.
 *
 * @param {boolean} isBehind
 */
const markTable = (isBehind) => {
  byId("table").classList.toggle("behind", isBehind);
  const undo = document.querySelector("#take-back .vh");
  if (undo instanceof HTMLElement) {
    undo.dataset.was ??= undo.textContent ?? "";
    undo.textContent = isBehind ? say("undo") : undo.dataset.was;
  }
  if (!isBehind) return;
  /** @type {HTMLInputElement[]} */
  const disabled = all("#hand .sat:disabled"); // players who had to play; that may have changed
  for (const choice of disabled) choice.disabled = false;
};

const renderCards = () => {
  const age = document.getElementById("as-of");
  if (age && isKeptPage()) {
    byId("as-of-says").textContent = say("list_as_of", { time: keptAt() });
    age.hidden = false;
  }
  for (const card of all("a.table-card, .open-games li > a")) {
    const count = state.hands.filter(({ code }) => card.getAttribute("href") === `/t/${code}`).length;
    card.querySelector(".waits")?.remove();
    if (!count) continue;
    card.append(make("b", "waits", countInWords(count)));
    card.closest("details")?.setAttribute("open", "");
  }
};

/**
 * Return the button that replaces the one that had the focus.
 *
 * @param {HTMLElement} place
 * @param {DOMStringMap} dataset of the old button
 */
const sameButton = (place, { act, id }) => (
  all("[data-act]", place).find(({ dataset }) => dataset.act === act && dataset.id === id)
  ?? all("summary, button", place)[0]
);

export const render = () => {
  const place = document.getElementById("outbox");
  if (!place) {
    renderCards();
    return;
  }
  const hands = waitingHere();
  const results = countHands(hands);
  const focused = document.activeElement;
  const lines = [state.sentSays, signalInWords()].filter(Boolean).map((sentence) => make("p", "line spread", sentence));
  const focusWasHere = focused instanceof HTMLElement && place.contains(focused);
  place.replaceChildren(
    ...(hands.length ? [makeList(hands, results)] : []),
    ...(state.takenOut.length ? [takenOutLine()] : []),
    ...lines,
  );
  place.hidden = !place.childElementCount;
  place.classList.toggle("refused", Boolean(hands[0]?.refused));
  markTable(hands.length > 0);
  if (focusWasHere) sameButton(place, focused.dataset)?.focus();
};

// ---------------------------------------------------------------- refresh this page and the phone's other pages

export const refresh = async () => {
  await readHands();
  render();
};

const otherPages = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;

/** Show what changed in the waiting hands, here and on the other pages. */
export const showChange = () => {
  otherPages?.postMessage({ code: tableCode, row: state.knownRow });
  return refresh();
};

/**
 * Call `listener` when another page of this phone changes the waiting hands.
 *
 * @param {() => void} listener
 */
export const onOtherPage = (listener) => otherPages?.addEventListener("message", async ({ data }) => {
  if (data.code === tableCode) state.knownRow = Math.max(state.knownRow, data.row);
  await refresh();
  listener();
});

// ---------------------------------------------------------------- for screen readers

/** @param {string} sentence */
export const announce = (sentence) => { byId("said").textContent = sentence; };
