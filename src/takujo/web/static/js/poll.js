// Where WebSockets are blocked: the same messages, fetched over HTTP.

import { api } from "./net.js";

/** @typedef {import("./net.js").Message} Message */

const PAUSE = 2000;

/**
 * @param {Map<string, Message>} sticky what is followed: `lobby`, `watch`
 * @param {(message: Message) => void} hear
 */
export function poll(sticky, hear) {
  let stopped = false;
  let seq = 0; // of the newest view: one that was asked for earlier may come later
  /** @type {Record<string, string>} */
  const last = {};

  /** @param {string} t @param {string} part @param {any} value */
  function changed(t, part, value) {
    const text = JSON.stringify(value);
    const of = part === "view" ? (value.seq ?? 0) : seq;
    if (last[part] === text || stopped || of < seq) return;
    last[part] = text;
    seq = of;
    hear({ t, [part]: value });
  }

  async function round() {
    const watched = sticky.get("watch");
    try {
      if (sticky.has("lobby")) changed("lobby", "lobby", await api("GET", "/api/lobby"));
      if (watched) {
        const query = watched.invite ? `?invite=${encodeURIComponent(watched.invite)}` : "";
        const table = await api("GET", `/api/tables/${watched.table}${query}`);
        changed("table", "table", table);
        if (table.state !== "open")
          changed("view", "view", await api("GET", `/api/tables/${watched.table}/view${query}`));
      }
    } catch (error) {
      const { code, text, status } = /** @type {import("./net.js").Refusal} */ (error);
      if (status === 404) hear({ t: "gone", code, text });
    }
    if (!stopped) setTimeout(round, document.hidden ? 4 * PAUSE : PAUSE);
  }

  hear({ t: "hello", v: 1, polling: true });
  round();

  return {
    stop() {
      stopped = true;
    },
    /** @param {Message} message */
    async ask({ t, n, ...body }) {
      const table = sticky.get("watch")?.table;
      const answer = await api("POST", `/api/tables/${table}/${t}`, body);
      if (t !== "say") changed("view", "view", answer);
      return { t: "ack", n };
    },
  };
}
