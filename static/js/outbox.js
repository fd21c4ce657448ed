// Hands that wait in the phone, and how they go out: once, in order, stopped at the first refusal.  It shows nothing:
// what happens is told through `outbox.told`, and offline.js says it.
(() => {
  "use strict";
  const PATIENCE = 8000, SOON = 2000, LATE = 30000, TURN = 5000; // milliseconds
  const outbox = { told: {} };
  window.outbox = outbox;
  const tell = (what, ...news) => outbox.told[what]?.(...news);

  // ---- what waits: {id, code, action, fields, what, says, more, seen, op_id, tried, until, refused}
  // `seen` is null for a hand entered upon the one before it; until `until` somebody else sees to it: htmx, or a thumb.
  let base;
  const open = () => new Promise((kept, failed) => {
    const asked = indexedDB.open("scorekeeper", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("waiting", { keyPath: "id", autoIncrement: true });
      asked.result.createObjectStore("turns", { keyPath: "id" });
    };
    asked.onsuccess = () => {
      base = asked.result;
      base.onclose = base.onversionchange = () => { base?.close(); base = null; };
      kept(base);
    };
    asked.onerror = () => failed(asked.error);
  });
  const begin = async () => (base || await open()).transaction(["waiting", "turns"], "readwrite", { durability: "strict" });
  // One transaction: on disk when its promise is kept.
  const within = async (work) => {
    let turn;
    try { turn = await begin(); } catch { base = null; turn = await begin(); } // a phone's sleep closes it
    return new Promise((kept, failed) => {
      let result;
      turn.oncomplete = () => kept(result);
      turn.onerror = turn.onabort = () => failed(turn.error);
      work(turn.objectStore("waiting"), (value) => { result = value; }, turn.objectStore("turns"));
    });
  };
  const then = (request, next) => { request.onsuccess = () => next(request.result); };
  const records = () => within((box, give) => then(box.getAll(), give));
  const put = (record) => within((box, give) => then(box.put(record), give));
  const change = (id, news) => within((box) => then(box.get(id), (record) => record && box.put({ ...record, ...news })));
  // Who was entered upon the one that leaves now stands upon row `seen`; gives his id.
  const leave = (record, seen) => within((box, give) => then(box.getAll(), (all) => {
    const next = all.find((it) => it.code === record.code && it.id > record.id);
    box.delete(record.id);
    if (next?.seen === null) { box.put({ ...next, seen }); give(next.id); }
  }));

  // ---- asking
  // An answer of ours, or none: what a bar's network says for us is none, nor what a proxy says whose server is down.
  const ask = async (url, body) => {
    const more = body ? { method: "POST", body, headers: { Outbox: "1" } } : {};
    const patience = AbortSignal.timeout ? { signal: AbortSignal.timeout(PATIENCE) } : {};
    const answer = await fetch(url, { ...more, ...patience, cache: "no-store", redirect: "manual" }).catch((error) => {
      tell("silent");
      throw error;
    });
    if (answer.status < 200 || answer.status >= 500 || answer.status === 429) throw new Error("no answer");
    return answer;
  };
  const stampOf = async (code) => {
    const answer = await ask(`/t/${code}/stamp`);
    return { status: answer.status, ...(answer.ok ? await answer.json() : {}) };
  };
  const post = (record, stamp) => {
    const body = new URLSearchParams(record.fields);
    body.set("csrf_token", stamp.csrf_token);
    body.set("op_id", record.op_id);
    body.set("seen", record.seen);
    return ask(record.action, body);
  };
  // Why not, in the server's words; `seen` is the row up to which the table was shown with it.
  const refusal = async (answer, record) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const told = page.querySelectorAll(answer.status === 409 ? ".newer b" : ".errors p, .notice .lead");
    const shown = page.querySelector(".choices [name=seen]")?.value;
    const why = [...told].map((it) => it.textContent.trim());
    return { page, refused: { status: answer.status, why, seen: shown ? Number(shown) : record.seen } };
  };

  // ---- sending
  const refuse = async (record, refused) => {
    await change(record.id, { refused });
    tell("refused", record, refused);
    return 0;
  };
  // One hand: its row, 0 when it was refused, an error when there was no answer.
  const sendOne = async (record) => {
    const stamp = await stampOf(record.code);
    if (!stamp.op_id) return refuse(record, { status: stamp.status, why: [], seen: record.seen });
    record.op_id ??= stamp.op_id;
    await change(record.id, { op_id: record.op_id, tried: true });
    const answer = await post(record, stamp);
    if (answer.status >= 400) return refuse(record, (await refusal(answer, record)).refused);
    const row = Number(answer.headers.get("Saved-As"));
    if (!row) throw new Error("not ours");
    const reached = Math.max(row, record.seen);
    await leave(record, reached);
    tell("sent", record, reached);
    return reached;
  };
  const send = async (code) => {
    for (let row = 1; row;) {
      const first = (await records()).find((it) => it.code === code);
      if (!first || first.refused || first.until > Date.now()) return;
      row = await sendOne(first);
      pause = SOON;
    }
  };
  // One page sends at a time; another that does would do no harm, only work for nothing.
  const alone = async (work) => {
    if (navigator.locks) return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && work());
    const now = Date.now(), until = now + TURN;
    const ours = await within((_, give, turns) => then(turns.get(1), (turn) => {
      const free = !turn || turn.until < now || turn.until > until; // a clock may have stepped back
      if (free) turns.put({ id: 1, until });
      give(free);
    }));
    if (!ours) return undefined;
    try { return await work(); } finally { await within((_, __, turns) => turns.delete(1)); }
  };
  let busy, timer, pause = SOON;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, pause * (0.8 + Math.random() * 0.4));
    pause = Math.min(LATE, pause * 2);
  };
  // `eager`: there is a reason to think that there is signal again.
  const flush = async (eager = false) => {
    if (eager) pause = SOON;
    clearTimeout(timer);
    if (busy) return;
    busy = true;
    try {
      await alone(async () => {
        for (const code of new Set((await records()).map((it) => it.code))) await send(code);
        await tell("flushed");
      });
    } catch { /* no answer, or nothing to keep anything in: what waits stays as it is */ }
    busy = false;
    if (await tell("rest")) later();
  };
  Object.assign(outbox, { records, put, change, leave, stampOf, post, refusal, flush, later });
})();
