// The rules and the aid of a game, on their page and in a dialog: what the text names is drawn.

import { portrait } from "./covers.js";
import { SEATS, h, put } from "./dom.js";
import { figure, skin } from "./pieces.js";

/** Draw what a text from the server names; the skin is there already. @param {HTMLElement} text */
export function illustrate(text) {
  for (const row of text.querySelectorAll(".cards")) put(row, [...row.querySelectorAll("span")].map(drawn));
  portraits(text);
}

/** @param {HTMLElement} named */
function drawn({ dataset }) {
  const { face = "", seat } = dataset;
  const el = figure({ id: "", face, seat: seat === undefined ? undefined : Number(seat) });
  if (seat === undefined) el.classList.add(`seat-${SEATS[0]}`); // some colours, but nobody's sign
  for (const name of ["role", "aria-label"]) el.removeAttribute(name); // the row has a name
  el.ariaHidden = "true";
  return h("span", null, el);
}

/**
 * Where a heading, a table's cell or a list's line begins with the name of a face, its drawing
 *   stands beside it.
 * @param {HTMLElement} text
 */
function portraits(text) {
  const byName = new Map(
    Object.entries(skin.faces).map(([face, { name }]) => [(name ?? "").toLowerCase(), face]),
  );
  for (const named of text.querySelectorAll(
    "h3, h4, dt, :is(td, li, li > p:first-child) > strong:first-child",
  )) {
    const face = byName.get(
      (named.textContent ?? "")
        .replace(/[.:：。]$/, "")
        .trim()
        .toLowerCase(),
    );
    const picture = face ? portrait(`${skin.prefix}-${face}`, 0) : null;
    if (!picture) continue;
    const item = named.closest("li, tr");
    if (item) {
      item.classList.add("with-face");
      (item.localName === "tr" ? named.parentElement : item)?.prepend(picture);
    } else {
      named.classList.add("with-face");
      put(named, picture, h("span", null, named.textContent));
    }
  }
}
