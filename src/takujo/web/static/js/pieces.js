// One thing on the table: its picture, its tokens, its name for those who listen, and the large card with its text.

import { SEATS, emblem, h, icon, plainText, put, use } from "./dom.js";
import { w } from "./words.js";

/**
 * @typedef {import("./dom.js").Rich} Rich
 * @typedef {{id: string, face: string, seat?: number, at?: string, on?: string, n?: number, down?: boolean, tokens?: number,
 *   turn?: number, marks?: string[], text?: Rich | string, last?: boolean, pointer?: boolean,
 *   tallies?: Array<[number, string, boolean?]>}} Piece how each player stands to it: what, and whether it is reached
 * @typedef {[string, string, string?, Partial<Piece>?]} Row a piece as it travels
 * @typedef {{name?: string, line?: string, text?: string, kind?: string, glyphs?: string[], once?: boolean}} Face
 */

/** What the pieces need to know of the match in view. */
export const skin = {
  prefix: "",
  /** @type {Record<string, Face>} */
  faces: {},
  /** @type {Record<string, string>} */
  things: {}, // names of the faces that are no cards
  /** @type {Record<string, string>} */
  places: {}, // names of the places of a drawn board
  coin: "@coin", // the symbol of the game's main counter: what tokens look like
  coinLabel: "",
  /** @type {(seat: number) => string} */
  name: () => "",
  /** @type {number | null} */
  viewer: null,
};

/** @param {number} n @returns {string} with a minus that is no hyphen */
export const printed = (n) => String(n).replace("-", "−");

/** @param {Row} row @returns {Piece} */
export const unrolled = ([id, face, at, more]) => ({ id, face, at, ...more });

/** Spell out the rows in which pieces and counters travel. @param {any} view @returns {any} the same */
export function unpacked(view) {
  const counter = (/** @type {[string, number]} */ [name, value]) => ({ name, value, ...view.counters[name] });
  for (const zone of view.scene) zone.pieces = (zone.pieces ?? []).map(unrolled);
  for (const panel of view.panels) {
    panel.main &&= counter(panel.main);
    panel.counters = (panel.counters ?? []).map(counter);
  }
  return view;
}

/** @param {string} name @returns {string} the id of a drawing: `@coin` is the client's, all else the game's */
export function symbol(name) {
  if (name[0] !== "@") return `${skin.prefix}-${name}`;
  const own = `ui-${name.slice(1)}`;
  return document.getElementById(own) ? own : `${skin.prefix}-${name.slice(1)}`;
}

/** @param {Piece} p @returns {string} what lies there, as far as it is known */
export function named(p) {
  return skin.faces[p.face]?.name ?? skin.things[p.face] ?? (p.face === "back" ? "" : plainText(p.text));
}

/** Is it a thing that may lie upon a card, and no card itself? @param {Piece} p */
export function isThing(p) {
  return p.face !== "back" && !skin.faces[p.face];
}

/** @param {string} name */
export function drawn(name) {
  return Boolean(name) && document.getElementById(symbol(name)) !== null;
}

/** @param {string} name @returns {number} width by height of a drawing */
function ratio(name) {
  const box = document.getElementById(symbol(name))?.getAttribute("viewBox")?.split(" ");
  return box ? Number(box[2]) / Number(box[3]) : 1;
}

/** @param {string} name a counter's or a token's symbol */
export function counterIcon(name) {
  return name && drawn(name) ? use(symbol(name), "co") : null;
}

/** @param {string} text @returns {number} its width in Latin letters */
export function letters(text) {
  return [...text].reduce((sum, c) => sum + (/[\u2e80-\uffef]/.test(c) ? 1.9 : 1), 0);
}

/** @param {string} glyph */
function glyph(glyph) {
  return glyph[0] === "@" ? use(symbol(glyph), "g") : h("span", null, glyph);
}

/**
 * The picture of a card or a thing, without tokens.
 * @param {Piece} p
 * @returns {HTMLElement}
 */
function body(p) {
  const shown = p.down && drawn("back") ? "back" : p.face;
  const face = skin.faces[p.face];
  const el = h("div", { class: "body" });
  if (drawn(shown)) el.append(use(symbol(shown), "face"), drawn(`${shown}-small`) ? use(symbol(`${shown}-small`), "face small") : "");
  else el.append(h("span", { class: "blank" }, face?.name ?? ""));
  if (p.seat !== undefined && p.seat !== null) {
    const mark = emblem(p.seat);
    mark.classList.add("mk");
    el.append(mark);
  }
  if (face?.name) el.style.setProperty("--len", String(Math.max(6, letters(face.name))));
  if (shown === "back") {
    if (face?.name && p.face !== "back") el.append(h("span", { class: "slip" }, icon("lock"), h("span", null, face.name)));
  } else if (face?.name) {
    el.append(h("span", { class: "name" }, h("span", null, face.name), face.line ? h("small", null, face.line) : null));
    if (face.glyphs?.length) el.append(h("span", { class: "glyphs" }, face.glyphs.map(glyph)));
    if (face.once) el.append(h("span", { class: "once" }, "1×"));
  }
  const note = plainText(p.text);
  if (note) el.append(h("span", { class: "note" }, note));
  return el;
}

/**
 * Tokens on a piece: at most four are drawn, a figure stands beside from two up.
 * @param {number} n
 */
function heap(n) {
  if (!n) return null;
  const coin = symbol(skin.coin);
  return h(
    "div",
    { class: "coins", "aria-hidden": "true" },
    Array.from({ length: Math.min(n, 4) }, () => use(coin)),
    n > 1 ? h("b", null, n) : null,
  );
}

/** @returns {HTMLElement} an empty piece, to be dressed by `dress` */
export function blank() {
  return h("div", { class: "piece" });
}

/** @type {WeakMap<Element, string>} */
const looks = new WeakMap();

/**
 * Draw a piece into its element; what has not changed is left alone.
 * @param {HTMLElement} el
 * @param {Piece} p
 */
export function dress(el, p) {
  const seat = p.seat === undefined || p.seat === null ? "" : SEATS[p.seat % SEATS.length];
  const look = JSON.stringify([skin.prefix, document.documentElement.lang, p.face, p.down, p.seat, p.tokens, p.text, p.n, skin.coin]);
  el.dataset.id = p.id;
  el.dataset.face = p.face;
  if (looks.get(el) !== look) {
    looks.set(el, look);
    const shown = p.down && drawn("back") ? "back" : p.face;
    el.style.setProperty("--ar", String(ratio(shown)));
    put(el, body(p), heap(p.tokens ?? 0), (p.n ?? 1) > 1 ? h("b", { class: "cnt" }, p.n) : null);
  }
  const kind = skin.faces[p.face]?.kind;
  if (kind) el.dataset.kind = kind;
  else delete el.dataset.kind;
  const classes = ["piece", isThing(p) ? "thing" : "card"];
  if (seat) classes.push(`seat-${seat}`);
  if (p.down || p.face === "back") classes.push("back");
  if (p.last) classes.push("last");
  if (p.on) classes.push("rides");
  for (const mark of p.marks ?? []) classes.push(`m-${mark}`);
  el.className = classes.join(" ");
  if (p.turn) el.style.setProperty("--turn", `${p.turn * 90}deg`);
  else el.style.removeProperty("--turn");
  const flag = el.querySelector(":scope > .pointer");
  if (p.pointer && !flag) el.append(use(drawn("pointer") ? symbol("pointer") : "ui-down", "pointer"));
  if (!p.pointer) flag?.remove();
  el.classList.toggle("resolving", Boolean(p.pointer));
}

/**
 * A piece that is only shown: in a dialog, a sheet, the result.
 * @param {Piece} p
 */
export function figure(p) {
  const el = blank();
  dress(el, { ...p, last: false, pointer: false });
  el.setAttribute("role", "img");
  el.setAttribute("aria-label", spoken(p));
  el.removeAttribute("data-id");
  return el;
}

/**
 * What a piece is called: "Lord, Aoi's, face up, place 2 of 7."
 * @param {Piece} p
 * @param {{i?: number, n?: number, covered?: boolean}} [where] its place in a row, counted from 1
 */
export function spoken(p, { i = 0, n = 0, covered = false } = {}) {
  const name = named(p);
  const seated = p.seat !== undefined && p.seat !== null;
  const mine = seated && p.seat === skin.viewer;
  const kind = name ? (p.down ? "known" : mine ? "own" : seated ? "up" : "thing") : mine ? "own_hidden" : seated ? "hidden" : "nothing";
  const out = [w(`piece.${kind}${n ? "_at" : ""}`, { name, who: seated ? skin.name(/** @type {number} */ (p.seat)) : "", i, n })];
  if (p.tokens) out.push(w("piece.tokens", { label: skin.coinLabel, n: p.tokens }));
  if (covered) out.push(w("piece.covered"));
  if ((p.n ?? 1) > 1) out.push(w("piece.count", { n: p.n ?? 1 }));
  if (p.pointer) out.push(w("piece.pointer"));
  return out.join(w("text.join"));
}

/* the large card, loaded when the first one is looked at */

/** @type {Promise<typeof import("./zoom.js")> | null} */
let zoom = null;
let looking = 0;

/**
 * Show a face at 260 px beside what it belongs to, with its rule.
 * @param {Piece} p
 * @param {Element} at
 * @param {{why?: string}} [more]
 */
export async function enlarge(p, at, more) {
  const mine = ++looking;
  zoom ??= import("./zoom.js");
  const { show } = await zoom;
  if (mine === looking) show(p, at, more);
}

export function shrink() {
  looking++;
  zoom?.then(({ hide }) => hide());
}
