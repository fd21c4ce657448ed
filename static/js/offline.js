// A hand that finds no signal waits in the phone (outbox.js), is said to, and makes room for the next.  Needed by no page.
// It knows no rule of the game: scores, the deal and who must play follow when there is signal.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const on = (type, listener, capture) => document.addEventListener(type, listener, capture);
  const byId = (id) => document.getElementById(id);
  const code = /^\/t\/([\w-]{22})/.exec(location.pathname)?.[1];
  const words = JSON.parse(byId("words")?.value || "{}");
  const say = (key, values = {}) => (words[key] || "").replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const html = document.documentElement;
  const hand = () => document.querySelector('#hand[action$="/hands"]');
  const seq = () => Number(/seen=(\d+)/.exec(byId("poll")?.getAttribute("hx-get"))?.[1] || 0);
  const { records, put, change, leave, flush, later } = outbox;
  const done = (form) => { delete form.dataset.sent; form.removeAttribute("aria-busy"); };
  const stop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  const announce = (text) => { byId("said").textContent = text; };
  const alarm = (text) => { byId("alarm").textContent = text; byId("alarm").hidden = false; };

  // ---- what the screen says of it
  let held = [], flight, editing, opened, note = "", gone = "", removed = [], answering = navigator.onLine !== false, own = 0;
  const waiting = () => held.filter((it) => it.code === code && it.id !== flight?.record.id);
  const make = (tag, text = "", more = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), { textContent: text, ...more });
    element.append(...children);
    return element;
  };
  const button = (act, label, id = "") => {
    const made = make("button", label, { type: "button" });
    Object.assign(made.dataset, { act, id });
    if (id) made.setAttribute("aria-describedby", `waits-${id}`); // of which hand
    return made;
  };
  const why = ({ refused: { status, why: told } }) => {
    if (status === 409) return say("clash", { what: told.join(", ") });
    if (status === 422) return told.join(" ");
    return say(status === 403 || status === 404 ? "gone" : "refused");
  };
  const acts = (record) => {
    const drop = button("drop", say(record.refused ? "leave_out" : "drop"), record.id);
    const edit = record.what === "hand" && hand() ? [button("edit", say("change"), record.id)] : [];
    if (record.id === editing?.id) return [button("stay", say("stay"), record.id)];
    if (!record.refused || record.refused.status === 422) return [...edit, drop];
    return [record.refused.status === 409 ? button("both", say("both"), record.id) : button("again", say("again"), record.id), drop];
  };
  const item = (record) => {
    const told = [make("p", "", {}, make("b", record.says, { id: `waits-${record.id}` }), ` ${record.more}`)];
    if (record.id === editing?.id) told.push(make("p", say("editing")));
    else if (record.refused) told.push(make("p", why(record), { className: "wrong" }));
    return make("li", "", { className: told[1] ? "asks" : "" }, ...told, make("div", "", { className: "acts" }, ...acts(record)));
  };
  const list = (here) => {
    const refused = Boolean(here[0].refused);
    const count = say(here.length === 1 ? "one" : "many", { n: here.length });
    const summary = make("summary", "", {}, make("b", count), make("span", say(refused ? "stopped" : "kept")));
    const box = make("details", "", { open: refused || byId("outbox").querySelector("details")?.open || false }, summary);
    if (!refused) box.append(make("p", say("stale"), { className: "small" }));
    box.append(make("ol", "", {}, ...here.map(item)));
    if (refused && here.length > 1) box.append(button("all", say("all", { n: here.length })));
    return box;
  };
  const lines = (here) => {
    const since = new Date(Number(html.dataset.kept)).toLocaleTimeString(html.lang, { hour: "2-digit", minute: "2-digit" });
    const signal = html.dataset.kept ? say("as_of", { time: since }) : answering || here.length ? "" : say("no_signal");
    return [note, signal].filter(Boolean);
  };
  const behind = (here) => {
    byId("table").classList.toggle("behind", here.length > 0);
    const undo = byId("take-back");
    if (undo) {
      undo.dataset.was ??= undo.textContent;
      undo.textContent = here.length ? `↶ ${say("undo")}` : undo.dataset.was;
    }
    if (here.length) all("#hand .sat:disabled").forEach((sat) => { sat.disabled = false; }); // who must play may have changed
  };
  const cards = () => { // in the list of tables
    for (const card of all("a.table-card")) {
      const n = held.filter((it) => `/t/${it.code}` === card.getAttribute("href")).length;
      card.querySelector(".waits")?.remove();
      if (n) card.append(make("b", say(n === 1 ? "one" : "many", { n }), { className: "waits" }));
    }
  };
  const render = () => {
    const place = byId("outbox");
    if (!place) { cards(); return; }
    const here = waiting(), focus = place.contains(document.activeElement) && document.activeElement;
    const parts = here.length ? [list(here)] : [];
    if (removed.length) parts.push(make("p", "", { className: "line" }, make("span", gone), button("back", say("back"))));
    parts.push(...lines(here).map((said) => make("p", said, { className: "line" })));
    place.replaceChildren(...parts);
    place.hidden = !parts.length;
    place.classList.toggle("refused", Boolean(here[0]?.refused));
    behind(here);
    if (focus) (place.querySelector(`[data-act="${focus.dataset.act}"][data-id="${focus.dataset.id}"]`) || place.querySelector("summary, button"))?.focus();
  };
  const refresh = async () => {
    held = await records().catch(() => []);
    render();
  };
  // The other pages of this phone wait for the same hands.
  const others = window.BroadcastChannel && new BroadcastChannel("outbox");
  const changed = () => {
    others?.postMessage({ code, row: own });
    return refresh();
  };
  others?.addEventListener("message", async ({ data }) => {
    if (data.code === code) own = Math.max(own, data.row);
    await refresh();
    stand();
  });

  // ---- a hand in words, as it was tapped
  const labelOf = (input) => (input.closest("label")?.querySelector("span")?.firstChild || input.labels[0])?.textContent.trim();
  const groupOf = (input) => {
    const group = input.closest("[role=radiogroup]");
    return (group.getAttribute("aria-label") || byId(group.getAttribute("aria-labelledby")).firstChild.textContent).trim().replace(/\?$/, "");
  };
  const sideOf = (input) => /\bs\d\b/.exec(input?.parentElement.className || "")?.[0] || /\bs\d\b/.exec(input?.className)?.[0];
  const chosen = (form, name) => [...form.elements].find((it) => it.name === name && it.checked);
  const toldApart = (form, input) => {
    if (/^(bidder|bid|play-.*)$/.test(input.name) || input.type === "hidden" || input.value === "") return "";
    if (input.type === "checkbox") return input.checked ? labelOf(input) : "";
    if (input.type !== "radio") return input.labels?.length ? `${input.labels[0].textContent.trim()}: ${input.value}` : "";
    if (!input.checked) return "";
    if (input.name === "partner") return input.value === "alone" ? labelOf(input).toLowerCase() : say("with", { who: labelOf(input) });
    if (!input.name.startsWith("point-")) return `${groupOf(input)}: ${labelOf(input)}`;
    return sideOf(input) === sideOf(chosen(form, "bidder")) ? "" : `${groupOf(input)}: ${input.getAttribute("aria-label")}`;
  };
  const describe = (form, what, label) => {
    const inputs = [...form.elements].filter((it) => it.matches("input"));
    const more = what === "hand" ? inputs.map((it) => toldApart(form, it)).filter(Boolean).join(" · ") : "";
    if (what !== "hand") return { says: label, more };
    const [who, bid] = ["bidder", "bid"].map((name) => chosen(form, name));
    const plays = all(".play [name^=play-]:checked", form).map((it) => `${groupOf(it)} ${labelOf(it)}`);
    return { says: who ? say("bid", { who: labelOf(who), bid: bid ? labelOf(bid) : "" }) : plays.join(", ") || label, more };
  };
  const missing = (form) => all("#bidder, #bid, #partner, .play[id^=play-]", form).find((group) => !group.querySelector(":checked"));

  // ---- the form is made ready for the next hand, or filled in as it was
  const clear = (form) => {
    for (const input of form.elements) {
      if (input.type === "radio") input.checked = input.value === "";
      else if (input.type === "checkbox") input.checked = false;
      else if (/text|number/.test(input.type)) input.value = "";
    }
    all(".point", form).forEach((point) => { delete point.dataset.touched; delete point.dataset.now; });
    all(".errors, .wrong", form).forEach((wrong) => wrong.remove());
    form.elements.op_id.value = ""; // that one belongs to the hand that waits
    byId("why").textContent = say("stale");
    editing = undefined;
  };
  const fill = (form, record) => {
    clear(form);
    for (const [name, value] of record.fields) {
      const inputs = [...form.elements].filter((it) => it.name === name && it.matches("input"));
      const radio = inputs.find((it) => /radio|checkbox/.test(it.type) && it.value === value);
      const follows = name.startsWith("point-") && sideOf(radio) && sideOf(radio) === sideOf(chosen(form, "bidder"));
      if (radio) radio.checked = !follows;
      else if (inputs[0] && !/radio|checkbox/.test(inputs[0].type)) inputs[0].value = value;
    }
    form.querySelector(":checked")?.dispatchEvent(new Event("change", { bubbles: true }));
    form.scrollIntoView({ block: "nearest" });
    form.querySelector(":checked")?.focus({ preventScroll: true });
  };

  // ---- Save: straight to the server, noted in the phone first; behind others, or on a kept page, into the phone alone
  const OWN = ["csrf_token", "op_id", "seen"];
  const SILENCE = 6000, IN_FLIGHT = 10000, IN_HAND = 120000; // milliseconds
  let quiet = 0, news = "";
  const recordOf = (form, submitter) => {
    const fields = [...new FormData(form)].filter(([name, value]) => value && !OWN.includes(name));
    const what = submitter?.name ? submitter.value : "hand", label = submitter?.textContent.trim();
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    const { seen, op_id: id } = form.elements;
    const record = { code, action: form.getAttribute("action"), fields, what, ...describe(form, what, label) };
    return { ...record, seen: Number(seen.value), op_id: id.value || null, tried: false, until: 0, refused: null };
  };
  const wait = async (form, record) => {
    if (record.what === "hand" && !chosen(form, "renege")?.value && missing(form)) {
      alarm(say("missing", { what: groupOf(missing(form).querySelector("input")) }));
      return;
    }
    if (editing) Object.assign(record, { id: editing.id, seen: editing.seen });
    else if (waiting().length) record.seen = null;
    try { await put({ ...record, op_id: null }); } catch { alarm(say("full")); return; }
    quiet = Date.now() + 600;
    clear(form);
    [note, removed] = ["", []];
    byId("alarm").hidden = true;
    announce(`${record.says}. ${say("kept")}.`);
    await changed();
    flush();
  };
  const fly = (form, record) => {
    Object.assign(record, { tried: true, until: Date.now() + IN_FLIGHT });
    [note, removed] = ["", []];
    flight = { form, record, stored: put(record).then((id) => { record.id = id; return true; }, () => false) };
  };
  const land = async (saved) => {
    const { record, stored } = flight;
    if (await stored) await leave(record, record.seen);
    flight = undefined;
    if (saved) own = Math.max(own, saved);
    await changed();
    flush();
  };
  const crash = async () => {
    const { form, record, stored } = flight;
    if (!await stored) {
      flight = undefined;
      alarm(say("full"));
      return;
    }
    await change(record.id, { until: 0 });
    flight = undefined;
    if (form.isConnected) clear(form);
    announce(`${record.says}. ${say("kept")}.`);
    await changed();
    later();
  };
  on("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.id === "undo" && waiting().length) {
      stop(event);
      done(form);
      drop(waiting().slice(-1));
    } else if (form.matches("#table > .choices form")) {
      resolve(event, form);
    } else if (form === hand()) {
      const record = recordOf(form, submitter);
      const straight = !waiting().length && record.op_id && form.elements.csrf_token.value;
      if (straight) { fly(form, record); return; }
      stop(event);
      if (Date.now() < quiet && record.fields.length < 2) done(form); // the second tap of two, on a form that is empty by now
      else wait(form, record).finally(() => done(form));
    }
  }, true);
  on("htmx:config:request", (event) => { // the phone has it already: nobody waits long for a network that keeps silent
    if (event.target === flight?.form) event.detail.ctx.request.timeout = SILENCE;
  }, true);
  on("htmx:before:request", (event) => { // nothing is foretold from a table that is behind
    if (event.target.id === "why" && waiting().length) event.preventDefault();
  }, true);
  on("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (response.status < 500) answered();
    if (!flight || sourceElement !== flight.form) return;
    const saved = Number(response.headers.get("Saved-As"));
    const ours = response.status < 300 ? saved : [409, 422].includes(response.status); // a bar's network answers too
    if (ours) { if (saved) news = flight.record.says; land(saved); return; }
    event.preventDefault();
    crash();
  }, true);
  on("htmx:error", (event) => {
    if (event.target.id === "why") byId("why").textContent = say("stale");
    if (event.target.id === "poll") unanswered();
    if (!flight || event.target !== flight.form) return;
    event.stopPropagation();
    unanswered();
    crash();
  }, true);
  on("htmx:after:swap", (event) => {
    if (news && byId("why")) byId("why").textContent = say("saved", { what: news }); // heard as well: a live region
    news = "";
    if (seq() && seq() <= own && byId("news")) byId("news").textContent = ""; // it is no news: this phone sent it
    render();
  });

  // ---- what becomes of it
  const answered = () => {
    if (answering) return;
    answering = true;
    render();
    flush(true);
  };
  const unanswered = () => {
    if (!answering) return;
    answering = false;
    render();
  };
  // What was entered upon the hands that waited stands upon them now that they are rows.
  const stand = () => {
    const seen = hand()?.elements.seen;
    if (seen && !waiting().length) seen.value = Math.max(own, Number(seen.value));
    if (seq() < own) poke();
  };
  // A kept page has no tokens, and the numbers of its forms may be used up: it gets fresh ones with the first answer.
  const renew = async () => {
    const stamp = await outbox.stampOf(code);
    if (!stamp.op_id) return;
    delete html.dataset.kept;
    all("[name=csrf_token]").forEach((token) => { token.value = stamp.csrf_token; });
    if (hand() && stamp.seq === seq()) hand().elements.op_id.value = stamp.op_id;
    render();
    if (seq() < stamp.seq) poke();
  };
  const poke = () => byId("poll")?.dispatchEvent(new Event("ask"));
  let sent = [];
  Object.assign(outbox.told, {
    silent: unanswered,
    refused: (record, refused) => announce(`${record.says}: ${say("stopped")}. ${why({ refused })}`),
    sent: (record, row) => {
      if (record.code !== code) return;
      own = Math.max(own, row);
      sent.push(record.says);
      note = say(sent.length === 1 ? "sent_one" : "sent", { what: sent[0], n: sent.length });
      refresh();
    },
    flushed: async () => {
      if (sent.length) announce(note);
      [sent, answering] = [[], true];
      await changed();
      if (html.dataset.kept && code) await renew();
      stand();
    },
    rest: async () => {
      await refresh();
      return html.dataset.kept || held.some((it) => !it.refused && it.id !== flight?.record.id);
    },
  });

  // ---- what a thumb does with what waits
  const drop = async (records) => {
    removed = [];
    for (const record of records) {
      if (record.id === editing?.id) clear(hand());
      removed.push({ record, next: await leave(record, record.refused?.seen ?? record.seen) });
    }
    gone = say(records.some((it) => it.tried && !it.refused) ? "dropped_maybe" : "dropped", { what: records.map((it) => it.says).join(", ") });
    announce(gone);
    await changed();
    flush();
  };
  const back = async () => {
    for (const { record, next } of removed.reverse()) {
      await put(record);
      if (next) await change(next, { seen: null });
    }
    removed = [];
    await changed();
    flush();
  };
  const edit = async (record) => {
    await change(record.id, { until: Date.now() + IN_HAND, refused: null });
    fill(hand(), record);
    editing = record;
    await changed();
  };
  const release = async (record, news) => {
    await change(record.id, { until: 0, ...news });
    if (editing) clear(hand());
    await changed();
    flush(true);
  };
  // Both versions, in place of the table: the page of a conflict is the server's.
  const both = async (record) => {
    try {
      const answer = await outbox.post(record, await outbox.stampOf(record.code));
      if (answer.status !== 409) { await release(record, { refused: null }); return; }
      const { page, refused } = await outbox.refusal(answer, record);
      await change(record.id, { refused });
      opened = { ...record, refused };
      byId("table").replaceWith(page.getElementById("table"));
      document.querySelector("#table [autofocus]")?.focus();
      scrollTo(0, 0);
    } catch {
      alarm(say("no_answer"));
    }
  };
  const table = () => location.assign(`/t/${code}`);
  const resolve = (event, form) => {
    stop(event);
    const mine = document.querySelector("#table .mine b")?.textContent.trim();
    const again = recordOf(form), [, of] = again.fields.find(([name]) => name === "what") || [];
    const what = again.action.endsWith("/hands") && (of || "hand") === "hand" ? "hand" : ""; // as before: it can be changed
    const record = { ...again, what, says: opened?.says || mine, more: opened?.more || "" };
    put(opened ? { ...record, id: opened.id } : record).then(() => flush(true)).then(table, () => form.submit());
  };
  on("click", (event) => {
    const agreed = opened && event.target.closest?.("#table > .choices a");
    if (agreed) {
      event.preventDefault();
      leave(opened, opened.refused.seen).finally(table);
    }
    const act = event.target.closest?.("#outbox [data-act]")?.dataset;
    if (!act) return;
    const record = held.find((it) => it.id === Number(act.id));
    ({ drop: () => drop([record]), all: () => drop(waiting()), back, edit: () => edit(record), both: () => both(record),
      stay: () => release(record), again: () => release(record, { refused: null }) })[act.act]();
  });

  const wake = () => { if (document.visibilityState !== "hidden") refresh().then(() => flush(true)); };
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  on("visibilitychange", wake);
  if (html.dataset.kept && byId("why")) byId("why").textContent = say("stale");
  wake();
})();
