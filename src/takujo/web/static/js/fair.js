// How a match's shuffles follow from its key: the browser's own copy of the arithmetic, so that
// nobody has to be believed.

import { blake2b, fromHex, toHex } from "./blake2b.js";

/**
 * @typedef {{index: number, n: number, k: number, outcome: number[]}} Drawn
 * @typedef {{commitment: string, server_key: string | null, nonces: Array<string | null> | null,
 *   key: string | null,
 *   draws: Drawn[] | null}} Proof
 */

const PREFIX = new TextEncoder().encode("takujo match key");

/** @param {string} serverKey hex @returns {string} the seal that was published */
export function sealOf(serverKey) {
  return toHex(blake2b(fromHex(serverKey), { size: 32 }));
}

/**
 * @param {string} serverKey hex
 * @param {Array<string | null>} nonces hex per seat in seat order; a bot has none
 * @returns {string} hex
 */
export function matchKey(serverKey, nonces) {
  const bytes = [...PREFIX];
  for (const part of [serverKey, ...nonces]) {
    const raw = fromHex(part ?? "");
    bytes.push(raw.length, ...raw);
  }
  return toHex(blake2b(Uint8Array.from(bytes), { size: 32 }));
}

/**
 * The 64-bit words of draw `index`.
 * @param {Uint8Array} key
 * @param {number} index
 * @returns {Generator<bigint, never>}
 */
function* words(key, index) {
  for (let block = 0; ; block += 1) {
    const data = new DataView(new ArrayBuffer(16));
    data.setBigUint64(0, BigInt(index), true);
    data.setBigUint64(8, BigInt(block), true);
    const digest = new DataView(blake2b(new Uint8Array(data.buffer), { key }).buffer);
    for (let i = 0; i < 64; i += 8) yield digest.getBigUint64(i, true);
  }
}

/**
 * `k` distinct numbers of 0 to n - 1: the first `k` steps of a Fisher-Yates shuffle.
 * @param {string} key hex
 * @param {number} index
 * @param {number} n
 * @param {number} k
 * @returns {number[]}
 */
export function draw(key, index, n, k) {
  const stream = words(fromHex(key), index);
  /** @param {number} size */
  const below = (size) => {
    const range = BigInt(size);
    const limit = (1n << 64n) - ((1n << 64n) % range);
    for (;;) {
      const word = stream.next().value;
      if (word < limit) return Number(word % range);
    }
  };
  const items = Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < k; i += 1) {
    const j = i + below(n - i);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items.slice(0, k);
}

/**
 * What a check found. `sealed`: the server's key fits the published seal, and the seal is the one
 *   this browser saw; `key`: the
 * key worked out here; `mine`: whether this browser's nonce is in the record ("none": it has
 *   none); `wrong`: draws that differ.
 * @typedef {{sealed: boolean, key: string, mine: "in" | "missing" | "none", wrong: Array<{index:
 *   number, expected: number[]}>,
 *   count: number, fair: boolean}} Verdict
 */

/**
 * Work out everything that a finished match shows.
 * @param {Proof} proof
 * @param {string | null} nonce this browser's nonce
 * @param {string | null} [seal] the seal that this browser saw before the match, if it kept it
 * @returns {Verdict}
 */
export function verdict(proof, nonce, seal = null) {
  const { commitment, server_key: serverKey, nonces, draws } = proof;
  if (serverKey === null || nonces === null || draws === null)
    throw new Error("the match is not over");
  const key = matchKey(serverKey, nonces);
  const wrong = [];
  for (const [index, each] of draws.entries()) {
    const expected = draw(key, index, each.n, each.k);
    if (each.index !== index || String(expected) !== String(each.outcome))
      wrong.push({ index: each.index, expected });
  }
  const sealed = sealOf(serverKey) === commitment && (seal === null || seal === commitment);
  const mine = nonce === null ? "none" : nonces.includes(nonce) ? "in" : "missing";
  const fair = sealed && key === proof.key && mine !== "missing" && wrong.length === 0;
  return { sealed, key, mine, wrong, count: draws.length, fair };
}
