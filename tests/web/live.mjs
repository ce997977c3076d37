// Plays scenes of a breaking connection to the client's `Live` with a socket of our own, and prints what it sent and answered.

const sockets = [];
const timers = [];

class Socket extends EventTarget {
  static OPEN = 1;

  constructor() {
    super();
    this.readyState = 0;
    this.sent = [];
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }

  say(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  greet() {
    this.readyState = 1;
    this.say({ t: "hello", v: 1, time: 0 });
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  window: Object.assign(page, {
    setInterval: (fn) => timers.push(["beat", fn]),
    setTimeout: (fn, wait) => timers.push([wait, fn]),
  }),
  document: Object.assign(new EventTarget(), {
    documentElement: { lang: "en" },
    querySelector: () => null,
    hidden: false,
  }),
  location: { href: "http://table.example/table/1" },
  WebSocket: Socket,
});

const { Live } = await import("../../src/takujo/web/static/js/net.js");
const { poll } = await import("../../src/takujo/web/static/js/poll.js");

const last = () => sockets[sockets.length - 1];
const settle = () => new Promise((done) => setImmediate(done));
const kinds = (socket) => socket.sent.map((message) => message.t);

/** Break the line, and let the wait before the next try pass. */
async function breakLine() {
  last().close();
  await settle();
  timers
    .filter(([wait]) => typeof wait === "number" && wait < 20_000)
    .pop()?.[1]();
}

function asked(live, message) {
  const kept = { state: "open" };
  live.ask(message).then(
    (answer) => (kept.state = answer.t),
    (refused) => (kept.state = refused.code),
  );
  return kept;
}

const scenes = {
  /** What is followed is asked for again, once per connection. */
  async follows() {
    const live = new Live();
    live.send({ t: "watch", table: "1" });
    last().greet();
    await breakLine();
    last().greet();
    return sockets.map(kinds);
  },

  async waits() {
    const live = new Live();
    const said = asked(live, { t: "say", text: "hello" });
    last().greet();
    last().say({ t: "ack", n: 1 });
    await settle();
    return [kinds(last()), said.state];
  },

  /** A move without an answer goes out again; what it answers is named in it. */
  async repeats() {
    const live = new Live();
    last().greet();
    const move = asked(live, { t: "play", key: "pass", asked: "a" });
    const chat = asked(live, { t: "say", text: "hello" });
    await breakLine();
    last().greet();
    await settle();
    const again = kinds(last());
    last().say({ t: "no", n: 1, code: "stale", text: "" });
    await settle();
    return [again, move.state, chat.state];
  },

  async repeats_once() {
    const live = new Live();
    last().greet();
    const move = asked(live, { t: "play", key: "pass", asked: "a" });
    await breakLine();
    last().greet();
    await breakLine();
    await settle();
    last().greet();
    return [kinds(last()), move.state];
  },

  async refuses() {
    const live = new Live();
    last().greet();
    const move = asked(live, { t: "play", key: "pass", asked: "a" });
    last().say({ t: "no", n: 1, code: "stale", text: "gone" });
    await settle();
    return move.state;
  },

  /** A heartbeat that knows a newer position than the page brings the page up to date. */
  async catches_up() {
    const live = new Live();
    live.send({ t: "watch", table: "1" });
    last().greet();
    last().say({ t: "view", view: { seq: 4 } });
    last().say({ t: "beat", time: 0, seq: 4 });
    const before = kinds(last());
    last().say({ t: "beat", time: 0, seq: 5 });
    return [before, kinds(last())];
  },

  /** Over HTTP the answer to a question may come after that to a later one. */
  async passes_over_what_is_old() {
    const seen = [];
    let late;
    globalThis.setTimeout = () => 0;
    globalThis.fetch = async (path) => {
      if (path.endsWith("/view")) await new Promise((done) => (late = done));
      const view = { seq: path.endsWith("/play") ? 5 : 4 };
      const found = path.endsWith("/1") ? { id: "1", state: "running" } : view;
      return { ok: true, status: 200, json: async () => found };
    };
    const hear = (message) => message.t === "view" && seen.push(message.view.seq);
    const polling = poll(new Map([["watch", { t: "watch", table: "1" }]]), hear);
    while (!late) await settle();
    await polling.ask({ t: "play", n: 1, key: "pass", asked: "a" });
    late();
    await settle();
    await settle();
    return seen;
  },

  async tells_state() {
    const live = new Live();
    const states = [];
    live.onState((state) => states.push(state));
    last().greet();
    await breakLine();
    last().greet();
    return states;
  },
};

const answers = {};
for (const [name, scene] of Object.entries(scenes)) {
  sockets.length = 0;
  timers.length = 0;
  answers[name] = await scene();
}
process.stdout.write(JSON.stringify(answers));
process.exit(0);
