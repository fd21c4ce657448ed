/**
 * The outbox sends the hands that wait on this phone, each once and in order. It stops a table at its first refusal.
 *
 * It shows nothing. It tells the page's listener what happens.
 */

import { NoAnswer, UnusableAnswer, post, readRefusal, stampFor } from "./server.js";
import { changeHand, releaseLease, removeHand, acquireLease, waitingHands } from "./store.js";

/**
 * @import { Refusal, WaitingHand } from "./store.js"
 *
 * @typedef {object} OutboxListener
 * @property {() => void} unanswered there was no answer
 * @property {(hand: WaitingHand, refused: Refusal) => void} refused
 * @property {(hand: WaitingHand, row: number) => void} sent `row`: the last row of that table that this phone knows of
 * @property {() => Promise<void>} finished all tables are done, and the server answered
 * @property {() => Promise<boolean>} shouldRetry whether to try again later
 */

const SOON = 2000; // milliseconds until the first new try
const LATE = 30000; // milliseconds between tries at most
const jitter = () => 0.8 + Math.random() * 0.4; // so that phones that lost signal together do not all return at once

class Outbox {
  /** @type {OutboxListener | null} */
  #listener = null;
  #isBusy = false;
  /** @type {number | undefined} */
  #timer;
  #pause = SOON;

  /** @param {OutboxListener} listener */
  setListener(listener) {
    this.#listener = listener;
  }

  /** Try again later, after a longer wait each time. */
  retryLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#pause * jitter());
    this.#pause = Math.min(LATE, this.#pause * 2);
  }

  /**
   * Send the waiting hands.
   *
   * @param {{eager?: boolean}} how `eager`: there may be signal again, so start with short waits
   */
  async flush({ eager = false } = {}) {
    if (eager) this.#pause = SOON;
    clearTimeout(this.#timer);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await withLock(() => this.#sendAll());
    } catch (error) { // no answer, or no storage: the hands keep waiting
      if (error instanceof NoAnswer) this.#listener?.unanswered();
    }
    this.#isBusy = false;
    if (await this.#listener?.shouldRetry()) this.retryLater();
  }

  async #sendAll() {
    for (const code of new Set((await waitingHands()).map((hand) => hand.code))) await this.#sendTable(code);
    await this.#listener?.finished();
  }

  /** @param {string} code */
  async #sendTable(code) {
    for (let wasSent = true; wasSent;) {
      const first = (await waitingHands()).find((hand) => hand.code === code);
      if (!first || first.refused || first.until > Date.now()) return;
      wasSent = await this.#send(first);
      this.#pause = SOON;
    }
  }

  /**
   * Send one hand; return whether the server accepted it.
   *
   * @param {WaitingHand} hand
   */
  async #send(hand) {
    const stamp = await stampFor(hand.code);
    if (!stamp.op_id) return this.#refuse(hand, { status: stamp.status, why: [], seen: hand.seen });
    hand.op_id ??= stamp.op_id;
    await changeHand(hand.id, { op_id: hand.op_id, tried: true });
    const answer = await post(hand, stamp);
    if (answer.status >= 400) return this.#refuse(hand, (await readRefusal(answer, hand)).refused);
    const row = Number(answer.headers.get("Saved-As"));
    if (!row) throw new UnusableAnswer("not our server's");
    const known = Math.max(row, hand.seen ?? 0); // another phone may have saved the same hand earlier
    await removeHand(hand, known);
    this.#listener?.sent(hand, known);
    return true;
  }

  /**
   * @param {WaitingHand} hand
   * @param {Refusal} refused
   */
  async #refuse(hand, refused) {
    await changeHand(hand.id, { refused });
    this.#listener?.refused(hand, refused);
    return false;
  }
}

/**
 * Do `work` unless another page of this phone is doing it. Both at once would only send everything twice.
 *
 * @param {() => Promise<void>} work
 */
const withLock = async (work) => {
  if ("locks" in navigator) {
    await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => { if (lock) await work(); });
    return;
  }
  if (!await acquireLease()) return;
  try {
    await work();
  } finally {
    await releaseLease();
  }
};

/** The outbox of this page. */
export const outbox = new Outbox();
