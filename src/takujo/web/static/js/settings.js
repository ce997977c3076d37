// The two dialogs about the reader: a name, and the settings. Every change is kept at once.

import { dialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { complain, me, onSettings, saveMe } from "./shell.js";
import { w } from "./words.js";

const NAME_LENGTH = 20;

/**
 * A row of radio buttons drawn as one control.
 * @param {string} name
 * @param {Array<{value: string, label: string, lang?: string}>} values
 * @param {string} chosen
 * @param {(value: string) => void} onPick
 */
export function segments(name, values, chosen, onPick) {
  return h(
    "div",
    { class: "segs", role: "radiogroup", "aria-labelledby": `${name}-label` },
    values.map(({ value, label, lang }) =>
      h(
        "label",
        { class: "seg" },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          onChange: () => onPick(value),
        }),
        h("span", { lang }, label),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} help
 * @param {Node} control
 */
export function field(name, label, help, control) {
  return h(
    "div",
    { class: "field" },
    h("span", { class: "lbl", id: `${name}-label` }, label),
    control,
    help ? h("p", { class: "help" }, help) : null,
  );
}

/**
 * A form for the name.
 * @param {string} action what the button says
 * @param {() => void} onDone
 * @param {string} [look] classes of the button
 */
function nameForm(action, onDone, look = "btn") {
  const error = h("p", { class: "err", id: "name-error", role: "alert" });
  const input = h("input", {
    class: "in",
    id: "name-input",
    name: "name",
    maxlength: NAME_LENGTH,
    autocomplete: "nickname",
    spellcheck: "false",
    required: true,
    value: me.name ?? "",
    "aria-describedby": "name-error",
  });
  const form = h(
    "form",
    {
      class: "nameform",
      /** @param {Event} event */
      async onSubmit(event) {
        event.preventDefault();
        const name = input.value.trim();
        put(error);
        input.removeAttribute("aria-invalid");
        try {
          if (!name) throw new Error(w("name.empty"));
          await saveMe({ name });
          onDone();
        } catch (problem) {
          put(error, problem instanceof Error ? problem.message : "");
          input.setAttribute("aria-invalid", "true");
          input.focus();
        }
      },
    },
    h(
      "div",
      { class: "field" },
      h("label", { for: "name-input" }, w("name.label")),
      h("div", { class: "inline" }, input, h("button", { class: look, type: "submit" }, action)),
      error,
    ),
  );
  return { form, input };
}

/**
 * @returns {Promise<string>} the name; rejected with an `Error` named "Dismissed" when the dialog
 * is closed
 */
export function nameDialog() {
  return new Promise((resolve, reject) => {
    let done = false;
    const { body, close } = dialog(w("name.title"), {
      className: "slim",
      onClose: () => {
        if (done) return;
        const dismissed = new Error(w("name.title"));
        dismissed.name = "Dismissed";
        reject(dismissed);
      },
    });
    const { form, input } = nameForm(
      w("name.go"),
      () => {
        done = true;
        close();
        resolve(me.name ?? "");
      },
      "btn go",
    );
    put(body, h("p", { class: "help" }, w("name.help")), form);
    input.focus();
  });
}

/** Open the settings. */
export function settingsDialog() {
  const shown = dialog(w("common.settings"));
  render();
  onSettings((changed) => {
    if (shown.el.isConnected && changed.lang) render();
  });

  function render() {
    const { settings } = me;
    /** @param {Partial<import("./shell.js").Settings>} change */
    const set = (change) => saveMe({ settings: change }).catch(complain);
    /** @param {string} key @param {string[]} values */
    const choice = (key, values) =>
      field(
        `set-${key}`,
        w(`settings.${key}`),
        w(`settings.${key}.help`),
        segments(
          `set-${key}`,
          values.map((value) => ({
            value,
            label: w(`settings.${key}.${value}`),
            lang: key === "lang" ? value : undefined,
          })),
          String(/** @type {any} */ (settings)[key]),
          (value) => set({ [key]: value }),
        ),
      );
    /** @param {"sound" | "keys"} key */
    const flip = (key) =>
      h(
        "label",
        { class: "switch" },
        h("input", {
          type: "checkbox",
          role: "switch",
          checked: settings[key],
          onChange: (/** @type {any} */ e) => set({ [key]: e.target.checked }),
        }),
        h("i", null),
        h(
          "span",
          null,
          h("span", { class: "lbl" }, w(`settings.${key}`)),
          h("span", { class: "help" }, w(`settings.${key}.help`)),
        ),
      );
    put(/** @type {Element} */ (shown.el.querySelector("h2")), w("common.settings"));
    const name = nameForm(w("name.save"), () => put(saved, w("name.saved")));
    const saved = h("span", { class: "help", role: "status" });
    put(
      shown.body,
      h("div", null, name.form, saved),
      choice("lang", ["en", "ja"]),
      choice("theme", ["system", "light", "dark"]),
      choice("motion", ["normal", "fast", "off"]),
      choice("confirm", ["always", "final", "never"]),
      choice("hold", ["always", "two", "never"]),
      flip("sound"),
      flip("keys"),
    );
  }
}
