// Pictures of games outside the table: covers, as symbols `cover-<game>` that fill any box, and
// portraits of faces.

import { SEATS, h, s } from "./dom.js";

/** @type {Set<string>} */
const added = new Set();

/**
 * @param {string} game
 * @param {string} url
 */
export async function addCover(game, url) {
  if (!url || added.has(game)) return;
  added.add(game);
  const answer = await fetch(url);
  if (!answer.ok) return;
  const parsed = new DOMParser().parseFromString(
    await answer.text(),
    "image/svg+xml",
  ).documentElement;
  if (parsed.localName !== "svg") return;
  const drawing = parsed.querySelector(":scope > symbol") ?? parsed;
  const symbol = s("symbol", {
    id: `cover-${game}`,
    viewBox: drawing.getAttribute("viewBox") ?? "0 0 280 150",
    preserveAspectRatio: "xMidYMid slice",
  });
  const rest =
    drawing === parsed ? [] : [...parsed.childNodes].filter((child) => child !== drawing);
  for (const child of [...drawing.childNodes]) symbol.append(document.importNode(child, true));
  document.querySelector(".sheets")?.append(
    s(
      "svg",
      null,
      rest.map((child) => document.importNode(child, true)),
      symbol,
    ),
  );
}

/**
 * The picture of a face without the plate that would bear its name; null when the sheets have no
 *   such symbol.
 * @param {string} id of the symbol
 * @param {number} seat whose colours it wears
 */
export function portrait(id, seat) {
  const symbol = document.getElementById(id);
  if (!symbol) return null;
  const [, , width, height] = (symbol.getAttribute("viewBox") ?? "0 0 1 1")
    .split(/[\s,]+/)
    .map(Number);
  const isCard = height > 1.3 * width; // its window ends above the plate
  const shown = isCard ? Math.round(1.03 * width) : height;
  return h(
    "span",
    {
      class: `face seat-${SEATS[seat]}`,
      style: { "aspect-ratio": `${width}/${shown}` },
      "aria-hidden": "true",
    },
    s(
      "svg",
      { viewBox: `0 0 ${width} ${shown}`, focusable: "false" },
      s("use", { href: `#${id}`, width, height }),
    ),
  );
}
