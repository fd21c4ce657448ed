/**
 * What an ordinary hand does to the scores, by the rules that a table's page carries (`HandForm.for_phone`).
 *
 * A phone without signal shows it as its own count, until the server's takes its place. A special bid, or anything else
 * out of the ordinary, waits for the server. tests/games/test_reckon.py compares it with the engine.
 *
 * @typedef {Map<string, string>} Typed the fields of a hand's form
 * @typedef {{dealer: string, scores: Record<string, number>, outcome?: string}} Standing
 * @typedef {Record<"has_bidding" | "calls_partner" | "made_scores_bid" | "others_score" | "bid_is_all" | "gives_sets"
 *   | "counts_down" | "bidder_deals" | "dealer_sits_out" | "scores_renege" | "seller_scores" | "buried_to_bidder",
 *   boolean> & {times_lost: number, worth: Record<string, number>, players: string[], teams: string[][],
 *   names: Record<string, string>, not_out: string[], all_pass: string, hold: number | null}} Rules
 */

const OUT_OF_THE_ORDINARY = ["throw", "turned", "gift", "hung"];

/** @type {(players: string[], player: string, seats: number) => string} who sits so many seats to the left */
const leftOf = (players, player, seats) => players.at((players.indexOf(player) + seats) % players.length) ?? "";

/** @type {(rules: Rules, dealer: string, typed: Typed) => string[][]} the sides of a hand, the bidders first */
const sidesOf = (rules, dealer, typed) => {
  const bidder = typed.get("bidder") ?? "";
  const { players, teams } = rules;
  if (rules.calls_partner) {
    const own = [bidder, typed.get("partner")];
    return [true, false].map((ours) => players.filter((player) => own.includes(player) === ours));
  }
  const playing = teams.filter((side) => !(rules.dealer_sits_out && side.includes(dealer)));
  return playing.sort((a, b) => Number(b.includes(bidder)) - Number(a.includes(bidder)));
};

/** @type {(rules: Rules, typed: Typed, sides: string[][]) => number} who has most card points; NaN if that is tied */
const sideWithGame = (rules, typed, sides) => {
  const count = (/** @type {string} */ field) => Number(typed.get(field) ?? 0);
  const piles = sides.map((side) => side.reduce((sum, player) => sum + count(`count-${player}`), 0));
  if (rules.buried_to_bidder) piles[0] = (piles[0] ?? 0) + count("buried");
  const most = Math.max(...piles);
  if (!most) return -1;
  return piles.indexOf(most) === piles.lastIndexOf(most) ? piles.indexOf(most) : NaN;
};

/** @type {(rules: Rules, typed: Typed, sides: string[][]) => number[]} what each side took; NaN in place of a tie */
const takenBy = (rules, typed, sides) => {
  const taken = sides.map(() => 0);
  for (const [key, worth] of Object.entries(rules.worth)) {
    const usual = rules.not_out.includes(key) ? "none" : rules.calls_partner ? "us" : typed.get("bidder");
    const taker = typed.get(`point-${key}`) ?? usual ?? "none";
    const isCounted = key === "game" && typed.get("counted") === "yes";
    const place = isCounted ? sideWithGame(rules, typed, sides)
      : rules.calls_partner ? ["us", "them"].indexOf(taker) : sides.findIndex((side) => side.includes(taker));
    if (place >= 0) taken[place] = (taken[place] ?? 0) + worth;
    if (Number.isNaN(place)) taken[0] = NaN;
  }
  return taken;
};

/** @type {(rules: Rules, before: Standing, outcome: string) => Standing | null} after a hand that was not played */
const unplayed = (rules, { dealer, scores }, outcome) => {
  if (outcome === "misdeal" || rules.all_pass === "redeal") return { dealer, scores, outcome };
  return rules.all_pass === "next-dealer" ? { dealer: leftOf(rules.players, dealer, 1), scores, outcome } : null;
};

/** @type {(rules: Rules, typed: Typed, taken: number[], isMade: boolean) => number[]} what each side gains or loses */
const gainsOf = (rules, typed, taken, isMade) => {
  const bid = Number(typed.get("bid") ?? 0);
  const gains = taken.map((took) => (rules.others_score ? took : 0) + (rules.gives_sets && !isMade ? bid : 0));
  if (rules.has_bidding) gains[0] = !isMade ? -rules.times_lost * bid : rules.made_scores_bid ? bid : taken[0] ?? 0;
  return gains;
};

/** @type {(side: string[], points?: number) => [string[], number]} */
const of = (side, points = 0) => [side, points];

/** @type {(rules: Rules, before: Standing, typed: Typed, gains: [string[], number][]) => Standing["scores"]} */
const scoresAfter = (rules, { dealer, scores }, typed, gains) => {
  const eldest = leftOf(rules.players, dealer, 1);
  const seller = rules.teams.find((side) => side.includes(eldest)) ?? [];
  const isSold = rules.seller_scores && rules.has_bidding && !seller.includes(typed.get("bidder") ?? "");
  const after = { ...scores };
  for (const [side, points] of isSold ? [...gains, of(seller, Number(typed.get("bid")))] : gains) {
    for (const player of side) after[player] = (after[player] ?? 0) + (rules.counts_down ? -points : points);
  }
  return after;
};

/** @type {(rules: Rules, scores: number[]) => boolean} whether somebody may be held at the target */
const mayBeHeld = ({ hold, counts_down }, scores) => (
  hold !== null && scores.some((score) => (counts_down ? score <= hold : score >= hold))
);

/** @type {(rules: Rules, typed: Typed) => boolean} */
const isOrdinary = (rules, typed) => (
  (typed.get("what") ?? "hand") === "hand" && !(rules.scores_renege && typed.has("renege"))
  && !OUT_OF_THE_ORDINARY.some((field) => typed.has(field)) && /^\d*$/.test(typed.get("bid") ?? "") // no special bid
);

/** @type {(rules: Rules, before: Standing, fields: [string, string][]) => Standing | null} null: the server will */
export const reckon = (rules, before, fields) => {
  const typed = new Map(fields);
  const what = typed.get("what") ?? "";
  if (["misdeal", "passed"].includes(what)) return unplayed(rules, before, what);
  const sides = sidesOf(rules, before.dealer, typed);
  const taken = takenBy(rules, typed, sides);
  const bidders = taken[0] ?? 0;
  if (!isOrdinary(rules, typed) || Number.isNaN(bidders)) return null;
  const isMade = rules.bid_is_all ? typed.get("made") === "yes" : bidders >= Number(typed.get("bid"));
  const gains = gainsOf(rules, typed, taken, isMade);
  const scores = scoresAfter(rules, before, typed, sides.map((side, i) => of(side, gains[i])));
  if (mayBeHeld(rules, Object.values(scores))) return null;
  const [seat, seats] = !rules.bidder_deals ? [before.dealer, 1] : [typed.get("bidder") ?? "", isMade ? 0 : -1];
  const outcome = !rules.has_bidding ? "scored" : isMade ? "made" : "set";
  return { dealer: leftOf(rules.players, seat, seats), scores, outcome };
};
