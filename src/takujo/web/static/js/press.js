// A button that is drawn anew while it is held down still hears the click.

/** @type {{button: HTMLElement, asked: string, page: {asked: string}} | null} */
let held = null;

/** @param {Event} event the press @param {{asked: string}} page */
export function press({ target }, page) {
  const button = /** @type {Element} */ (target).closest("button");
  held = button?.dataset.key ? { button, asked: page.asked, page } : null;
}

document.addEventListener("pointercancel", () => (held = null));
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const was = held;
  held = null;
  // Where it stands unchanged the browser clicks; where something else is asked by now it must not.
  if (!was || was.button.isConnected || was.page.asked !== was.asked) return;
  const now = document.elementFromPoint(clientX, clientY)?.closest("button");
  if (now?.dataset.key === was.button.dataset.key) now?.click();
});
