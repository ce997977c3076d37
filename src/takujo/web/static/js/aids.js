// What is looked up: the text of every card, and score sheets.

import { emblem, h, icon } from "./dom.js";
import { figure, skin } from "./pieces.js";
import { addMore } from "./shell.js";
import { w } from "./words.js";
import { told } from "./zoom.js";

await addMore();

/** What the cards do, after those that only their owner sees. @param {any[]} secret @returns {HTMLElement[]} */
export function cards(secret) {
  const out = [];
  for (const z of secret) {
    out.push(h("h3", { class: "secret" }, icon("lock"), w("stage.secret", { zone: z.label ?? "" })), h("div", { class: "minis" }, z.pieces.map(figure)));
  }
  if (secret.length) out.push(h("h3", null, w("log.cards")));
  for (const [id, face] of Object.entries(skin.faces)) {
    if (!face.name || !face.text) continue;
    out.push(h("div", { class: "aid" }, figure({ id: "", face: id, seat: skin.viewer ?? undefined }), h("div", null, h("b", null, face.name), told(face.text))));
  }
  return out;
}

/** A score sheet as a table. @param {any} of */
export function sheet(of) {
  return h(
    "table",
    { class: "sheet" },
    h("caption", null, of.title),
    h("thead", null, h("tr", null, h("td"), of.columns.map((/** @type {number} */ p) => h("th", { scope: "col" }, emblem(p), h("span", { class: "sr-only" }, skin.name(p)))))),
    h("tbody", null, of.rows.map((/** @type {[string, Array<number | null>]} */ [label, values], /** @type {number} */ r) => h("tr", null, h("th", { scope: "row" }, label), values.map((n, i) => h("td", null, n ?? "–", of.notes?.[r]?.[i] ? h("small", null, of.notes[r][i]) : null))))),
  );
}
