/** The requests of the outbox, and what counts as an answer. */

/** @import { Refusal, WaitingHand } from "./store.js" */

/**
 * What a hand is sent with. It is new each time, because no token is stored on the phone.
 *
 * @typedef {object} Stamp
 * @property {number} status
 * @property {string} [csrf_token]
 * @property {string} [op_id] missing if this phone may not write
 * @property {number} [seq] the table's last row
 */

const PATIENCE = 8000; // milliseconds

/** There was no answer at all. */
export class NoAnswer extends Error {}

/** There was an answer, but not from our server, or our server could not handle the request. */
export class UnusableAnswer extends Error {}

/**
 * Ask our server; raise `NoAnswer` or `UnusableAnswer`.
 *
 * A public network may answer with its login page, and a proxy with an error page if the server is down.
 *
 * @param {string} address
 * @param {URLSearchParams} [body]
 */
const ask = async (address, body) => {
  const form = body ? { method: "POST", body, headers: { Outbox: "1" } } : {};
  const patience = AbortSignal.timeout ? { signal: AbortSignal.timeout(PATIENCE) } : {};
  let answer;
  try {
    answer = await fetch(address, { ...form, ...patience, cache: "no-store", redirect: "manual" });
  } catch (error) {
    throw new NoAnswer("", { cause: error });
  }
  const { status } = answer;
  const isRedirect = status < 200; // `fetch` gives it status 0
  if (isRedirect || status >= 500 || status === 429) throw new UnusableAnswer(String(status));
  return answer;
};

/**
 * Return a new stamp for a hand of this table.
 *
 * @param {string} code
 * @returns {Promise<Stamp>}
 */
export const stampFor = async (code) => {
  const answer = await ask(`/t/${code}/stamp`);
  return { status: answer.status, ...(answer.ok ? await answer.json() : {}) };
};

/**
 * Send a hand; return the server's answer.
 *
 * @param {WaitingHand} hand
 * @param {Stamp} stamp
 */
export const post = (hand, stamp) => {
  const body = new URLSearchParams(hand.fields);
  body.set("csrf_token", String(stamp.csrf_token));
  body.set("op_id", String(hand.op_id));
  body.set("seen", String(hand.seen));
  return ask(hand.action, body);
};

/**
 * Return why a hand was refused, and the page that says so.
 *
 * @param {Response} answer
 * @param {WaitingHand} hand
 * @returns {Promise<{page: Document, refused: Refusal}>}
 */
export const readRefusal = async (answer, hand) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const sentences = page.querySelectorAll(answer.status === 409 ? ".newer b" : ".errors p, .notice .lead");
  const shown = page.querySelector(".choices [name=seen]")?.getAttribute("value");
  const why = [...sentences].map(({ textContent }) => textContent.trim());
  return { page, refused: { status: answer.status, why, seen: shown ? Number(shown) : hand.seen } };
};
