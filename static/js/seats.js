/** A new game: tap a regular to seat them, two seats to swap them; Enter leads to the next; a changed rule in words. */

import { all, closest, on } from "./app.js";

/** @returns {HTMLInputElement[]} the names, by seat */
const names = () => all(".seat input[type=text]");

/** Mark the buttons of the regulars who are seated. */
const showSeated = () => {
  const seated = names().map(({ value }) => value.trim());
  for (const button of all("[data-regular]")) {
    button.setAttribute("aria-pressed", String(seated.includes(button.dataset.regular ?? "")));
  }
};

/** @param {string} name */
const sitDown = (name) => {
  const seats = names();
  const taken = seats.find((seat) => seat.value.trim() === name);
  const seat = taken ?? seats.find(({ value }) => !value.trim());
  if (!seat) return;
  seat.value = taken ? "" : name;
  seat.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * @param {Element} seat
 * @param {string} selector
 */
const control = (seat, selector) => /** @type {HTMLInputElement | null} */ (seat.querySelector(selector));

/**
 * Swap the names of two seats. The deal moves with its player.
 *
 * @param {Element} one
 * @param {Element} other
 */
const swapSeats = (one, other) => {
  const [here, there] = [one, other].map((seat) => control(seat, "input[type=text]"));
  const [deals, dealt] = [one, other].map((seat) => control(seat, "[name=dealer]"));
  if (!here || !there || !deals || !dealt) return;
  [here.value, there.value] = [there.value, here.value];
  if (deals.checked) dealt.checked = true;
  else if (dealt.checked) deals.checked = true;
};

/** @param {HTMLElement} button */
const tapSwap = (button) => {
  const tapped = /** @type {HTMLElement | null} */ (document.querySelector(".swap[aria-pressed=true]"));
  if (tapped && tapped !== button) {
    swapSeats(/** @type {Element} */ (tapped.closest(".seat")), /** @type {Element} */ (button.closest(".seat")));
  }
  button.setAttribute("aria-pressed", String(!tapped));
  tapped?.setAttribute("aria-pressed", "false");
};

on("click", (event) => {
  const regular = closest(event, "[data-regular]");
  const swap = closest(event, ".swap");
  if (!regular && !swap) return;
  event.preventDefault(); // without scripts the server seats people
  if (regular) sitDown(regular.dataset.regular ?? "");
  if (swap) tapSwap(swap);
  showSeated();
});
/**
 * Return the field of a name.
 *
 * @param {Event} event
 */
const nameField = ({ target }) =>
  target instanceof HTMLInputElement && target.name.startsWith("name-") ? target : null;

on("keydown", (event) => {
  const field = nameField(event);
  if (!field || !(event instanceof KeyboardEvent) || event.key !== "Enter" || event.isComposing) return;
  /** @type {HTMLInputElement[]} */
  const seats = all("input[name^=name-]", field.form ?? document);
  const after = seats.indexOf(field) + 1;
  const empty = [...seats.slice(after), ...seats.slice(0, after)].find(({ value }) => !value.trim());
  if (!empty) return; // everybody sits: Enter deals
  event.preventDefault();
  empty.focus();
});

/**
 * Once a name has come, no longer say what was wrong about it.
 *
 * @param {HTMLInputElement} field
 */
const forgive = (field) => {
  if (!field.value.trim() || field.getAttribute("aria-invalid") !== "true") return;
  field.removeAttribute("aria-invalid");
  document.getElementById(`${field.id}-wrong`)?.remove();
  document.querySelector(`.errors > p:has([href="#${field.id}"])`)?.remove();
  document.querySelector("div.errors:not(:has(p))")?.remove();
};

on("change", (event) => {
  const row = closest(event, ".vary");
  const answer = closest(event, ".vary label");
  const said = row?.querySelector(".said");
  // The answer's sentence, without the word "usual" after it. A number has its sentence as its title.
  if (said && answer) said.textContent = answer.title || answer.querySelector("span")?.firstChild?.textContent || "";
});
/**
 * Show the typed name in the choice of the first dealer.
 *
 * @param {HTMLInputElement} field
 */
const renameDealer = ({ name, value }) => {
  const label = document.querySelector(`.chip:has([name=dealer][value="${name.replace("name-", "")}"])`);
  const said = label?.querySelector("span");
  if (!label || !said || !value.trim()) return;
  said.textContent = value.trim();
  label.setAttribute("title", `${value.trim()} deals`);
};

on("input", (event) => {
  const field = nameField(event);
  if (field) {
    renameDealer(field);
    forgive(field);
  }
  const row = closest(event, ".vary");
  /** @type {HTMLInputElement[]} */
  const controls = row ? all("[data-says]", row) : [];
  const fields = controls.filter(({ value }) => value.trim());
  const said = row?.querySelector(".said");
  if (said && closest(event, "[data-says]")) {
    const says = fields.map(({ dataset, value }) => (dataset.says ?? "").replace("{}", value.trim()));
    said.textContent = says.join(", ") || row?.dataset.none || "";
  }
  if (closest(event, ".seat")) showSeated();
  if (closest(event, ".stakes .pile")) {
    for (const kind of all(".kinds [aria-pressed=true]")) kind.setAttribute("aria-pressed", "false");
  }
});
