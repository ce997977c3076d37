// Talking to the arena: JSON over HTTP, and one live connection that heals itself.

/** @typedef {{code: string, text: string, status?: number}} Refusal */
/** @typedef {Record<string, any> & {t: string}} Message */

/** @returns {string} */
const csrf = () =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=csrf]"))?.content ?? "";

/** @returns {string} */
const lang = () => document.documentElement.lang || "en";

const UNREACHABLE = {
  en: "The server cannot be reached. Please try again in a moment.",
  ja: "サーバーに接続できません。少し待ってからもう一度お試しください。",
};

/** An answer that says no: `code` is one of the protocol's, `text` is for the reader. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   * @param {number} [status]
   */
  constructor(code, text, status = 0) {
    super(text);
    this.code = code;
    this.text = text;
    this.status = status;
  }
}

/** @returns {Refused} */
function unreachable() {
  return new Refused("lost", lang() === "ja" ? UNREACHABLE.ja : UNREACHABLE.en);
}

/**
 * Ask over HTTP; throws `Refused`.
 * @param {string} method
 * @param {string} path
 * @param {any} [body] a file is sent as it is
 * @returns {Promise<any>}
 */
export async function api(method, path, body) {
  /** @type {RequestInit} */
  const init = {
    method,
    headers: { Accept: "application/json", "Accept-Language": lang() },
    credentials: "same-origin",
  };
  if (method !== "GET") {
    Object.assign(/** @type {object} */ (init.headers), {
      "Content-Type": "application/json",
      "X-CSRF-Token": csrf(),
    });
    init.body = body instanceof Blob ? body : JSON.stringify(body ?? {});
  }
  let answer, data;
  try {
    answer = await fetch(path, init);
    data = answer.status === 204 ? {} : await answer.json();
  } catch {
    throw unreachable();
  }
  if (answer.ok) return data;
  const { code, text } = data?.error ?? {};
  throw new Refused(code ?? "error", text ?? `${answer.status}`, answer.status);
}

const BEAT = 10_000;
/** Two beats and a half unanswered: the line is dead, though the socket does not know. */
const SILENCE = 25_000;

/**
 * The live connection. `lobby` and `watch` are remembered and sent again after a break. Only
 *   `play` is repeated when its
 * answer was lost, because it names the decision it answers and cannot happen twice; other
 *   questions then end with `lost`.
 */
export class Live {
  constructor() {
    /** @type {"live" | "reconnecting"} */
    this.state = "reconnecting";
    /** @type {Map<string, Array<(message: any) => void>>} */
    this.handlers = new Map();
    /** @type {Array<(state: "live" | "reconnecting") => void>} */
    this.watchers = [];
    /** @type {Map<string, Message>} */
    this.sticky = new Map();
    /**
     * @type {Map<number, {message: Message, sent: number, due: boolean, resolve: (m: any) =>
     * void, reject: (r: Refused) => void}>}
     */
    this.asked = new Map();
    this.n = 0;
    this.tries = 0;
    this.closed = false;
    this.heard = 0;
    this.everLive = false;
    /** @type {number | undefined} */
    this.seq = undefined;
    /** @type {{stop: () => void, ask: (m: Message) => Promise<any>} | null} */
    this.polling = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.beat = window.setInterval(() => this.#beat(), BEAT);
    window.addEventListener("online", () => this.#retry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#retry();
    });
    this.#connect();
  }

  /**
   * @param {string} type
   * @param {(message: any) => void} fn
   */
  on(type, fn) {
    this.handlers.set(type, [...(this.handlers.get(type) ?? []), fn]);
    return this;
  }

  /** @param {(state: "live" | "reconnecting") => void} fn called at once and at each change */
  onState(fn) {
    this.watchers.push(fn);
    fn(this.state);
  }

  /** @param {Message} message */
  send(message) {
    if (message.t === "lobby" || message.t === "watch") this.sticky.set(message.t, message);
    if (this.socket?.readyState === WebSocket.OPEN && this.state === "live")
      this.socket.send(JSON.stringify(message));
  }

  /**
   * @param {Message} message
   * @returns {Promise<any>} the `ack`; rejected with `Refused`
   */
  ask(message) {
    const n = ++this.n;
    return new Promise((resolve, reject) => {
      this.asked.set(n, { message: { ...message, n }, sent: 0, due: true, resolve, reject });
      this.#flush();
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    this.polling?.stop();
    this.socket?.close();
  }

  #connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const url = new URL("/ws", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    this.timer = window.setTimeout(() => socket.close(), SILENCE); // no greeting
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.#hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.#lost();
    });
  }

  #lost() {
    this.socket = null;
    if (this.closed) return;
    for (const [n, question] of this.asked) {
      question.due ||= question.message.t === "play" && question.sent < 2;
      if (!question.due) {
        this.asked.delete(n);
        question.reject(unreachable());
      }
    }
    this.tries += 1;
    if (!this.polling) this.#become("reconnecting");
    if (!this.everLive && this.tries >= 3) this.#poll();
    const wait = this.polling
      ? 30_000
      : Math.min(8000, 400 * 2 ** (this.tries - 1)) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.#connect(), wait);
  }

  /** A socket that never opens is blocked on the way: carry on over HTTP, and keep trying. */
  async #poll() {
    if (this.polling || this.closed) return;
    const { poll } = await import("./poll.js");
    if (this.polling || this.everLive || this.closed) return;
    this.polling = poll(this.sticky, (message) => this.#hear(message));
    this.#flush();
  }

  #retry() {
    if (this.state === "live" || this.closed || this.socket) return;
    this.tries = Math.min(this.tries, 1);
    this.#connect();
  }

  /** @param {Message} message */
  #hear(message) {
    this.heard = Date.now();
    if (message.t === "hello") {
      if (!message.polling) clearTimeout(this.timer);
      if (!message.polling) {
        this.polling?.stop();
        this.polling = null;
        this.everLive = true;
        this.tries = 0;
      }
      this.#become("live");
      for (const sticky of this.sticky.values()) this.socket?.send(JSON.stringify(sticky));
      this.#flush();
    } else if (message.t === "ack" || message.t === "no") {
      const question = this.asked.get(message.n);
      this.asked.delete(message.n);
      // refused only because the first time has been heard after all: the view that came before
      // this shows it
      const done =
        message.t === "no" && question?.sent === 2 && ["stale", "not_now"].includes(message.code);
      if (message.t === "ack" || done) question?.resolve(message);
      else question?.reject(new Refused(message.code, message.text));
      return;
    } else if (message.t === "view") {
      this.seq = message.view.seq ?? 0;
    } else if (message.t === "beat") {
      const watched = this.sticky.get("watch");
      if (watched && this.seq !== undefined && (message.seq ?? this.seq) !== this.seq)
        this.send(watched);
    }
    for (const fn of this.handlers.get(message.t) ?? []) fn(message);
  }

  #flush() {
    if (this.state !== "live") return;
    for (const [n, question] of this.asked) {
      if (this.polling) {
        this.asked.delete(n);
        this.polling.ask(question.message).then(question.resolve, question.reject);
      } else if (this.socket?.readyState === WebSocket.OPEN && question.due) {
        question.sent += 1;
        question.due = false;
        this.socket.send(JSON.stringify(question.message));
      }
    }
  }

  #beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.state === "live" && Date.now() - this.heard > SILENCE) {
      const dead = this.socket;
      this.#lost();
      dead.close();
    } else this.socket.send('{"t":"beat"}');
  }

  /** @param {"live" | "reconnecting"} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    for (const fn of this.watchers) fn(state);
  }
}

/** @type {Map<string, string>} */
const kept = new Map(); // where the browser keeps nothing, at least this page remembers

/** @param {string} key @param {string} value */
function keep(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // storage is switched off
  }
}

/** @param {string} key @returns {string | null} */
function recall(key) {
  try {
    return localStorage.getItem(key) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

/** @returns {string} 32 random bytes in hex */
export function freshNonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** @param {string} table @param {string} nonce */
export function keepNonce(table, nonce) {
  keep(`takujo.nonce.${table}`, nonce);
}

/**
 * @param {string} table @returns {string | null} the secret kept for this table, if there is one
 */
export function keptNonce(table) {
  return recall(`takujo.nonce.${table}`);
}

/**
 * This browser's secret for a table, made at the first call.
 * @param {string} table
 */
export function nonce(table) {
  const made = keptNonce(table) ?? freshNonce();
  keepNonce(table, made);
  return made;
}

/**
 * This browser's share of a table's shuffles: its secret, and the seal that it answers, which
 * `keepSeal` has kept.
 * @param {string} table
 */
export function share(table) {
  const seal = keptSeal(table);
  if (seal === null) throw new Error(`no seal was seen for ${table}`);
  return { nonce: nonce(table), seal };
}

/**
 * Where the secret and the seal for a table's rematch are kept until the new table exists.
 * @param {string} table
 */
export const rematchOf = (table) => `${table}.rematch`;

/**
 * The rematch of a table has opened: what was kept for it belongs to the new table from now on.
 * @param {{id: string, next?: string | null, next_commitment: string}} table
 * @returns {boolean} whether this browser has a share in it
 */
export function passOn(table) {
  if (!table.next) return false;
  const secret = keptNonce(rematchOf(table.id));
  if (secret && !keptNonce(table.next)) keepNonce(table.next, secret);
  keepSeal(table.next, keptSeal(rematchOf(table.id)) ?? table.next_commitment);
  return secret !== null;
}

/**
 * Remember the seal of a table when it is first seen, so that a later one cannot take its place.
 * @param {string} table
 * @param {string} commitment
 */
export function keepSeal(table, commitment) {
  if (commitment && keptSeal(table) === null) keep(`takujo.seal.${table}`, commitment);
}

/** @param {string} table @returns {string | null} */
export function keptSeal(table) {
  return recall(`takujo.seal.${table}`);
}
