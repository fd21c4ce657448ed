/**
 * Evenings of one phone's outbox, drawn from seeds: `node tests/trust/outbox.js SEEDS FIRST`, part of `make lint`.
 *
 * The real static/js/outbox on an IndexedDB in memory, and a server that keeps hands as ours does. Requests and answers
 * get lost, pages are killed while they wait for one, two are open at once, the database is closed, the clock steps,
 * another phone saves. A hand may be neither lost nor doubled nor sent before the one ahead of it, each page is told
 * the row that the server has, and once there is signal everything is sent. Then faults are planted, and must be found.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forceCloseDatabase } from "fake-indexeddb";
import "fake-indexeddb/auto";

const [SEEDS = 60, FIRST = 0] = process.argv.slice(2).map(Number);
const STEPS = 60;
const CODES = ["aa", "bb"];
const OUTBOX = fileURLToPath(new URL("../../static/js/outbox", import.meta.url));
const pageOf = new AsyncLocalStorage();
const rest = () => new Promise((done) => { setImmediate(done); });

let folder, store; // the program's, perhaps with a fault
let random, now, hasSignal, tables, pages, timers, opened, locked, entered, others, faults;
const chance = (odds) => random() < odds;
const oneOf = (many) => many[Math.floor(random() * many.length)];

const dice = (seed) => {
  let state = (seed + 1) * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

// ---------------------------------------------------------------- what a browser and the server are here

[now, opened] = [0, []];
Date.now = () => now;
globalThis.setTimeout = (work) => {
  const timer = { work, page: pageOf.getStore() };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer);
globalThis.DOMParser = class {
  parseFromString = (seen) => ({ querySelectorAll: () => [], querySelector: () => ({ getAttribute: () => seen }) });
};
const locks = {
  async request(_name, _how, work) {
    if (locked) return work(null);
    const mine = locked = { page: pageOf.getStore() };
    try { return await work(mine); } finally { if (locked === mine) locked = null; }
  },
};
const openDatabase = indexedDB.open.bind(indexedDB);
indexedDB.open = (...how) => {
  const request = openDatabase(...how);
  request.addEventListener("success", () => opened.push(request.result));
  return request;
};

const answer = (address, body) => {
  const [, , code, what] = address.split("/");
  const rows = tables[code];
  if (what === "stamp") return Response.json({ csrf_token: "", op_id: `op${random()}`, seq: rows.length });
  const before = rows.findIndex(({ op }) => op === body.get("op_id"));
  if (before < 0 && Number(body.get("seen")) !== rows.length) return new Response(`${rows.length}`, { status: 409 });
  if (before < 0) rows.push({ op: body.get("op_id"), key: Number(body.get("key")) });
  return new Response("", { headers: { "Saved-As": `${before < 0 ? rows.length : before + 1}` } });
};
const never = new Promise(() => {});
const kill = (page) => {
  page.dead = true;
  if (locked?.page === page) locked = null; // the browser gives it back
  return never;
};
globalThis.fetch = async (address, { body } = {}) => {
  const page = pageOf.getStore();
  await rest();
  if (page.dead || (!hasSignal && chance(0.08))) return kill(page);
  if (!hasSignal && chance(0.15)) throw new TypeError("no signal");
  if (!hasSignal && chance(0.1)) return chance(0.5) ? Response.error() : new Response("", { status: 503 }); // as a redirect
  const answered = answer(address, body);
  await rest();
  if (page.dead || (!hasSignal && chance(0.08))) return kill(page);
  if (!hasSignal && chance(0.1)) throw new TypeError("the answer is lost");
  return answered;
};

// ---------------------------------------------------------------- an evening

let made = 0;
const openPage = async () => {
  made += 1;
  const page = { dead: false, outbox: (await import(`${folder}/outbox.js?${made}`)).outbox };
  page.outbox.setListener({
    unanswered() {}, async finished() {},
    refused({ code }, { status }) { // in turns by the database two pages may send at once
      if (status < 400 || ("locks" in navigator && !others.has(code))) faults.push(`refused with ${status} by nobody`);
    },
    sent: ({ id, code }, row) => {
      if (tables[code][row - 1]?.key !== entered.find((hand) => hand.id === id).key) faults.push(`row ${row} is another`);
    },
    shouldRetry: async () => !page.dead && (await store.waitingHands()).some(({ refused }) => !refused),
  });
  pages.push(page);
};
const alive = () => pages.filter(({ dead }) => !dead);
const flush = (page, how) => { if (page) pageOf.run(page, () => page.outbox.flush(how)); };
const settle = async (turns) => { for (let turn = 0; turn < turns; turn += 1) await rest(); };

const steps = {
  async enter() {
    const code = oneOf(CODES);
    const last = (await store.waitingHands()).findLast((hand) => hand.code === code);
    const [key, seen] = [entered.length, last ? null : tables[code].length];
    const hand = { code, seen, action: `/t/${code}/hands`, fields: [["key", `${key}`]], op_id: null, until: 0 };
    entered.push({ code, key, id: await store.keepHand(hand) });
  },
  async send() { for (const page of alive()) if (chance(0.7)) flush(page, { eager: chance(0.5) }); },
  async wait() {
    now += Math.floor(random() * 12000);
    const due = [...timers].filter(({ page }) => !page.dead);
    timers.clear();
    for (const { work, page } of due) pageOf.run(page, work);
  },
  async clock() { now += oneOf([-7200000, 3600000]); },
  async sleep() { for (const each of opened.splice(0)) forceCloseDatabase(each); },
  async kill() { kill(oneOf(alive())); },
  async elsewhere() {
    const code = oneOf(CODES);
    others.add(code);
    tables[code].push({ op: "", key: -1 });
  },
  async decide() {
    for (const { id, refused, code } of await store.waitingHands()) {
      if (!refused) continue;
      await store.changeHand(id, { refused: null, op_id: null, seen: refused.seen ?? tables[code].length });
      flush(oneOf(alive()), { eager: true });
    }
  },
};
const WEIGHTS = { enter: 12, send: 20, wait: 12, clock: 1, sleep: 3, kill: 3, elsewhere: 2, decide: 5 };
const BAG = Object.entries(WEIGHTS).flatMap(([name, times]) => Array(times).fill(name));

const check = async () => {
  const waits = new Map((await store.waitingHands()).map((hand) => [hand.id, hand]));
  for (const code of CODES) {
    const keys = tables[code].map(({ key }) => key).filter((key) => key >= 0);
    if (keys.some((key, i) => i > 0 && key <= keys[i - 1])) faults.push(`${code} has ${keys}: doubled, or not in order`);
    for (const hand of entered.filter((one) => one.code === code)) {
      if (!waits.has(hand.id) && !keys.includes(hand.key)) faults.push(`hand ${hand.key} is lost`);
    }
  }
  return waits;
};

const play = async (seed) => {
  random = dice(seed);
  [now, hasSignal, timers, opened, locked, entered, others] = [1e12, false, new Set(), [], null, [], new Set()];
  [faults, pages] = [[], []];
  tables = Object.fromEntries(CODES.map((code) => [code, []]));
  globalThis.navigator = chance(0.5) ? { locks } : {}; // a browser without locks takes turns by the database
  for (const left of await store.waitingHands()) await store.removeHand(left, 0);
  await store.releaseLease();
  const told = [];
  for (let step = 0; step < STEPS && !faults.length; step += 1) {
    while (alive().length < 1 || (alive().length < 2 && chance(0.1))) await openPage();
    told.push(oneOf(BAG));
    await steps[told.at(-1)]();
    await settle(random() * 60);
    await check();
  }
  hasSignal = true;
  if (!alive().length) await openPage();
  for (const page of alive()) flush(page, { eager: true });
  for (let tries = 0; tries < 40; tries += 1) {
    await settle(60);
    await steps.decide();
    await steps.wait();
  }
  await settle(60);
  if (!faults.length && (await check()).size) faults.push("not all is sent, though there is signal");
  return faults.length ? `seed ${seed}: ${faults[0]}\n  ${told.join(" ")}` : "";
};

// ---------------------------------------------------------------- many evenings

const PLANTED = {
  "another op_id for each try": ["outbox.js", "hand.op_id ??= stamp.op_id", "hand.op_id = stamp.op_id"],
  "the last hand first": ["outbox.js", ".find((hand)", ".findLast((hand)"],
  "a refusal is no answer": ["outbox.js", "answer.status >= 400", "answer.status >= 600"],
  "busy for ever": ["outbox.js", "this.#isBusy = false;", ""],
  "a turn that a killed page keeps": ["store.js", "TURN = 5000", "TURN = 5e12"],
  "a login page is a refusal": ["server.js", "isRedirect || ", ""],
  "another table's hand stands upon it": ["store.js", "code === hand.code && ", ""],
  "out of the store before it is saved": ["outbox.js", "const answer = await post", "await removeHand(hand, hand.seen);\n$&"],
};

/** Play evenings until one fails; return its story. */
const playAll = async (seeds, where) => {
  folder = where;
  store = await import(`${folder}/store.js`);
  for (let seed = FIRST; seed < FIRST + seeds; seed += 1) {
    const story = await play(seed);
    if (story) return story;
  }
  return "";
};

const failed = await playAll(SEEDS, OUTBOX);
console.log(failed || `${SEEDS} evenings of an outbox went well`);
const scratch = mkdtempSync(`${process.env.TMPDIR ?? "/tmp"}/outbox-`);
const missed = [];
for (const [fault, [file, from, to]] of Object.entries(PLANTED)) {
  const where = `${scratch}/${fault.replaceAll(" ", "-")}`;
  cpSync(OUTBOX, where, { recursive: true });
  writeFileSync(`${where}/package.json`, '{"type": "module"}');
  const text = readFileSync(`${where}/${file}`, "utf8");
  writeFileSync(`${where}/${file}`, text.replace(from, to));
  const found = text.includes(from) && await playAll(200, where);
  if (!found) missed.push(fault);
  if (process.env.TELL) console.log(`${fault}: ${found?.split("\n")[0]}`);
}
rmSync(scratch, { recursive: true });
if (missed.length) console.log(`Not found: ${missed.join(", ")}`);
process.exit(failed || missed.length ? 1 : 0);
