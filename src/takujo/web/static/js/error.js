// The page for what is not there: its text is the server's; the bar, the drawing and the button's
// words are added here.

import { put, use } from "./dom.js";
import { boot, topbar } from "./shell.js";
import { w } from "./words.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
await boot();
app.prepend(topbar({ home: true }));
app.querySelector(".empty")?.prepend(use("ui-empty-table"));
put(/** @type {Element} */ (app.querySelector(".btn")), w("error.lobby"));
