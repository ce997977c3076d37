// From clicks to an offer: the whole logic of choosing, free of any drawing.

/**
 * @typedef {{player: number, n: number}} Delta
 * @typedef {{deltas?: Array<[number, number]>, tokens?: Array<[string, number]>,
 *   arrows?: Array<{start: string, end: string, what?: string}>, ghosts?: import("./pieces.js").Piece[]}} Forecast
 * @typedef {{key: string, label?: string, note?: string, path: string[], toggle?: boolean, careful?: boolean, final?: boolean,
 *   interrupt?: boolean, forecast?: Forecast, why_not?: string}} Offer
 * @typedef {{list?: Offer[], tree?: Record<string, string[]>, from?: string[], sets?: Array<[string, number[]]>}} Offers
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
  if (offers.list) return offers.list;
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
  const from = offers.from ?? [];
  return (offers.sets ?? []).flatMap(([label, masks]) =>
    masks.map((mask) => ({ key: `set:${mask}`, label, toggle: true, path: members(from, mask) })),
  );
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
    o.why_not || !o.path.length
      ? false
      : o.toggle
        ? clicks.every((c) => o.path.includes(c))
        : clicks.every((c, i) => o.path[i] === c),
  );
  const done = live.filter((o) => o.path.length === clicks.length);
  const next = new Set(
    live.flatMap((o) => (o.toggle ? o.path.filter((c) => !clicks.includes(c)) : o.path.slice(clicks.length, clicks.length + 1))),
  );
  const only = done.length === 1 && live.length === 1 ? done[0] : null;
  const send = clicks.length && only && !only.toggle && !only.careful ? only : null;
  return { next, send, buttons: send ? [] : done, live };
}

/**
 * The selection after one more click: a second click on the same thing takes it back, a click on another thing that could have
 * stood at an earlier step goes on from there. `null`: the click means nothing.
 * @param {Offer[]} offers
 * @param {string[]} clicks
 * @param {string} id
 * @returns {string[] | null}
 */
export function click(offers, clicks, id) {
  const sets = pick(offers, clicks).live.some((o) => o.toggle);
  const at = clicks.indexOf(id);
  if (at >= 0) return sets ? clicks.filter((c) => c !== id) : clicks.slice(0, at);
  for (let k = clicks.length; k >= 0; k = sets && k ? 0 : k - 1) {
    if (pick(offers, clicks.slice(0, k)).next.has(id)) return [...clicks.slice(0, k), id];
  }
  return null;
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
  if (!after || after.length <= clicks.length) return null;
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
  const bare = clicks.length ? [] : offers.filter((o) => !o.path.length && !o.why_not);
  const rest = live.filter((o) => !o.toggle && o.path.length === clicks.length + 1 && isButton(o.path[clicks.length]));
  return [...new Set([...done, ...bare, ...rest])];
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
