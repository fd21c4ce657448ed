/**
 * Saves hands without signal: a hand waits on the phone, the page says so, and the form is ready for the next hand.
 * Pages work without this module.
 *
 * Nothing here knows the rules of the game: scores, the dealer and who must play are updated when there is signal. The
 * outbox sends hands; the other modules in this folder show and change them.
 */

import { all, on } from "../app.js";
import { askForNews, shownRow } from "../live.js";
import { outbox } from "../outbox/outbox.js";
import { stampFor } from "../outbox/server.js";
import "./actions.js";
import { announce, onOtherPage, refresh, refusalInWords, showChange } from "./list.js";
import { markOffline, advanceSeen } from "./save.js";
import { handForm, isKeptPage, say, state, tableCode } from "./state.js";

/**
 * Give a kept page the tokens it lacks, and a new op_id, since its old one may have been used.
 *
 * @param {string} code
 */
const renewKeptPage = async (code) => {
  const stamp = await stampFor(code);
  if (!stamp.op_id) return;
  delete document.documentElement.dataset.kept;
  for (const token of /** @type {HTMLInputElement[]} */ (all("[name=csrf_token]"))) {
    token.value = stamp.csrf_token ?? "";
  }
  const number = handForm()?.elements.namedItem("op_id");
  if (number instanceof HTMLInputElement && stamp.seq === shownRow()) number.value = stamp.op_id;
  await refresh();
  if (shownRow() < (stamp.seq ?? 0)) askForNews();
};

/** @type {string[]} the hands sent in this run of the outbox, in words */
let sent = [];

outbox.setListener({
  unanswered: markOffline,
  refused: (hand, refused) => announce(`${hand.says}: ${say("stopped")}. ${refusalInWords(refused)}`),
  sent: (hand, row) => {
    if (hand.code !== tableCode) return;
    state.knownRow = Math.max(state.knownRow, row);
    sent.push(hand.says);
    state.sentSays = say(sent.length === 1 ? "sent_one" : "sent", { what: sent[0] ?? "", n: sent.length });
    refresh();
  },
  finished: async () => {
    if (sent.length) announce(state.sentSays);
    sent = [];
    state.hasSignal = true;
    await showChange();
    if (isKeptPage() && tableCode) await renewKeptPage(tableCode);
    advanceSeen();
  },
  shouldRetry: async () => {
    await refresh();
    return isKeptPage() || state.hands.some(({ id, refused }) => !refused && id !== state.directSend?.hand.id);
  },
});

onOtherPage(advanceSeen);

const wake = async () => {
  if (document.hidden) return;
  await refresh();
  outbox.flush({ eager: true });
};
addEventListener("online", wake);
addEventListener("pageshow", wake);
on("visibilitychange", wake);

const why = document.getElementById("why");
if (isKeptPage() && why) why.textContent = say("stale");
wake();
