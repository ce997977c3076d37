// Dialogs of the table, loaded when one is opened: the menu, a player's open things, a score sheet, the list of keys.

import { sheet } from "./aids.js";
import { dialog } from "./dialog.js";
import { SEATS, h, icon, put } from "./dom.js";
import { counterIcon, figure, skin } from "./pieces.js";
import { me, pages } from "./shell.js";
import { w } from "./words.js";

/** What is done seldom: leaving for good, coming back, the list of keys. @param {import("./table.js").Table} page */
export function menu(page) {
  const { body, close } = dialog(w("table.more"));
  const { id, can = {}, state } = page.table;
  const act = (/** @type {string} */ picture, /** @type {string} */ text, /** @type {() => void} */ fn) =>
    h("button", { class: "btn", type: "button", onClick: () => (close(), fn()) }, icon(picture), text);
  put(
    body,
    can.return ? act("table", w("table.return"), () => page.post("return")) : null,
    can.concede ? act("leave", w("table.concede"), () => concede(page)) : null,
    act("help", w("aid.title"), () => page.aid()),
    h("a", { class: "btn", href: pages.rules(page.table.game), target: "_blank", rel: "noopener" }, icon("log"), w("aid.rules")),
    act("more", w("keys.title"), keyList),
    state === "over" ? h("a", { class: "btn", href: pages.replay(id) }, icon("play"), w("result.replay")) : null,
    h("a", { class: "btn", href: pages.lobby }, icon("people"), w("result.lobby")),
  );
}

/** @param {import("./table.js").Table} page */
function concede(page) {
  const { body, close } = dialog(w("table.concede"));
  put(
    body,
    h("p", null, w("table.concede_sure")),
    h(
      "div",
      { class: "dialog-foot" },
      h("button", { class: "btn", type: "button", onClick: close }, w("common.cancel")),
      h("button", { class: "btn interrupt", type: "button", onClick: () => (close(), page.post("concede")) }, w("table.concede")),
    ),
  );
}

/** A score sheet that the game shows in passing. @param {any} report */
export function show(report) {
  dialog(report.title).body.append(sheet({ ...report, title: "" }));
}

/** What lies open before a player. @param {import("./seats.js").Seats} seats @param {number} player */
export function openSeat(seats, player) {
  const panel = seats.view.panels.find((/** @type {any} */ p) => p.player === player);
  if (!panel) return;
  const { body, close } = dialog(skin.name(player), { className: `seat-sheet seat-${SEATS[player % SEATS.length]}` });
  const rows = [panel.main, ...panel.counters].filter(Boolean);
  body.append(
    h(
      "dl",
      { class: "facts" },
      rows.map((c) => h("div", null, h("dt", null, counterIcon(c.icon ?? ""), c.label), h("dd", null, c.value))),
    ),
  );
  const { scores } = seats.view;
  if (scores) body.append(sheet(scores));
  for (const zone of seats.stage.zonesOf(player)) {
    const pieces = zone.pieces;
    body.append(
      h("h3", null, zone.label ?? ""),
      pieces.length ? h("div", { class: "minis" }, pieces.map(figure)) : h("p", { class: "none" }, w("stage.nothing")),
    );
  }
  if ((seats.table.can?.bot ?? []).includes(player)) {
    body.append(h("button", { class: "btn", type: "button", onClick: () => (close(), seats.handOver(player)) }, icon("bot"), w("table.hand_over")));
  }
}

/** @type {Array<[string[], string]>} */
const ALWAYS = [
  [["Tab"], "keys.tab"],
  [["←", "→", "↑", "↓"], "keys.arrows"],
  [["Enter"], "keys.enter"],
  [["Esc"], "keys.escape"],
];

/** @type {Array<[string[], string]>} */
const SINGLE = [
  [["1", "…", "9"], "keys.numbers"],
  [["U"], "keys.undo"],
  [["L"], "keys.log"],
  [["C"], "keys.chat"],
  [["K"], "keys.cards"],
  [["R"], "keys.happened"],
  [[",", "."], "keys.steps"],
  [["?"], "keys.aid"],
];

/** The keys that do something now. */
export function keyList() {
  const { body } = dialog(w("keys.title"), { className: "keys" });
  const rows = me.settings.keys ? [...ALWAYS, ...SINGLE] : ALWAYS;
  body.append(h("dl", null, rows.map(([keys, word]) => h("div", null, h("dt", null, keys.map((k) => h("kbd", null, k))), h("dd", null, w(word))))));
  if (!me.settings.keys) body.append(h("p", null, w("keys.off")));
}

/** What lies in a folded zone, play by play where it has plays. @param {import("./stage.js").Zone} z */
export function openZone(z) {
  /** @type {Map<string, any[]>} */
  const plays = new Map();
  for (const p of z.pieces) plays.set(p.at ?? "", [...(plays.get(p.at ?? "") ?? []), p]);
  const { body } = dialog(z.label ?? "", { className: "folded" });
  put(body, [...plays.values()].map((pieces) => h("div", { class: "minis" }, pieces.map((p) => figure(p)))));
}
