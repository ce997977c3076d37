// Copying a link.

import { toast } from "./shell.js";
import { w } from "./words.js";

/**
 * Copy a link; where the page may not write to the clipboard (plain http) the old way works.
 * @param {HTMLInputElement} box
 */
export async function copy(box) {
  try {
    await navigator.clipboard.writeText(box.value);
  } catch {
    box.focus();
    box.select();
    if (!document.execCommand("copy")) {
      toast(w("room.copy.by_hand"), { icon: "copy" });
      return;
    }
  }
  toast(w("room.copied"), { icon: "check" });
}
