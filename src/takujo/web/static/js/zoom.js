// The large card with its rule, shown beside what is looked at.

import { h, put } from "./dom.js";
import { blank, counterIcon, dress, skin } from "./pieces.js";
import { addMore } from "./shell.js";

await addMore();

const zoom = h("div", { class: "zoom", role: "tooltip", id: "zoom", popover: "manual" });

/**
 * The text of a face, line by line; a line that begins with the name of a drawing shows it.
 * @param {string} [text]
 */
export function told(text = "") {
  const named = Object.entries(skin.things).sort(([, a], [, b]) => b.length - a.length);
  const line = (/** @type {string} */ said) => {
    const found = named.find(([, name]) => said.toLowerCase().startsWith(name.toLowerCase()));
    return h("p", null, found ? counterIcon(found[0]) : null, h("span", null, said));
  };
  return text.split("\n").map(line);
}

/**
 * Show a face at 260 px beside what it belongs to, with its rule.
 * @param {import("./pieces.js").Piece} p
 * @param {Element} at
 * @param {{why?: string}} [more]
 */
export function show(p, at, { why = "" } = {}) {
  const face = skin.faces[p.face];
  if (!face && !why) return;
  const big = blank();
  dress(big, { ...p, down: false, last: false, pointer: false, tokens: 0, n: 1 });
  big.removeAttribute("data-id");
  put(
    zoom,
    face ? big : null,
    h("div", { class: "say" }, face ? h("b", null, face.name) : null, face ? told(face.text) : null, why ? h("p", { class: "why" }, why) : null),
  );
  if (!zoom.isConnected) document.body.append(zoom);
  zoom.showPopover?.();
  zoom.classList.add("on");
  const box = at.getBoundingClientRect();
  const { width, height } = zoom.getBoundingClientRect();
  const gap = 14;
  const room = { right: innerWidth - box.right, left: box.left };
  const x = room.right > width + gap ? box.right + gap : room.left > width + gap ? box.left - gap - width : (innerWidth - width) / 2;
  const y = Math.min(Math.max(8, box.top + box.height / 2 - height / 2), innerHeight - height - 8);
  zoom.style.setProperty("left", `${Math.max(8, x)}px`);
  zoom.style.setProperty("top", `${Math.max(8, y)}px`);
}

export function hide() {
  if (!zoom.classList.contains("on")) return;
  zoom.classList.remove("on");
  zoom.hidePopover?.();
}
