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
on("htmx:after:swap", (/** @type {HtmxEvent} */ { detail }) => {
  const isSaved = detail.ctx.response?.headers.get("Saved-As");
  if (isSaved) scrollTo(0, 0); // the scores and who deals come before the next hand
  if (!focusWasSet || document.activeElement !== document.body) return;
  const places = ["#put-back", "#save", "main a, main button"];
  const next = places.map((place) => document.querySelector(place)).find(Boolean);
  /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: true });
});

// ---------------------------------------------------------------- the points of a hand
// One that nobody touched follows the bidder. What is tapped stays: a tap on what is lit says that it is meant so.

const bidderSide = () => sideOf(document.querySelector("#hand [name=bidder]:checked"));

const followBidder = () => {
  const side = bidderSide();
  for (const point of all("#points .point:not([data-start])")) {
    if (point.querySelector("input:checked") && !point.dataset.follows) point.dataset.touched = "1"; // as printed
    /** @type {HTMLInputElement | null} */
    const radio = side && !point.dataset.touched ? point.querySelector(`.${side} > input`) : null;
    if (!radio) continue;
    radio.checked = true;
    point.dataset.follows = "1";
  }
  if (!side) return;
  for (const own of /** @type {HTMLInputElement[]} */ (all(`#hand .for-${side} > input:checked`))) own.checked = false;
};

on("change", (event) => {
  if (closest(event, "[name=bidder]")) followBidder();
});
on("click", (event) => {
  const point = closest(event, "#points .point input")?.closest(".point");
  if (point instanceof HTMLElement) point.dataset.touched = "1";
});

// With a called partner one tap gives the other side all that nobody has tapped; another tap gives it back.
on("click", (event) => {
  const to = closest(event, "#rest")?.querySelector("span");
  if (!to) return;
  const side = to.textContent === "them" ? "them" : "us";
  to.textContent = side === "them" ? "us" : "them";
  for (const point of all("#points [data-start=us]:not([data-touched])")) {
    if (!point.dataset.given && !point.querySelector(".us > :checked")) continue; // as printed
    point.dataset.given = "1";
    /** @type {HTMLInputElement} */ (point.querySelector(`.${side} > input`)).checked = true;
  }
  tellChange(byId("points"));
});

followBidder();

// ---------------------------------------------------------------- what a first look can do without comes after it

// At a low priority: on a bad line a hand that is saved meanwhile goes before what still waits.
const link = (/** @type {string} */ rel, /** @type {string} */ href) => {
  const part = Object.assign(document.createElement("link"), { rel, href, fetchPriority: "low" });
  part.dataset.late = "";
  document.head.append(part);
};
const loadLateModules = () => {
  for (const { content } of /** @type {HTMLMetaElement[]} */ (all("meta[name=late]"))) {
    link(content.endsWith(".css") ? "stylesheet" : "modulepreload", content);
    if (content.endsWith(".css")) continue;
    import(content).catch(() => {}); // no signal: the page does without, as it does without scripts
  }
};
addEventListener("load", loadLateModules);
