// The page on which a record is opened from a file: chosen, or dropped anywhere on the page.

import { h, icon, put } from "./dom.js";
import { api } from "./net.js";
import { boot, onSettings, pages, setTitle, topbar } from "./shell.js";
import { w } from "./words.js";

const MEGABYTE = 1e6;
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const most = Number(app.dataset.most);
const field = h("input", { type: "file", accept: ".jsonl,.json,.txt,application/jsonl", class: "sr-only", id: "record-file" });
const zone = h("div", { class: "drop" });
const told = h("div", { class: "told", role: "alert" });
/** @type {(() => string[]) | null} what went wrong: a heading, and the reason if there is one */
let wrong = null;
let reading = "";

await boot();
draw();
onSettings((changed) => {
  if (changed.lang) draw();
});

field.addEventListener("change", () => open(field.files));
for (const type of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(type, (event) => {
    event.preventDefault(); // else the browser leaves the page to show the file
    zone.classList.toggle("over", type === "dragover" && !reading);
  });
}
document.addEventListener("drop", (event) => open(event.dataTransfer?.files ?? null));

function draw() {
  setTitle(w("records.title"));
  put(
    app,
    topbar({ title: w("records.title") }),
    h(
      "main",
      { class: "records" },
      h("section", { class: "paper" }, h("h2", null, w("records.title")), h("p", null, w("records.text")), zone, told),
      h(
        "section",
        { class: "paper" },
        h("h2", null, w("records.where")),
        h("ul", null, ["table", "import"].map((way) => h("li", null, w(`records.where.${way}`)))),
        h("p", { class: "help" }, w("records.where.others")),
      ),
    ),
  );
  tell();
}

/** The field, or what is being read; and what went wrong. */
function tell() {
  field.disabled = Boolean(reading);
  zone.ariaBusy = String(Boolean(reading));
  const choose = h("label", { class: "btn go", for: field.id }, icon("log"), w("records.choose"));
  const n = most / MEGABYTE;
  put(
    zone,
    field,
    reading ? h("p", { role: "status" }, w("records.reading", { name: reading })) : [choose, h("p", null, w("records.drop")), h("p", { class: "help" }, w("records.kind", { n }))],
  );
  const [title, why] = wrong?.() ?? [];
  put(told, title ? [icon("warn"), h("b", null, title), why ? h("p", null, why) : null] : []);
}

/** @param {FileList | null} files */
async function open(files) {
  const [file, ...more] = files ?? [];
  if (!file || reading) return;
  const { name, size } = file;
  wrong = null;
  if (more.length) wrong = () => [w("records.one")];
  else if (size > most) {
    // A server that stops reading halfway can no longer say why.
    const sizes = { n: Math.ceil(size / MEGABYTE), most: most / MEGABYTE };
    wrong = () => [w("records.failed", { name }), w("records.large", sizes)];
  } else {
    reading = name;
    tell();
    try {
      const { id } = await api("POST", "/api/records", file);
      location.assign(pages.record(id));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      wrong = () => [w("records.failed", { name }), why];
    }
    reading = "";
  }
  field.value = ""; // so that the same file can be chosen again
  tell();
}
