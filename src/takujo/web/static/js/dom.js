// Building elements: every text goes in as a text node, so nothing that arrives is ever markup.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[]} Child */
/**
 * @typedef {{k: "who" | "card" | "n", t: string, seat?: number, ref?: string, face?: string}}
 * Span
 */
/** @typedef {Array<string | Span>} Rich */

const SVG = "http://www.w3.org/2000/svg";

/** Emblems in seat order; seat `n` of a table wears the `n`-th. */
export const SEATS = ["flame", "wave", "leaf", "sun", "moon"];

/**
 * @param {Element} el
 * @param {Record<string, any>} props `class`, `dataset`, `style` (an object), `onClick`…; `true`
 *   and `false` switch an attribute
 */
function dress(el, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "dataset") {
      for (const [name, text] of Object.entries(value)) {
        if (text !== null && text !== undefined)
          /** @type {HTMLElement} */ (el).dataset[name] = String(text);
      }
    } else if (key === "style") {
      for (const [name, text] of Object.entries(value)) {
        /** @type {HTMLElement} */ (el).style.setProperty(name, String(text));
      }
    } else if (key === "value" && "value" in el) {
      el.value = value;
    } else if (key.startsWith("on") && typeof value === "function") {
      el.addEventListener(key.slice(2).toLowerCase(), value);
    } else {
      el.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Node} el
 * @param {Child[]} children
 */
function fill(el, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    el.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  fill(el, children);
  if (props) dress(el, props); // after the children, so that a select finds its value
  return el;
}

/**
 * An SVG element, with the same rules as `h`.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const el = document.createElementNS(SVG, tag);
  fill(el, children);
  if (props) dress(el, props);
  return el;
}

/**
 * Show one symbol of the sheets in the document; decoration, hidden from screen readers.
 * @param {string} symbol id of the symbol, without `#`
 * @param {string} [className]
 * @param {string} [viewBox] needed only where the picture is cropped
 */
export function use(symbol, className = "", viewBox = "") {
  return s(
    "svg",
    {
      class: className || null,
      viewBox: viewBox || null,
      "aria-hidden": "true",
      focusable: "false",
    },
    s("use", { href: `#${symbol}` }),
  );
}

/** @param {string} name a symbol of `ui.svg`, without `ui-` */
export function icon(name) {
  return use(`ui-${name}`, "ic");
}

/** @param {number} seat counted from 0 */
export function emblem(seat) {
  const name = SEATS[seat % SEATS.length];
  return h("span", { class: `em seat-${name}`, "aria-hidden": "true" }, use(`e-${name}`));
}

/** @param {Rich | string | null | undefined} parts */
export function rich(parts) {
  const out = document.createDocumentFragment();
  for (const part of typeof parts === "string" ? [parts] : (parts ?? [])) {
    if (typeof part === "string") out.append(part);
    else if (part.k === "who")
      out.append(h("b", { class: "who", dataset: { seat: part.seat } }, part.t));
    else if (part.k === "card") {
      const { ref, face, seat } = part;
      out.append(h("i", { class: "card-ref", dataset: { ref, face: face || null, seat } }, part.t));
    } else out.append(h("b", { class: "n" }, part.t));
  }
  return out;
}

/** @param {Rich | string | null | undefined} parts */
export function plainText(parts) {
  if (typeof parts === "string") return parts;
  return (parts ?? []).map((part) => (typeof part === "string" ? part : part.t)).join("");
}

/**
 * Replace what an element holds.
 * @template {Element} T
 * @param {T} el
 * @param {...Child} children
 */
export function put(el, ...children) {
  el.replaceChildren();
  fill(el, children);
  return el;
}

/** @param {HTMLElement | null} el @returns {string} what it is known by when it is made anew */
const mark = (el) => el?.dataset.key ?? el?.dataset.tab ?? el?.getAttribute("aria-label") ?? el?.textContent ?? "";

/**
 * Redraw a part of the page and leave the focus where it was, or at least in that part.
 * @param {HTMLElement} root
 * @param {() => void} redraw
 */
export function keepFocus(root, redraw) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const name = mark(had);
  const inside = had !== root && root.contains(had);
  redraw();
  if (!inside || had?.isConnected) return;
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, a, input, select")]);
  const again = all.find((el) => mark(el) === name) ?? (root.tabIndex === -1 && root.hasAttribute("tabindex") ? root : all[0]);
  again?.focus({ preventScroll: true });
}
