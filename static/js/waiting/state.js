/** What this page knows about the waiting hands and its table. */

import { waitingHands } from "../outbox/store.js";

/** @import { NewHand, WaitingHand } from "../outbox/store.js" */

/**
 * A hand that htmx is sending. It stays on the phone in case there is no answer.
 *
 * @typedef {object} DirectSend
 * @property {HTMLFormElement} form
 * @property {NewHand & {id?: number}} hand
 * @property {Promise<boolean>} isKept whether the phone could keep it
 *
 * A hand that was taken out.
 *
 * @typedef {object} TakenOut
 * @property {WaitingHand} hand
 * @property {number | undefined} next the id of the hand entered right after it
 */

export const state = {
  /** @type {WaitingHand[]} of all tables */
  hands: [],
  /** @type {DirectSend | null} */
  directSend: null,
  /** @type {WaitingHand | null} being changed in the form */
  edited: null,
  /** @type {WaitingHand | null} shown beside the server's version, in place of the table */
  compared: null,
  /** @type {TakenOut[]} */
  takenOut: [],
  takenOutSays: "",
  sentSays: "",
  /** Whether the server answers, as far as this page knows. */
  hasSignal: navigator.onLine !== false,
  /** The last row that this phone knows of. It may be newer than the screen. */
  knownRow: 0,
};

/** The table's code, from the address; undefined on other pages. */
export const tableCode = /^\/t\/([\w-]{22})/.exec(location.pathname)?.[1];

/** Return whether this page was kept on the phone and is shown because there was no signal. */
export const isKeptPage = () => "kept" in document.documentElement.dataset;

/** @returns {HTMLFormElement | null} */
export const handForm = () => document.querySelector('#hand[action$="/hands"]');

/** Return this table's waiting hands, without the one being sent. */
export const waitingHere = () => (
  state.hands.filter(({ code, id }) => code === tableCode && id !== state.directSend?.hand.id)
);

export const readHands = async () => {
  state.hands = await waitingHands().catch(() => []);
};

// ---------------------------------------------------------------- the page's words, in the reader's language

/** @type {Record<string, string>} */
const sentences = JSON.parse(document.getElementById("words")?.getAttribute("value") ?? "{}");

/**
 * Return one of the page's sentences.
 *
 * @param {string} key as in templates/table/_waiting.html
 * @param {Record<string, string | number>} values for the names in {braces}
 */
export const say = (key, values = {}) => (
  (sentences[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
);
