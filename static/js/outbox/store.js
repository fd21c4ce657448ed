/** The hands that wait on this phone, in IndexedDB, in the order they were entered. */

/**
 * Why the server refused a hand.
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string[]} why the server's sentences
 * @property {number | null} seen the last row of the table shown with them
 *
 * A waiting hand.
 *
 * @typedef {object} NewHand
 * @property {string} code the table
 * @property {string} action the address it is sent to
 * @property {[string, string][]} fields the form's fields, without csrf_token, op_id and seen
 * @property {string} what the button that sent it: "hand", "misdeal" …; "" for a decision about a conflict
 * @property {string} says the hand in words
 * @property {string} more the rest of the hand in words
 * @property {number | null} seen the last row when it was entered; null if it follows a hand that is not sent yet
 * @property {string | null} op_id the same for every try, so that the server saves it once
 * @property {boolean} tried it was sent before, so it may have arrived
 * @property {number} until not sent before this time, because htmx sends it or somebody changes it
 * @property {Refusal | null} refused
 *
 * @typedef {NewHand & {id: number}} WaitingHand
 */

/** @type {IDBDatabase | null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("scorekeeper", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("waiting", { keyPath: "id", autoIncrement: true });
    request.result.createObjectStore("turns", { keyPath: "id" });
  };
  request.onsuccess = () => {
    const opened = request.result;
    const forget = () => {
      opened.close();
      database = null;
    };
    opened.onclose = forget;
    opened.onversionchange = forget;
    resolve(opened);
  };
  request.onerror = () => reject(request.error);
});
const begin = async () => {
  database ??= await open();
  return database.transaction(["waiting", "turns"], "readwrite", { durability: "strict" });
};

/**
 * Return the result of one request.
 *
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Do `work` in one transaction; return its result once it is on disk.
 *
 * @template T
 * @param {(waiting: IDBObjectStore, turns: IDBObjectStore) => Promise<T>} work
 * @returns {Promise<T>}
 */
const transact = async (work) => {
  const transaction = await begin().catch(() => { // a sleeping phone closes the database: open it again
    database = null;
    return begin();
  });
  const committed = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [value] = await Promise.all([
    work(transaction.objectStore("waiting"), transaction.objectStore("turns")),
    committed,
  ]);
  return value;
};

/** @type {(waiting: IDBObjectStore) => Promise<WaitingHand[]>} */
const allIn = (waiting) => resultOf(waiting.getAll());

/** Return all hands that wait, of all tables. */
export const waitingHands = () => transact(allIn);

/**
 * Store a hand, or replace it if it has an id; return its id.
 *
 * @param {NewHand | WaitingHand} hand
 */
export const keepHand = (hand) => transact(async (waiting) => Number(await resultOf(waiting.put(hand))));

/**
 * Change a hand if it is still waiting.
 *
 * @param {number} id
 * @param {Partial<NewHand>} changes
 */
export const changeHand = (id, changes) => transact(async (waiting) => {
  const hand = await resultOf(waiting.get(id));
  if (hand) await resultOf(waiting.put({ ...hand, ...changes }));
});

/**
 * Remove a hand. If the next hand of its table follows it, set that hand's `seen` and return its id.
 *
 * @param {WaitingHand} hand
 * @param {number | null} seen
 * @returns {Promise<number | undefined>}
 */
export const removeHand = (hand, seen) => transact(async (waiting) => {
  const next = (await allIn(waiting)).find(({ code, id }) => code === hand.code && id > hand.id);
  waiting.delete(hand.id);
  if (next?.seen !== null) return undefined;
  await resultOf(waiting.put({ ...next, seen }));
  return next.id;
});

// ---------------------------------------------------------------- take turns, for browsers without Web Locks

const TURN = 5000; // milliseconds

/** Take the turn for this page for `TURN`; return whether it was free. */
export const acquireLease = () => transact(async (_waiting, turns) => {
  const now = Date.now();
  const taken = await resultOf(turns.get(1));
  const isFree = !taken || taken.until < now || taken.until > now + TURN; // the clock may have been set back
  if (isFree) turns.put({ id: 1, until: now + TURN });
  return isFree;
});

export const releaseLease = () => transact(async (_waiting, turns) => { turns.delete(1); });
