/**
 * What the pages can do without scripts, a little quicker. Nothing here knows a rule of the game.
 *
 * The first look at a table may take four requests: the page, its style sheet, htmx and this module. Hence this module
 * imports nothing. What can wait until the page is there is imported then (`loadLateModules`), and uses the helpers
 * that are exported here.
 */

/**
 * An event of htmx, with what is read of it here.
 *
 * @typedef {object} HtmxContext
 * @property {Element} sourceElement
 * @property {{action: string, timeout?: number}} request
 * @property {{status: number, headers: Headers}} [response] missing where there was no answer
 *
 * @typedef {CustomEvent<{ctx: HtmxContext}> & {target: Element}} HtmxEvent the target is the document where what sent
 *   it has gone meanwhile
 */

// ---------------------------------------------------------------- helpers

/**
 * Return the elements that match, as an array.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T[]}
 */
export const all = (selector, root = document) => [.../** @type {NodeListOf<T>} */ (root.querySelectorAll(selector))];

/**
 * Return the element with this id. For one that may be missing, ask `document` itself.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * Listen to the events of the whole page, of parts that are yet to come too.
 *
 * @template {Event} E
 * @param {string} type
 * @param {(event: E) => void} listener
 * @param {boolean} capture
 */
export const on = (type, listener, capture = false) => {
  document.addEventListener(type, /** @type {EventListener} */ (listener), capture);
};

/**
 * Return the closest element around an event's target that matches.
 *
 * @param {Event} event
 * @param {string} selector
 */
export const closest = (event, selector) => /** @type {HTMLElement | null} */ (
  event.target instanceof Element ? event.target.closest(selector) : null
);

/**
 * Let others know that a script changed a field, as if somebody had.
 *
 * @param {Element} field
 */
export const tellChange = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

/**
 * Return the class of the side ("s1" …) that an element belongs to.
 *
 * @param {Element | null | undefined} element
 */
export const sideOf = (element) => /\bs\d\b/.exec(element?.className ?? "")?.[0];

// ---------------------------------------------------------------- a form is sent once, until there is an answer

const NO_ANSWER = 16000; // milliseconds; one more second than htmx waits

/**
 * Let a form be sent again.
 *
 * @param {HTMLElement} form
 */
export const release = (form) => {
  delete form.dataset.sent;
  form.removeAttribute("aria-busy");
};

on("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "1";
  form.setAttribute("aria-busy", "true");
  setTimeout(release, NO_ANSWER, form);
}, true);

on("htmx:finally:request", (/** @type {HtmxEvent} */ { target }) => {
  if (target instanceof HTMLFormElement) release(target);
});

addEventListener("pageshow", () => {
  all("form[data-sent]").forEach(release);
  followBidder();
});

// ---------------------------------------------------------------- what was not saved is said until the form changes

const formNumber = () => document.querySelector("#hand [name=op_id]")?.getAttribute("value");
/** @type {string | null | undefined} the number of the form that stood on the screen when it was said */
let unsavedForm;

/**
 * Show a sentence at the top until the form changes; an empty one takes it away.
 *
 * @param {string} sentence
 */
export const alarm = (sentence) => {
  unsavedForm = formNumber();
  const place = byId("alarm");
  place.textContent = sentence;
  place.hidden = !sentence;
};

// What only looks at the table saves nothing: it may fail unsaid.
const READERS = ["poll", "why", "ask", "asking", "next", "last", "stand"];
const isReadRequest = (/** @type {HtmxEvent} */ { detail, target }) => (
  READERS.includes((detail.ctx?.sourceElement ?? target).id)
);
const answersInPlace = (/** @type {HtmxEvent} */ { detail }) => {
  const status = detail.ctx.response?.status ?? 0;
  return status < 400 || status === 409 || status === 422;
};
on("htmx:error", (/** @type {HtmxEvent} */ event) => {
  if (!isReadRequest(event)) alarm(byId("alarm").dataset.noAnswer ?? "");
});
on("htmx:response:error", (/** @type {HtmxEvent} */ event) => {
  if (!isReadRequest(event) && !answersInPlace(event)) alarm(byId("alarm").dataset.refused ?? "");
});
on("htmx:after:swap", (/** @type {HtmxEvent} */ event) => {
  const isSaved = answersInPlace(event) && !isReadRequest(event);
  if (isSaved || unsavedForm !== formNumber()) alarm("");
  followBidder();
});

// ---------------------------------------------------------------- the focus goes on where its element went

let focusWasSet = false;
on("htmx:before:swap", () => { focusWasSet = document.activeElement !== document.body; });
on("htmx:after:swap", () => {
  if (!focusWasSet || document.activeElement !== document.body) return;
  const next = document.querySelector("#put-back, #save, main a, main button");
  /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
});

// ---------------------------------------------------------------- the points of a hand
// One that nobody touched follows the bidder; a tap anywhere on one moves it to the other side.

const bidderSide = () => sideOf(document.querySelector("#hand [name=bidder]:checked"));

/**
 * Give a point to a side; return its radio button, if that side has one.
 *
 * @param {HTMLElement} point
 * @param {string} side "s1" …, or "no" for nobody
 */
const give = (point, side) => {
  const radio = /** @type {HTMLInputElement | null} */ (point.querySelector(`.${side} > input`));
  if (radio) {
    radio.checked = true;
    point.dataset.now = side;
  }
  return radio;
};

const followBidder = () => {
  const side = bidderSide();
  for (const point of all("#points .point")) {
    const taker = point.querySelector("input:checked")?.parentElement;
    if (taker && !point.dataset.now) point.dataset.touched = "1"; // as the server printed it
    if (taker) point.dataset.now = taker.classList.contains("no") ? "no" : sideOf(taker);
    if (side && !point.dataset.touched) give(point, side);
  }
  if (!side) return;
  for (const own of /** @type {HTMLInputElement[]} */ (all(`#hand .for-${side} > input:checked`))) own.checked = false;
};

/**
 * Return the side a tap moves a point to.
 *
 * @param {HTMLElement} point
 * @param {string | undefined} now whose it is
 * @param {string | undefined} tapped the side under the finger, if there is one
 */
const sideAfterTap = (point, now, tapped) => {
  if (tapped === "no") return now === "no" ? bidderSide() : "no";
  const sides = all(".switch .tap:not(.no)", point).map(sideOf);
  if (sides.length !== 2) return tapped;
  if (now && now !== "no") return sides.find((side) => side !== now);
  return tapped || bidderSide() || sides[0];
};

on("change", (event) => {
  const point = closest(event, "#points .point");
  if (point) point.dataset.touched = "1";
  if (point || closest(event, "[name=bidder]")) followBidder();
});
on("click", (/** @type {MouseEvent} */ event) => {
  const point = closest(event, ".sides .point");
  if (!point || event.detail === 0 || closest(event, "button")) return; // keys move radio buttons by themselves
  const label = closest(event, ".tap");
  const tapped = label?.classList.contains("no") ? "no" : sideOf(label);
  const side = sideAfterTap(point, point.dataset.now, tapped);
  if (!side || (side === tapped && closest(event, "input"))) return;
  event.preventDefault(); // the browser puts the radio buttons back after the click: the change comes after that
  setTimeout(() => {
    const radio = give(point, side);
    if (radio) tellChange(radio);
  });
});

followBidder();

// ---------------------------------------------------------------- what a first look can do without comes after it

const loadLateModules = () => {
  for (const { content } of /** @type {HTMLMetaElement[]} */ (all("meta[name=late]"))) {
    if (content.endsWith(".css")) {
      const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: content });
      sheet.dataset.late = "";
      document.head.append(sheet);
    } else {
      import(content).catch(() => {}); // no signal: the page does without, as it does without scripts
    }
  }
};
addEventListener("load", loadLateModules);
