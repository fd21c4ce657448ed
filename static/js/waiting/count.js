/** Shows the scores and the dealer after the waiting hands, as this phone counts them, until they are sent. */

import { all } from "../app.js";
import { reckon } from "./reckon.js";
import { say } from "./state.js";

/**
 * @import { WaitingHand } from "../outbox/store.js"
 * @import { Rules, Standing } from "./reckon.js"
 */

/** @type {(teams: string[][]) => Standing} as the server printed it */
const standingHere = (teams) => {
  const [dealer = "", ...scores] = document.getElementById("poll")?.dataset.now?.split(" ") ?? [];
  const each = teams.flatMap((team, i) => team.map((who) => [who, Number(scores[i])]));
  return { dealer, scores: Object.fromEntries(each) };
};

/** @param {(number | undefined)[]} scores */
const showScores = (scores) => {
  for (const where of ["#board", "#row-scores"])
    for (const [i, place] of all(`${where} .score > :first-child`).entries()) {
      place.dataset.was ??= place.textContent;
      place.textContent = scores[i]?.toString().replace("-", "\u2212") ?? place.dataset.was;
    }
};

/** @param {string | undefined} dealer */
const showDealer = (dealer) => {
  document.getElementById("deals")?.remove();
  if (!dealer) return;
  const place = document.createElement("span");
  Object.assign(place, { id: "deals", textContent: say("deals", { who: dealer }) });
  document.querySelector("#board header")?.append(place);
};

/** @type {(rules: Rules, hand: WaitingHand, outcome?: string) => string} */
const inWords = ({ names }, { fields }, outcome) => {
  const { bidder = "", bid = "" } = Object.fromEntries(fields);
  return say(outcome ?? "later", { who: names[bidder] ?? "", bid });
};

/**
 * Count the hands, up to the first that only the server can count. Return what each did, in words.
 *
 * @param {WaitingHand[]} hands
 */
export const countHands = (hands) => {
  /** @type {Rules | null} */
  const rules = JSON.parse(document.getElementById("rules")?.getAttribute("value") ?? "null");
  if (!rules) return [];
  const after = [standingHere(rules.teams)];
  for (const { fields } of hands) {
    const before = after.at(-1);
    const next = before && reckon(rules, before, fields);
    if (!next) break;
    after.push(next);
  }
  const last = hands.length ? after.at(-1) : undefined;
  showScores(rules.teams.map(([who = ""]) => last?.scores[who]));
  showDealer(after.length > hands.length ? rules.names[last?.dealer ?? ""] : undefined);
  return hands.map((hand, i) => inWords(rules, hand, after[i + 1]?.outcome));
};
