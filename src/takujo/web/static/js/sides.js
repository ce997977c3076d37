// Where several play together: how their sides stand, and what every round has brought.

import { emblem, h, put, use } from "./dom.js";
import { drawn, printed, skin, symbol } from "./pieces.js";
import { w } from "./words.js";

/** @typedef {{side: number, players: number[], value: number}} Side */

/** @param {any} view @returns {Side[]} the reader's own side first; none where everybody plays alone */
export function sides(view) {
  /** @type {Map<number, Side>} */
  const found = new Map();
  for (const panel of view.panels) {
    /** @type {Side} */
    const side = found.get(panel.side) ?? { side: panel.side, players: [], value: panel.main?.value ?? 0 };
    side.players.push(panel.player);
    found.set(panel.side, side);
  }
  const all = [...found.values()].sort((a, b) => a.side - b.side);
  if (all.length < 2 || all.every((side) => side.players.length < 2)) return [];
  const mine = (/** @type {Side} */ side) => side.players.includes(view.viewer ?? -1);
  return [...all.filter(mine), ...all.filter((side) => !mine(side))];
}

/** @param {number} side @param {number} [player] whose emblem stands for a side without a drawing */
export function crest(side, player = side) {
  return drawn(`side-${side}`) ? h("span", { class: `crest side-${side}`, "aria-hidden": "true" }, use(symbol(`side-${side}`))) : emblem(player);
}

/** @param {any} view @param {Side} side */
function names(view, side) {
  const others = side.players.filter((p) => p !== view.viewer).map((p) => skin.name(p));
  const all = side.players.includes(view.viewer) ? [w("table.you"), ...others] : others;
  return new Intl.ListFormat(document.documentElement.lang, { style: "short" }).format(all);
}

/** The sides' scores, and how far it is to the goal. @param {HTMLElement} el @param {any} view @param {Side[]} all */
export function standing(el, view, all) {
  const goal = (view.progress?.of ?? 0) > 12 ? view.progress.of : 0;
  put(
    el,
    ...all.map((side, i) =>
      h(
        "div",
        { class: `team${i % 2 ? " right" : ""}` },
        crest(side.side, side.players[0]),
        h("b", { class: "total" }, printed(side.value)),
        goal ? h("span", { class: "way", "aria-hidden": "true" }, h("i", { class: `side-${side.side}`, style: { "--part": Math.max(0, Math.min(1, side.value / goal)) } })) : null,
        h("span", { class: "names" }, names(view, side)),
      ),
    ),
    goal ? h("span", { class: "goal" }, w("table.goal"), h("b", null, goal)) : null,
  );
  el.setAttribute("aria-label", w("table.sides"));
}

/** What the rounds have brought so far. @param {any} of @param {any} view @param {Side[]} all */
export function scores(of, view, all) {
  const rank = (/** @type {number} */ i) => all.findIndex((side) => side.players.includes(of.columns[i]));
  /** @type {number[]} */
  const order = of.columns.map((/** @type {number} */ _, /** @type {number} */ i) => i);
  order.sort((a, b) => rank(a) - rank(b));
  const heading = (/** @type {number} */ i) => {
    const side = all[rank(i)];
    return h("th", { scope: "col" }, side ? crest(side.side, side.players[0]) : emblem(of.columns[i]), h("span", { class: "sr-only" }, side ? names(view, side) : skin.name(of.columns[i])));
  };
  const row = (/** @type {[string, Array<number | null>]} */ [label, figures], /** @type {number} */ r) =>
    h(
      "tr",
      { class: figures.every((n) => n === null) ? "now" : null },
      h("th", { scope: "row" }, label),
      order.map((i) => h("td", null, of.notes?.[r]?.[i] ? h("span", { class: "note" }, of.notes[r][i]) : null, h("b", null, figures[i] === null ? "·" : printed(figures[i])))),
    );
  return h(
    "table",
    { class: "scores" },
    h("caption", { class: "sr-only" }, of.title),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, w("table.round")), order.map(heading))),
    h("tbody", null, of.rows.map(row)),
  );
}
