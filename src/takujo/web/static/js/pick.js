// From clicks to an offer: the whole logic of choosing, free of any drawing.

/**
 * @typedef {[string, string, string?]} Arrow from where to where, and what
 * @typedef {{deltas?: Array<[number, number]>, tokens?: Array<[string, number]>,
 *   arrows?: Arrow[], ghosts?: import("./pieces.js").Row[],
 *   marks?: Array<[string, string]>, words?: string}} Forecast
 * @typedef {{key: string, label?: string, note?: string, path: string[], toggle?: boolean, careful?: boolean, final?: boolean,
 *   interrupt?: boolean, forecast?: Forecast, why_not?: string}} Offer
 * @typedef {{list?: Offer[], tree?: Record<string, string[]>, from?: string[], sets?: Array<[string, number[]]>, final?: boolean}} Offers
 * @typedef {{next: Set<string>, send: Offer | null, buttons: Offer[], live: Offer[]}} Picked
 */

/**
 * Offers in any of their three forms as one list.
 * @param {Offers | Offer[] | null | undefined} offers
 * @returns {Offer[]}
 */
export function listed(offers) {
  if (!offers) return [];
  if (Array.isArray(offers)) return offers;
  if (offers.tree) {
    return Object.entries(offers.tree).flatMap(([first, seconds]) =>
      seconds.length
        ? seconds.map((rest) => {
            const key = `${first} ${rest}`;
            return { key, path: key.split(" ") };
          })
        : [{ key: first, path: [first] }],
    );
  }
  const { from = [], final } = offers;
  /** @type {Map<number, number>} */
  const times = new Map();
  const sets = (offers.sets ?? []).flatMap(([label, masks]) =>
    masks.map((mask) => {
      const n = times.get(mask) ?? 0; // how many sets before it have this mask
      times.set(mask, n + 1);
      return { key: `set:${mask}${n ? `:${n}` : ""}`, label, toggle: true, final, path: members(from, mask) };
    }),
  );
  return [...(offers.list ?? []), ...sets];
}

/**
 * The ids whose bit is set; by division, since masks may have more than 32 bits.
 * @param {string[]} from
 * @param {number} mask
 */
function members(from, mask) {
  return from.filter((_, bit) => Math.floor(mask / 2 ** bit) % 2 === 1);
}

/**
 * What the clicks so far lead to: ids that may be clicked `next`, the one offer to `send` now, or `buttons` for offers that
 * are complete but are never sent by themselves.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @returns {Picked}
 */
export function pick(offers, clicks) {
  const live = offers.filter((o) =>
    o.why_not || o.interrupt || !o.path.length
      ? false
      : o.toggle
        ? clicks.every((c) => o.path.includes(c))
        : clicks.every((c, i) => o.path[i] === c),
  );
  const done = live.filter((o) => o.path.length === clicks.length);
  const next = new Set(
    live.flatMap((o) => (o.toggle ? o.path.filter((c) => !clicks.includes(c)) : o.path.slice(clicks.length, clicks.length + 1))),
  );
  const only = clicks.length && live.length === 1 && done[0];
  const send = only && !only.toggle && !only.careful ? only : null;
  return { next, send, buttons: send ? [] : done, live };
}

/**
 * What may be clicked instead of something chosen, as `click` understands it.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @returns {Set<string>}
 */
export function instead(offers, clicks) {
  return new Set((inSets(offers) ? [] : clicks).flatMap((_, k) => [...pick(offers, clicks.slice(0, k)).next]));
}

/** @param {Offer[]} offers @returns {boolean} are sets of things chosen? */
export function inSets(offers) {
  return offers.some((o) => o.toggle && !o.interrupt && !o.why_not);
}

/**
 * The selection after one more click: a second click on the same thing takes it back, a click on another thing that could have
 * stood at an earlier step goes on from there. `null`: the click means nothing.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @param {string} id
 * @param {Set<string>} [free] what may be taken into a set though no offer has it
 * @returns {string[] | null}
 */
export function click(offers, clicks, id, free) {
  const at = clicks.indexOf(id);
  const sets = clicks.length ? inSets(offers) && !clicks.some(isButton) : offers.some((o) => o.toggle && o.path.includes(id));
  if (at >= 0) return sets ? clicks.filter((c) => c !== id) : clicks.slice(0, at);
  if (sets || free?.has(id)) return joined(offers, clicks, id, free);
  for (let k = clicks.length; k >= 0; k--) {
    if (pick(offers, clicks.slice(0, k)).next.has(id)) return [...clicks.slice(0, k), id];
  }
  return null;
}

/**
 * A set with one more thing: it joins, or takes the place of another in a complete set, or begins a new one.
 * @param {Offer[]} offers @param {string[]} clicks @param {string} id @param {Set<string>} [free]
 */
function joined(offers, clicks, id, free) {
  const { next, buttons: done } = pick(offers, clicks);
  if (next.has(id)) return [...clicks, id];
  const first = pick(offers, []).next.has(id);
  if (done.length && first) {
    const swap = offers.find((o) => o.toggle && !o.interrupt && o.path.length === clicks.length && o.path.includes(id) && o.path.filter((c) => clicks.includes(c)).length === clicks.length - 1);
    return swap ? [...clicks.filter((c) => swap.path.includes(c)), id] : [id];
  }
  if (free?.has(id)) return [...clicks, id];
  return first ? [id] : null;
}

/**
 * The offer that a click on `id` would complete, for a preview; `null` when it is not yet clear which.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @param {string} id
 * @returns {Offer | null}
 */
export function ahead(offers, clicks, id) {
  const after = click(offers, clicks, id);
  if (after?.at(-1) !== id) return null; // it means nothing, or takes something back
  const { live } = pick(offers, after);
  return live.length === 1 && (live[0].toggle || live[0].path.length === after.length) ? live[0] : null;
}

/**
 * Does this offer wait for a second click?
 * @param {Offer} offer
 * @param {"always" | "final" | "never"} confirm the reader's setting
 * @param {boolean} touch whether the pointer cannot hover, so that the first tap has to preview
 */
export function twice(offer, confirm, touch) {
  if (offer.careful || confirm === "always") return true;
  return confirm === "final" && touch && Boolean(offer.final);
}

/** @param {string} id is it shown as a button in the prompt, not on the table? */
export function isButton(id) {
  return id[0] === "!" || id[0] === "=" || /^[^#~@].*:/.test(id);
}

/**
 * Buttons of the prompt: complete offers first, then offers whose next click is a button.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @returns {Offer[]}
 */
export function buttons(offers, clicks) {
  const { buttons: done, live } = pick(offers, clicks);
  const steps = inSets(offers) && !clicks.some(isButton) ? [] : clicks; // beside a set its other answers stay
  const bare = steps.length ? [] : offers.filter((o) => !o.path.length && !o.why_not && !o.interrupt);
  const open = steps.length === clicks.length ? live : pick(offers, steps).live;
  const rest = open.filter((o) => !o.toggle && o.path.length === steps.length + 1 && isButton(o.path[steps.length]));
  return [...new Set([...bare, ...rest, ...done])];
}

/**
 * The reasons of what looks playable and is not, by the first id of its path.
 * @param {Offer[]} offers
 * @returns {Map<string, string>}
 */
export function reasons(offers) {
  const out = new Map();
  for (const o of offers) if (o.why_not) out.set(o.path[o.path.length - 1], o.why_not);
  return out;
}
