// Kinds of zones that not every game has: grids and tracks, drawn boards, pools and stacks.

import { emblem, h, icon, s, use } from "./dom.js";
import { pans } from "./pan.js";
import { counterIcon, drawn, skin, spoken, symbol } from "./pieces.js";
import { addMore } from "./shell.js";
import { w } from "./words.js";

await addMore();

/**
 * @typedef {import("./stage.js").Spot} Spot
 * @typedef {Map<string, HTMLElement>} Pieces
 */

/** Lay out what the zone holds. @param {Spot} spot @param {Pieces} pieces */
export function arrange(spot, pieces) {
  if (spot.zone.folded) return fold(spot);
  for (const old of spot.hold.querySelectorAll(":scope > .cell, :scope > .drawing, :scope > .written, :scope > .sign")) old.remove();
  const { kind } = spot.zone;
  if (kind === "grid" || kind === "track") cells(spot, pieces);
  else if (kind === "board") board(spot, pieces);
  else if (kind === "pool") pool(spot, pieces);
  else if (kind === "stack") pile(spot, pieces);
  else if (kind === "trick") trick(spot, pieces);
}

/** Cells of a grid or a track: places, and the pieces standing on them. @param {Spot} spot @param {Pieces} pieces */
function cells({ zone: z, hold, places, el }, pieces) {
  const [r0, c0] = z.shape?.origin ?? [0, 0];
  const track = z.kind === "track";
  const rows = track ? 1 : (z.shape?.rows ?? 1);
  const cols = track ? (z.shape?.slots ?? z.shape?.cols ?? 1) : (z.shape?.cols ?? 1);
  el.style.setProperty("--rows", String(rows));
  el.style.setProperty("--cols", String(cols));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const at = track ? `${c}` : `${r + r0},${c + c0}`;
      const cell = h("div", { class: "place cell", "aria-label": z.shape?.names?.[c] ?? w("stage.cell", { at }) }, track ? h("span", null, z.shape?.names?.[c] ?? c) : null);
      cell.style.setProperty("--c", String(c + 1));
      cell.style.setProperty("--l", String(r + 1));
      hold.prepend(cell);
      places.set(`#${z.id}:${at}`, cell);
    }
  }
  for (const p of z.pieces) {
    const [a, b] = (p.at ?? "").split(",").map(Number);
    const piece = pieces.get(p.id);
    piece?.style.setProperty("--c", String(track ? a + 1 : b - c0 + 1));
    piece?.style.setProperty("--l", String(track ? 1 : a - r0 + 1));
    if (piece && p.tallies) tally(piece, p, p.tallies);
  }
}

/** How each player stands to what the piece is about. @param {HTMLElement} piece @param {import("./pieces.js").Piece} p @param {NonNullable<import("./pieces.js").Piece["tallies"]>} all */
function tally(piece, p, all) {
  piece.querySelector(":scope > .body > .tallies")?.remove();
  const one = (/** @type {typeof all[number]} */ [player, text, done]) => h("span", { class: done ? "done" : null, title: skin.name(player) }, emblem(player), text);
  piece.querySelector(":scope > .body")?.append(h("span", { class: "tallies" }, all.map(one)));
  const said = all.map(([player, text]) => `${skin.name(player)} ${text}`);
  piece.dataset.name = [spoken(p), ...said].join(w("text.join"));
  piece.setAttribute("aria-label", piece.dataset.name);
}

/** The drawn board: its named places carry the pieces. @param {Spot} spot @param {Pieces} pieces */
function board(spot, pieces) {
  const { zone: z, hold, places } = spot;
  const sheet = document.getElementById(symbol(z.place || z.id));
  if (!sheet) return;
  const svg = s("svg", { class: "drawing", viewBox: sheet.getAttribute("viewBox") });
  for (const child of sheet.children) svg.append(child.cloneNode(true));
  hold.prepend(svg);
  const [x0, y0, wide, tall] = (sheet.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  spot.el.style.setProperty("--ar", String(wide / tall));
  const all = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("[data-place]")]);
  const boxes = all.map((g) => g.getBBox()); // before anything is written: each reading after a writing lays all out anew
  for (const [i, g] of all.entries()) {
    const name = g.dataset.place ?? "";
    places.set(`#${name}`, g);
    const box = boxes[i];
    const here = z.pieces.filter((p) => p.at === name && pieces.get(p.id)?.parentElement === hold);
    here.forEach((p, j) => {
      const el = pieces.get(p.id);
      el?.style.setProperty("left", `${(100 * (box.x + box.width / 2 - x0)) / wide}%`);
      el?.style.setProperty("top", `${(100 * (box.y + box.height / 2 - y0)) / tall}%`);
      el?.style.setProperty("--dx", String(j - (here.length - 1) / 2));
      if (g.dataset.at) el?.style.setProperty("--w", `${((100 * Number(g.dataset.at.split(" ")[2])) / wide).toFixed(2)}cqw`);
    });
    write(spot, g, [x0, y0, wide, tall]);
    g.dataset.name = [skin.places[name] ?? name, ...here.map((p) => spoken(p))].join(w("text.join"));
    g.setAttribute("aria-label", g.dataset.name);
  }
  if (z.shape?.zoom) pans(spot);
}

/**
 * What stands beside a place of a drawing, where the drawing has room for it: its name (`data-label`: x, y, which end of the
 * text lies there, a class) and the signs of its marks (`data-sign`: x, y).
 * @param {Spot} spot @param {SVGGraphicsElement} g @param {number[]} box
 */
function write({ zone: z, hold }, g, [x0, y0, wide, tall]) {
  const name = g.dataset.place ?? "";
  const at = (/** @type {string} */ x, /** @type {string} */ y) => ({ left: `${(100 * (Number(x) - x0)) / wide}%`, top: `${(100 * (Number(y) - y0)) / tall}%` });
  if (g.dataset.label && skin.places[name]) {
    const [x, y, end = "m", more = "spot"] = g.dataset.label.split(" ");
    hold.append(h("span", { class: `written w-${end} w-${more}`, "aria-hidden": "true", style: at(x, y) }, skin.places[name]));
  }
  if (!g.dataset.sign) return;
  const [x, y] = g.dataset.sign.split(" ");
  const marks = (z.marks ?? []).flatMap(([place, names]) => (place === `#${name}` ? names : []));
  for (const mark of marks.filter(drawn)) hold.append(h("span", { class: "sign", "aria-hidden": "true", style: at(x, y) }, use(symbol(mark))));
}

/** A number between 0 and 1 that is always the same for the same text. @param {string} text */
function hashed(text) {
  let n = 2166136261;
  for (let i = 0; i < text.length; i++) n = Math.imul(n ^ text.charCodeAt(i), 16777619);
  return ((n >>> 8) & 0xffff) / 0xffff;
}

/** A heap: each piece keeps its own spot. @param {Spot} spot @param {Pieces} pieces */
function pool({ zone: z }, pieces) {
  for (const p of z.pieces) {
    const el = pieces.get(p.id);
    el?.style.setProperty("--dx", String(hashed(p.id) - 0.5));
    el?.style.setProperty("--dy", String(hashed(`${p.id}y`) - 0.5));
  }
}

/** @param {Spot} spot @param {Pieces} pieces */
function pile({ zone: z }, pieces) {
  z.pieces.forEach((p, i) => pieces.get(p.id)?.style.setProperty("--lvl", String(z.pieces.length - 1 - i)));
}

/** A zone that opens with a click. @param {Spot} spot */
function fold({ zone: z, hold, el }) {
  el.querySelector(":scope > .label")?.remove();
  const open = () => import("./menu.js").then(({ openZone }) => openZone(z.folded));
  hold.replaceChildren(h("button", { class: "fold", type: "button", onClick: open }, icon("eye"), h("span", null, z.label)));
}

/** Plays lie one on the other: the newest in front, the one before beside it, the rest below. @param {Spot} spot @param {Pieces} pieces */
function trick({ zone: z, el, stacks }, pieces) {
  const newest = stacks.length - 1;
  stacks.forEach((play, i) => {
    const age = Math.min(2, newest - i);
    const step = Math.min(0.56, 3.4 / Math.max(1, play.length - 1));
    play.forEach((p, k) => {
      const piece = pieces.get(p.id);
      piece?.style.setProperty("--k", ((k - (play.length - 1) / 2) * step).toFixed(3));
      for (let a = 0; a < 3; a++) piece?.classList.toggle(`age-${a}`, a === age);
    });
  });
  const label = el.querySelector(":scope > .label");
  if (!label || z.owner === undefined) return label?.remove();
  const worth = h("span", { class: "worth", title: skin.coinLabel }, counterIcon(skin.coin), h("span", null, z.count ?? 0));
  label.replaceChildren(emblem(z.owner), h("span", null, z.label ?? ""), worth);
  el.setAttribute("aria-label", w("stage.trick", { what: z.label ?? "", who: skin.name(z.owner), worth: `${skin.coinLabel} ${z.count ?? 0}` }));
}
