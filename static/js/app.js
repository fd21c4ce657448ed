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
  on("htmx:finally:request", (event) => event.target.matches?.("form") && done(event.target));
  addEventListener("pageshow", (event) => {
    all("form[data-sent]").forEach(done);
    follow();
    // Back on a page of before: it asks at once what became of it since.
    const back = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (back) setTimeout(() => document.dispatchEvent(new Event("visibilitychange")));
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
  const watching = (event) => ["poll", "why", "ask"].includes(event.target.id);
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

  // ---- what only scripts can do is shown now
  const show = () => {
    all(".cards[hidden], [data-rest][hidden], [data-regular][hidden], .regulars[hidden]").forEach((one) => { one.hidden = false; });
    if (navigator.share) all("[data-share][hidden]").forEach((one) => { one.hidden = false; });
  };
  show();
  follow();
})();
