// Absent players, and what can be done about them.

import { emblem, h, icon } from "./dom.js";
import { skin } from "./pieces.js";
import { w } from "./words.js";

/** @param {import("./seats.js").Seats} seats @returns {HTMLElement[]} */
export function absent({ live, table, handOver, comeBack }) {
  const { can = {} } = table;
  if (!live) return [];
  const out = [];
  if (can.return) out.push(h("p", { class: "seat-note" }, icon("bot"), h("span", null, w("table.bot_plays")), h("button", { class: "btn small", type: "button", onClick: comeBack }, w("table.return"))));
  for (const seat of can.bot ?? []) {
    const votes = table.votes?.bot?.[seat] ?? [];
    out.push(
      h(
        "p",
        { class: "seat-note" },
        emblem(seat),
        h("span", null, votes.length ? w("table.away_votes", { name: skin.name(seat), n: votes.length }) : w("table.is_away", { name: skin.name(seat) })),
        h("button", { class: "btn small", type: "button", onClick: () => handOver(seat) }, icon("bot"), w("table.hand_over")),
      ),
    );
  }
  return out;
}
