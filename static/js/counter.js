/** The card point counter: a tap adds a card, and the last pile gets what is left of 80. */

import { all, closest, byId, on, tellChange } from "./app.js";

const CARD_POINTS = 80; // in a whole deck

/** @param {HTMLInputElement} pile */
const pointsIn = (pile) => Number(pile.value) || 0;

/** @returns {HTMLInputElement[]} */
const piles = () => all(".pile [name^=count-]");
/** @type {WeakMap<HTMLInputElement, string[]>} what stood in a pile before each tap */
const before = new WeakMap();
const counted = () => /** @type {HTMLInputElement} */ (byId("counted"));

/** @param {HTMLElement} card */
const addCard = ({ dataset }) => {
  const pile = /** @type {HTMLInputElement} */ (byId(dataset.pile ?? ""));
  before.set(pile, [...(before.get(pile) ?? []), pile.value]);
  pile.value = String(Math.min(CARD_POINTS, pointsIn(pile) + Number(dataset.add)));
};

/** @param {HTMLElement} button */
const takeBack = ({ dataset }) => {
  const pile = /** @type {HTMLInputElement} */ (byId(dataset.untap ?? ""));
  pile.value = before.get(pile)?.pop() ?? pile.value;
};

const checkCounted = () => { counted().checked = piles().some((pile) => pile.value); };

/** Give the rest to the first empty pile, or to the last pile if none is empty. */
const addRest = () => {
  const rest = piles().find((pile) => !pile.value) ?? piles().at(-1);
  if (!rest) return;
  const others = piles().reduce((sum, pile) => sum + (pile === rest ? 0 : pointsIn(pile)), 0);
  rest.value = String(Math.max(0, CARD_POINTS - others));
};

on("click", (event) => {
  const card = closest(event, "[data-add]"), back = closest(event, "[data-untap]");
  if (card) addCard(card);
  else if (back) takeBack(back);
  else if (closest(event, "[data-rest]")) addRest();
  else return;
  checkCounted();
  tellChange(counted());
});
on("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.name.startsWith("count-"))) return;
  before.delete(target); // what was typed is no tap
  checkCounted();
});

const show = () => {
  for (const part of all(".cards[hidden], [data-rest][hidden]")) part.hidden = false;
};
on("htmx:after:swap", show);
show();
