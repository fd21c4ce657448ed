// What the pages can do without scripts, a little quicker.  Nothing here knows a rule of the game.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const on = (type, listener, capture) => document.addEventListener(type, listener, capture);
  const told = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

  // ---- a form is sent once, until there is an answer
  const done = (form) => { delete form.dataset.sent; form.removeAttribute("aria-busy"); };
  on("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    form.dataset.sent = "1";
    form.setAttribute("aria-busy", "true");
    setTimeout(done, 16000, form);
  }, true);
  on("htmx:finally:request", (event) => {
    const { response } = event.detail.ctx;
    const asked = news(event);
    if (asked) asking = false;
    if (event.target.matches?.("form")) done(event.target);
    if (!asked || response?.status === 200) catchUp();
  });
  addEventListener("pageshow", (event) => {
    all("form[data-sent]").forEach(done);
    follow();
    // Back on a page of before: it asks at once what became of it since.
    const back = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (back) setTimeout(wake);
  });

  // ---- following: a stream says how far the game is, and the page asks for what it has not seen
  const AGAIN = 3000, SILENCE = 60000, RETRY = 30000; // milliseconds
  let stream, newest = 0, heard = 0, retry = 0, asking = false;
  const poll = () => document.getElementById("poll");
  const seen = () => Number(/seen=(\d+)/.exec(poll()?.getAttribute("hx-get"))?.[1]);
  const ask = () => poll()?.dispatchEvent(new Event("ask"));
  const catchUp = () => newest > seen() && !asking && !document.querySelector("[data-sent]") && ask(); // a save brings its own answer
  const hangUp = () => { stream?.close(); stream = null; heard = 0; };
  const listen = () => {
    if (stream || document.hidden || !poll()) return;
    stream = new EventSource(poll().dataset.stream);
    stream.onmessage = (event) => { heard = Date.now(); newest = Number(event.data); catchUp(); };
    stream.onerror = () => { // it comes back by itself, unless it was refused: there is no room, or no such server
      heard = 0;
      if (stream?.readyState === EventSource.CLOSED) { hangUp(); retry = Date.now() + RETRY; }
    };
  };
  const wake = () => {
    if (document.hidden) { hangUp(); return; }
    ask();
    listen();
  };
  setInterval(() => {
    if (document.hidden || Date.now() - heard < SILENCE) return;
    if (heard) hangUp();
    ask();
    if (Date.now() > retry) listen();
  }, AGAIN);
  on("visibilitychange", wake);
  addEventListener("online", wake);
  // A hand begun while the news was on its way is left alone: the page asks once more, and says that it is.
  const begun = () => all("#hand :checked, #sheets :checked, #note, #pickups input").some((one) => one.value);
  let early = false;
  const news = (event) => event.detail.ctx.request.action.includes("seen=");
  on("htmx:before:request", (event) => { if (news(event)) { asking = true; early = !begun(); } });
  on("htmx:before:swap", (event) => { if (news(event) && early && begun()) event.preventDefault(); });

  // ---- what had the focus and went with the answer leaves it to the next thing to do
  let focused = false;
  on("htmx:before:swap", () => { focused = document.activeElement !== document.body; });
  on("htmx:after:swap", () => {
    if (!focused || document.activeElement !== document.body) return;
    document.querySelector("#put-back, #save, main a, main button")?.focus({ preventScroll: true });
  });

  // ---- what did not arrive is said, and stays on the screen
  const form = () => document.querySelector("#hand [name=op_id]")?.value;
  let unsaved;
  const alarm = (text) => {
    unsaved = form();
    const place = document.getElementById("alarm");
    place.textContent = text;
    place.hidden = !text;
  };
  const watching = (event) => ["poll", "why", "ask", "asking", "next", "last", "stand"].includes(event.target.id);
  on("htmx:error", (event) => watching(event) || alarm("Not saved: there is no answer. It is all still here, try again."));
  on("htmx:response:error", (event) => {
    const status = event.detail.ctx?.response?.status;
    if (!watching(event) && status !== 409 && status !== 422) alarm("Not saved: the server refused. Load the page again and retry.");
  });
  on("htmx:after:swap", (event) => { if (!watching(event) || unsaved !== form()) alarm(""); follow(); show(); });

  // ---- points: an untouched one follows the bidder, a tap anywhere moves one to the other side
  const hand = () => document.getElementById("hand");
  const sideOf = (element) => /\bs\d\b/.exec(element?.className)?.[0];
  const bidding = () => sideOf(hand()?.querySelector("[name=bidder]:checked"));
  const give = (point, side) => { // side: "s1" … or "no"
    const input = point.querySelector(`.${side} > input`);
    if (input) { input.checked = true; point.dataset.now = side; }
    return input;
  };
  const follow = () => {
    const side = bidding();
    for (const point of all("#points .point")) {
      const given = point.querySelector("input:checked")?.parentElement;
      if (given && !point.dataset.now) point.dataset.touched = "1"; // as the server printed it
      if (given) point.dataset.now = given.classList.contains("no") ? "no" : sideOf(given);
      if (side && !point.dataset.touched) give(point, side);
    }
    if (side) all(`.for-${side} > input:checked`, hand()).forEach((own) => { own.checked = false; });
  };
  on("change", (event) => {
    const point = event.target.closest?.("#points .point");
    if (point) point.dataset.touched = "1";
    if (point || event.target.name === "bidder") follow();
  });
  const next = (point, was, hit) => {
    if (hit === "no") return was === "no" ? bidding() : "no";
    const sides = all(".switch .tap:not(.no)", point).map(sideOf);
    if (sides.length !== 2) return hit;
    if (was && was !== "no") return sides.find((side) => side !== was);
    return hit || bidding() || sides[0];
  };
  on("click", (event) => {
    const point = event.target.closest?.(".sides .point");
    if (!point || event.detail === 0 || event.target.closest("button")) return; // keys move radios by themselves
    const label = event.target.closest(".tap");
    const hit = label && (label.classList.contains("no") ? "no" : sideOf(label));
    const to = next(point, point.dataset.now, hit);
    if (!to || (to === hit && event.target.matches("input"))) return;
    event.preventDefault(); // a radio that may not change goes back after the click: hence later
    setTimeout(() => told(give(point, to)));
  });

  // ---- the counter for game
  const number = (id) => Number(document.getElementById(id).value) || 0;
  on("click", (event) => {
    const card = event.target.closest?.("[data-add]");
    const rest = event.target.closest?.("[data-rest]");
    if (!card && !rest) return;
    const piles = all(".pile [name^=count-]");
    if (card) {
      const pile = document.getElementById(card.dataset.pile);
      pile.value = Math.min(80, number(pile.id) + Number(card.dataset.add));
    } else {
      const counted = piles.reduce((sum, pile) => sum + number(pile.id), 0);
      const empty = piles.find((pile) => !pile.value) || piles[piles.length - 1];
      empty.value = Math.max(0, 80 - counted + number(empty.id));
    }
    const counts = document.getElementById("counted");
    counts.checked = true;
    told(counts);
  });
  on("input", (event) => {
    if (event.target.name?.startsWith("count-")) document.getElementById("counted").checked = event.target.value !== "";
  });

  // ---- regulars sit down by a tap; sharing where the phone can
  on("click", (event) => {
    const regular = event.target.closest?.("[data-regular]");
    if (!regular) return;
    const seats = all(".seat input[type=text]");
    const seated = seats.find((seat) => seat.value.trim() === regular.dataset.regular);
    const seat = seated || seats.find((one) => !one.value.trim());
    if (seat) seat.value = seated ? "" : regular.dataset.regular;
    regular.setAttribute("aria-pressed", String(Boolean(seat) && !seated));
  });
  on("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    if (button) navigator.share({ title: document.title, text: button.dataset.share }).catch(() => {});
  });

  // ---- this phone: its colours, a screen that stays on while a game is open, a buzz for a saved hand
  const root = document.documentElement;
  let lock;
  const stayOn = () => {
    const wanted = !("sleeps" in root.dataset) && !document.hidden && document.querySelector("[data-open]");
    if (!wanted) lock?.then((held) => held?.release());
    else lock ||= navigator.wakeLock?.request("screen").then((held) => {
      held.onrelease = () => { lock = null; };
      return held;
    }, () => { lock = null; });
  };
  on("change", (event) => {
    const form = event.target.form;
    if (form?.id !== "screen") return;
    root.dataset.theme = form.elements.theme.value;
    root.toggleAttribute("data-sleeps", !form.elements.awake.checked);
    root.toggleAttribute("data-still", !form.elements.buzzes.checked);
    stayOn();
  });
  on("visibilitychange", stayOn);
  on("htmx:finally:request", (event) => {
    stayOn();
    const { request, response } = event.detail.ctx;
    if (request.action.endsWith("/hands") && response?.status === 200 && !("still" in root.dataset)) navigator.vibrate?.(40);
  });
  on("click", (event) => {
    if (!event.target.closest?.("[data-fullscreen]")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen().catch(() => {});
  });

  // ---- what only scripts can do is shown now
  const show = () => {
    all("[data-can]").forEach((one) => { one.hidden = !(one.dataset.can in navigator); });
    all("[data-cannot]").forEach((one) => { one.hidden = one.dataset.cannot in navigator; });
    if (document.fullscreenEnabled) all("[data-fullscreen]").forEach((one) => { one.hidden = false; });
    all(".cards[hidden], [data-rest][hidden], [data-regular][hidden], .regulars[hidden]").forEach((one) => { one.hidden = false; });
    if (navigator.share) all("[data-share][hidden]").forEach((one) => { one.hidden = false; });
  };
  // ---- what a first look can do without comes after it
  addEventListener("load", () => {
    for (const { content } of all("meta[name=late]")) {
      const [tag, what] = content.endsWith(".js") ? ["script", { src: content }] : ["link", { rel: "stylesheet", href: content }];
      const late = Object.assign(document.createElement(tag), what, { async: false });
      late.dataset.late = "";
      document.head.append(late);
    }
  });
  show();
  follow();
  stayOn();
  listen();
})();
