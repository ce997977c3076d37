// Cards held in a hand: whole if there is room, overlapping if not, in two tiers where even that is too narrow.

/** @typedef {import("./stage.js").Spot} Spot */
/** @typedef {Map<string, HTMLElement>} Pieces */

const LEAST = 34; // px of a card that can be seen and hit

/**
 * A figure that the layout sheet may set.
 * @param {HTMLElement} el @param {string} name @param {number} fallback
 */
export function setting(el, name, fallback) {
  const value = parseFloat(getComputedStyle(el).getPropertyValue(name));
  return Number.isNaN(value) ? fallback : value;
}

/** Lay the cards in an arc. @param {Spot} spot @param {Pieces} pieces @param {number} u @returns {number} from card to card */
export function fan({ zone: z, hold, el }, pieces, u) {
  const cards = z.pieces;
  const n = cards.length;
  const gaps = z.gaps?.size ?? 0;
  const full = u * setting(el, "--hand", 1.15);
  const small = Math.min(full, setting(el, "--hand-min", 68));
  const seen = setting(el, "--seen-most", 0.9);
  const between = Math.max(1, n - 1);
  const mine = z.kind === "hand";
  const most = setting(el, "--turn-most", 3.4);
  const bend = n > 1 ? Math.min(most, (most * 4.1) / between, hold.clientWidth / 260) : 0;
  const room = hold.clientWidth - 8 - full * 0.05 * bend;
  const tiers = mine && (room - small) / (between + gaps / 2) < LEAST ? 2 : 1;
  const per = Math.ceil(n / tiers);
  const steps = Math.max(1, per - 1) + (tiers > 1 ? 0 : gaps / 2);
  const wide = n > 1 ? Math.max(small, Math.min(full, room / (1 + steps * seen))) : full;
  const step = n > 1 ? Math.min(wide * (mine ? 1 : seen), (room - wide) / steps) : 0;
  const turn = tiers > 1 ? 0.4 : bend;
  el.style.setProperty("--w", `${wide}px`);
  el.classList.toggle("packed", n > 1 && step < wide * 0.97);
  el.classList.toggle("tiers", tiers > 1);
  cards.forEach((p, i) => {
    const piece = pieces.get(p.id);
    const first = i % per === 0;
    const length = Math.min(per, n - (i - (i % per)));
    const off = (i % per) - (length - 1) / 2;
    const gap = tiers === 1 && z.gaps?.has(i) ? step / 2 : 0;
    piece?.style.setProperty("--rot", `${(off * turn).toFixed(2)}deg`);
    piece?.style.setProperty("--dy", (length > 2 ? 0.1 * (tiers > 1 ? 0.3 : 1) * (off / ((length - 1) / 2)) ** 2 : 0).toFixed(3));
    piece?.style.setProperty("margin-left", first ? "0" : `${(step - wide + gap).toFixed(1)}px`);
    piece?.classList.toggle("behind", tiers > 1 && i < per);
  });
  return step;
}

/** Names of overlapping cards stand in what is seen of their cards, as narrow as that asks for. @param {Spot} spot @param {Pieces} pieces @param {number} step */
export function narrow({ el, zone: z }, pieces, step) {
  const packed = el.classList.contains("packed");
  el.style.setProperty("--seen", `${step}px`);
  const spans = z.pieces.slice(0, -1).map((p) => /** @type {HTMLElement | null} */ (pieces.get(p.id)?.querySelector(".name > span")));
  const wide = spans.map((span) => span?.offsetWidth ?? 0);
  spans.forEach((span, i) => span?.style.setProperty("scale", packed ? `${Math.min(1, (step - 11) / (wide[i] || 1)).toFixed(3)} 1` : ""));
}
