/**
 * Makes pages quicker that also work without scripts. Nothing here knows the rules of the game.
 *
 * The first load of a table may take four requests: the page, its style sheet, the display face and this module. So
 * this module imports nothing. htmx and the other modules load after the first paint (`loadLateModules`); the modules
 * use the helpers exported here.
 */

/**
 * An htmx event, with the fields that are read here.
 *
 * @typedef {object} HtmxContext
 * @property {Element} sourceElement
 * @property {{action: string, timeout?: number}} request
 * @property {{status: number, headers: Headers}} [response] missing if there was no answer
 *
 * @typedef {CustomEvent<{ctx: HtmxContext}> & {target: Element}} HtmxEvent the target is the document if the
 *   element that sent the request is gone
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
 * Return the element with this id, which must exist; if it may be missing, use `document.getElementById`.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * Listen on the whole page, including elements that are added later.
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
 * Fire `change` for a field that a script changed, as if the user had.
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

// A choice that leads on by itself; without scripts there is a button beside it.
on("change", (event) => {
  const choice = closest(event, "[data-go]");
  if (choice instanceof HTMLSelectElement) choice.form?.requestSubmit();
});

// ---------------------------------------------------------------- send a form once, until there is an answer

const NO_ANSWER = 16000; // milliseconds; one second more than htmx waits

/**
 * Allow a form to be sent again.
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

// ---------------------------------------------------------------- say what was not saved, until the form changes

const formNumber = () => document.querySelector("#hand [name=op_id]")?.getAttribute("value");
/** @type {string | null | undefined} the number of the form that was on the screen then */
let unsavedForm;

/**
 * Show a sentence at the top until the form changes. An empty sentence hides it.
 *
 * @param {string} sentence
 */
export const alarm = (sentence) => {
  unsavedForm = formNumber();
  const place = byId("alarm");
  place.textContent = sentence;
  place.hidden = !sentence;
};

// These elements only read. If one fails, nothing is lost, so there is no alarm.
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

// ---------------------------------------------------------------- move the focus when its element is gone

let focusWasSet = false;
on("htmx:before:swap", () => { focusWasSet = document.activeElement !== document.body; });
on("htmx:after:swap", (/** @type {HtmxEvent} */ { detail }) => {
  document.querySelector(".hand > .errors")?.scrollIntoView({ block: "end" });
  if (detail.ctx.response?.headers.get("Saved-As")) scrollTo(0, 0); // show the scores and the dealer
  if (!focusWasSet || document.activeElement !== document.body) return;
  const places = ["#put-back", "#save", "main a, main button"];
  const next = places.map((place) => document.querySelector(place)).find(Boolean);
  /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: true });
});

// ---------------------------------------------------------------- the points of a hand
// A point that nobody tapped follows the bidder. A tapped point stays, even if it was already selected.

const bidderSide = () => sideOf(document.querySelector("#hand [name=bidder]:checked"));

const followBidder = () => {
  const side = bidderSide();
  for (const point of all("#points .point:not([data-start])")) {
    if (point.querySelector("input:checked") && !point.dataset.follows) point.dataset.touched = "1"; // by the server
    /** @type {HTMLInputElement | null} */
    const radio = side && !point.dataset.touched ? point.querySelector(`.${side} > input`) : null;
    if (!radio) continue;
    radio.checked = true;
    point.dataset.follows = "1";
  }
  if (!side) return;
  for (const own of /** @type {HTMLInputElement[]} */ (all(`#partner .${side} > input:checked`))) own.checked = false;
};

on("change", (event) => {
  if (closest(event, "[name=bidder]")) followBidder();
  document.querySelector("#hand .asked")?.classList.remove("asked");
  if (closest(event, "#hand, #sheets")) for (const said of all("#hand > .errors, #hand > .wrong")) said.remove();
});
on("click", (event) => {
  const point = closest(event, "#points .point input")?.closest(".point");
  if (point instanceof HTMLElement) point.dataset.touched = point.dataset.tapped = "1";
});
// A tap on what was suggested says that it is meant so, and nobody is asked. A form without scripts can't tell.
on("formdata", (/** @type {FormDataEvent} */ { target, formData }) => {
  if (target instanceof HTMLFormElement && target.querySelector("[data-tapped]")) formData.set("tapped", "yes");
});
on("submit", () => all("#sheets :popover-open").forEach((sheet) => sheet.hidePopover()), true);

// With a called partner, one tap gives every untapped point to the other side; another takes them back.
on("click", (event) => {
  const to = closest(event, "#rest")?.querySelector("span");
  if (!to) return;
  const side = to.textContent === "them" ? "them" : "us";
  to.textContent = side === "them" ? "us" : "them";
  for (const point of all("#points [data-start=us]:not([data-touched])")) {
    if (!point.dataset.given && !point.querySelector(".us > :checked")) continue; // set by the server
    point.dataset.given = "1";
    /** @type {HTMLInputElement} */ (point.querySelector(`.${side} > input`)).checked = true;
  }
  tellChange(byId("points"));
});

// ---------------------------------------------------------------- load everything else after the first paint
// Until htmx is there, forms are sent as without scripts. Then what was changed meanwhile is told to it.

/** @type {Event | undefined} */
let changedEarly;
const noteChange = (/** @type {Event} */ event) => { changedEarly = event; };

// Low priority: on a slow connection, saving a hand must not wait for these files.
const link = (/** @type {string} */ rel, /** @type {string} */ href) => {
  const part = Object.assign(document.createElement("link"), { rel, href, fetchPriority: "low" });
  part.dataset.late = "";
  document.head.append(part);
};
const load = (/** @type {string} */ module) => import(module).catch(() => {}); // no signal: the page works without it
const loadLateModules = async () => {
  const [htmx = "", ...others] = all("meta[name=late]").map((late) => late.getAttribute("content") ?? "");
  await load(htmx);
  await new Promise((resolve) => { setTimeout(resolve); }); // it looks at the page once this task is over
  for (const type of ["change", "input"]) document.removeEventListener(type, noteChange);
  const { type, target } = changedEarly ?? {};
  if (type && target instanceof Element && target.isConnected) target.dispatchEvent(new Event(type, { bubbles: true }));
  for (const other of others) link(other.endsWith(".css") ? "stylesheet" : "modulepreload", other);
  for (const other of others) if (other.endsWith(".js")) load(other);
};

for (const type of ["change", "input"]) on(type, noteChange);
const FIRST_PAINT = 1000; // milliseconds after which a page that is not looked at goes on
const painted = new Promise((resolve) => {
  if ("PerformancePaintTiming" in window) new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  addEventListener("load", () => setTimeout(resolve, FIRST_PAINT));
});
addEventListener("load", () => painted.then(loadLateModules));
