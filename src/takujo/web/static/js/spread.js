// A stack fanned out beside itself, while somebody points at it.

/** To the right where there is room on the cloth, else to the left. @param {HTMLElement} el a piece of the stack */
export function spread(el) {
  if (!el.isConnected || el.dataset.stack === undefined) return; // it was played meanwhile
  const stack = /** @type {HTMLElement[]} */ ([...(el.parentElement?.querySelectorAll(`.piece[data-stack="${el.dataset.stack}"]`) ?? [])]);
  const top = stack[stack.length - 1].getBoundingClientRect();
  const edge = el.closest(".cloth")?.getBoundingClientRect().right ?? innerWidth;
  const room = edge - top.right > top.width * 0.46 * (stack.length - 1);
  for (const other of stack) {
    other.style.setProperty("--side", room ? ".46" : "-.46");
    other.classList.add("spread");
  }
}
