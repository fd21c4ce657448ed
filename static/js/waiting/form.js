/** The hand form: read it as a hand that can wait, put it in words, clear it, fill it in again. */

import { all, byId, sideOf, tellChange } from "../app.js";
import { say, state, tableCode } from "./state.js";

/** @import { NewHand, WaitingHand } from "../outbox/store.js" */

const PAGE_FIELDS = ["csrf_token", "op_id", "seen"];

/** @param {HTMLFormElement} form */
const inputsOf = (form) => [...form.elements].filter((field) => field instanceof HTMLInputElement);

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const inputNamed = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/**
 * Return the value of a hidden field: csrf_token, op_id or seen.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const hiddenValue = (form, name) => inputNamed(form, name).value;

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const chosen = (form, name) => inputsOf(form).find((input) => input.name === name && input.checked);

// ---------------------------------------------------------------- in words

/** @param {HTMLInputElement} input */
const labelOf = (input) => {
  const parts = [...input.closest("label")?.querySelector("span")?.childNodes ?? []];
  const words = parts.find((part) => part.nodeType === Node.TEXT_NODE && part.textContent?.trim());
  return (words ?? input.labels?.[0])?.textContent?.trim() ?? "";
};

/**
 * Return the question that an input answers.
 *
 * @param {Element} input
 */
const questionOf = (input) => {
  const group = input.closest("[role=radiogroup]");
  const heading = document.getElementById(group?.getAttribute("aria-labelledby") ?? "");
  const question = group?.getAttribute("aria-label") ?? heading?.firstChild?.textContent ?? "";
  return question.trim().replace(/\?$/, "");
};

/** @param {HTMLInputElement | null | undefined} input */
const sideOfInput = (input) => sideOf(input?.parentElement) ?? sideOf(input);

/**
 * Return whether this choice gives a point that follows the bidder to the bidder's side.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} radio
 */
const isOfBidder = (form, radio) => (
  !radio.closest("[data-start]") && sideOfInput(radio) === sideOfInput(chosen(form, "bidder"))
);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} radio
 */
const radioInWords = (form, radio) => {
  if (!radio.checked) return "";
  const label = labelOf(radio);
  if (radio.name === "partner") return radio.value === "alone" ? label.toLowerCase() : say("with", { who: label });
  if (!radio.name.startsWith("point-")) return `${questionOf(radio)}: ${label}`;
  if (radio.classList.contains("start") || isOfBidder(form, radio)) return ""; // the usual case
  return `${questionOf(radio)}: ${radio.getAttribute("aria-label")}`;
};

/**
 * Return an input in words, or "" if it adds nothing to bidder, bid and tricks.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
const inputInWords = (form, input) => {
  if (/^(bidder|bid|play-.*)$/.test(input.name) || input.type === "hidden" || input.value === "") return "";
  if (input.type === "radio") return radioInWords(form, input);
  if (input.type === "checkbox") return input.checked ? labelOf(input) : "";
  return input.labels?.[0] ? `${input.labels[0].textContent.trim()}: ${input.value}` : "";
};

/**
 * Return the hand in words, as it was entered.
 *
 * @param {HTMLFormElement} form
 * @param {string} label the button's text
 */
const handInWords = (form, label) => {
  const more = inputsOf(form).map((input) => inputInWords(form, input)).filter(Boolean).join(" · ");
  const bidder = chosen(form, "bidder");
  const bid = chosen(form, "bid");
  if (bidder) return { says: say("bid", { who: labelOf(bidder), bid: bid ? labelOf(bid) : "" }), more };
  /** @type {HTMLInputElement[]} */
  const plays = all(".play [name^=play-]:checked", form);
  return { says: plays.map((play) => `${questionOf(play)} ${labelOf(play)}`).join(", ") || label, more };
};

// ---------------------------------------------------------------- read

/**
 * Return a form's fields, without `PAGE_FIELDS`.
 *
 * @param {HTMLFormElement} form
 */
const fieldsOf = (form) => {
  /** @type {[string, string][]} */
  const fields = [];
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value && !PAGE_FIELDS.includes(name)) fields.push([name, value]);
  }
  return fields;
};

const ALL_TRICKS = 5;

/**
 * Return the form's contents as a hand that can wait.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter the button
 * @returns {NewHand}
 */
export const readHand = (form, submitter = null) => {
  const label = submitter?.textContent.trim() ?? "";
  const name = submitter?.getAttribute("name");
  const what = name ? submitter?.getAttribute("value") ?? "" : "hand";
  return {
    code: tableCode ?? "",
    action: form.getAttribute("action") ?? "",
    fields: name ? [...fieldsOf(form), [name, what]] : fieldsOf(form),
    what,
    ...(what === "hand" ? handInWords(form, label) : { says: label, more: "" }),
    seen: Number(hiddenValue(form, "seen")),
    op_id: hiddenValue(form, "op_id") || null,
    tried: false,
    until: 0,
    refused: null,
  };
};

/**
 * Return the first required question without an answer, or "" if there is none. Once all tricks are in, whoever is not
 * tapped sat out, and the server knows who could not.
 *
 * @param {HTMLFormElement} form
 */
export const missingAnswer = (form) => {
  if (chosen(form, "renege")?.value) return "";
  /** @type {HTMLInputElement[]} */
  const plays = all(".plays .took:checked", form);
  const tricks = plays.reduce((sum, { value }) => sum + Number(value), 0);
  const asked = `#bidder, #bid, #partner${tricks === ALL_TRICKS ? "" : ", .play[id^=play-]"}`;
  const open = all(asked, form).find((group) => !group.querySelector(":checked"));
  const input = open?.querySelector("input");
  return input ? questionOf(input) : "";
};

/**
 * Return whether nobody changed a point and the form has not asked yet if that is right. The server asks the same; this
 * is for hands that wait on the phone.
 *
 * @param {HTMLFormElement} form
 */
export const isUntouched = (form) => {
  const points = all("#points .point", form);
  const isMeant = form.elements.namedItem("sure") || form.querySelector("[data-tapped]");
  const unsaid = !isMeant && !chosen(form, "renege")?.value && !chosen(form, "counted");
  return unsaid && points.length > 0 && Boolean(chosen(form, "bidder")) && points.every((point) => {
    /** @type {HTMLInputElement | null} */
    const taker = point.querySelector("input:checked");
    return !taker || taker.classList.contains("start") || isOfBidder(form, taker);
  });
};

/**
 * Note that the form asked, so that the next tap saves the hand.
 *
 * @param {HTMLFormElement} form
 */
export const addSure = (form) => {
  const sure = { type: "hidden", name: "sure", value: "yes", className: "asked" };
  form.append(Object.assign(document.createElement("input"), sure));
};

// ---------------------------------------------------------------- clear, fill in

/** @param {ParentNode} place where the points are to be as if nobody had tapped them */
export const forgetTaps = (place) => {
  for (const { dataset } of all(".point", place)) {
    delete dataset.touched;
    delete dataset.tapped;
    delete dataset.follows;
    delete dataset.given;
  }
  for (const side of all("#rest span", place)) side.textContent = side.dataset.start ?? "";
};

/** @param {HTMLFormElement} form */
export const clearForm = (form) => {
  for (const input of inputsOf(form)) {
    if (input.type === "radio") input.checked = input.value === "" || input.classList.contains("start");
    else if (input.type === "checkbox") input.checked = false;
    else if (/text|number/.test(input.type)) input.value = "";
  }
  forgetTaps(form);
  for (const wrong of all(".errors, .wrong, [name=sure]", form)) wrong.remove();
  inputNamed(form, "op_id").value = ""; // the old op_id belongs to the waiting hand
  byId("why").textContent = say("stale");
  state.edited = null;
};

/**
 * Fill in the form as it was when the hand was entered.
 *
 * @param {HTMLFormElement} form
 * @param {WaitingHand} hand
 */
export const fillForm = (form, hand) => {
  clearForm(form);
  form.querySelector("#rest")?.remove(); // a hand does not store which points were tapped
  for (const [name, value] of hand.fields) {
    const inputs = inputsOf(form).filter((input) => input.name === name);
    const choice = inputs.find((input) => /radio|checkbox/.test(input.type) && input.value === value);
    const followsBidder = name.startsWith("point-") && choice && isOfBidder(form, choice);
    if (choice) choice.checked = !followsBidder;
    else if (inputs[0] && !/radio|checkbox/.test(inputs[0].type)) inputs[0].value = value;
  }
  const first = /** @type {HTMLInputElement | null} */ (form.querySelector(":checked"));
  if (first) tellChange(first);
  form.scrollIntoView({ block: "nearest" });
  first?.focus({ preventScroll: true });
};
