// Dialogs: modal boxes with a heading and a way out.

import { h, icon } from "./dom.js";
import { addStyle } from "./shell.js";
import { w } from "./words.js";

await addStyle(new URL("../css/forms.css", import.meta.url).href);

/**
 * A modal dialog with a heading and a close button; `close` removes it.
 * @param {string} title
 * @param {{className?: string, onClose?: () => void}} [options]
 */
export function dialog(title, { className = "", onClose } = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const body = h("div", { class: "dialog-body" });
  const el = h(
    "dialog",
    { class: `dialog ${className}`, "aria-labelledby": id },
    h(
      "header",
      null,
      h("h2", { id }, title),
      h(
        "button",
        {
          class: "iconbtn",
          type: "button",
          "aria-label": w("common.close"),
          onClick: () => el.close(),
        },
        icon("close"),
      ),
    ),
    body,
  );
  el.addEventListener("close", () => {
    el.remove();
    onClose?.();
  });
  el.addEventListener("mousedown", (event) => {
    if (event.target === el) el.close(); // the backdrop
  });
  document.body.append(el);
  el.showModal();
  return { el, body, close: () => el.close() };
}
