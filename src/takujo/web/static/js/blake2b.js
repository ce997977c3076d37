// BLAKE2b (RFC 7693) in plain JavaScript, because a page over plain http has no crypto.subtle.

const WORD = (1n << 64n) - 1n;

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/** Which four words each of the eight mixings of a round touches: columns, then diagonals. */
const MIX = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** @param {bigint} x @param {bigint} n */
const turned = (x, n) => ((x >> n) | (x << (64n - n))) & WORD;

/**
 * @param {bigint[]} state
 * @param {DataView} block 128 bytes
 * @param {bigint} count bytes so far
 * @param {boolean} last
 */
function compress(state, block, count, last) {
  const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  const v = [...state, ...IV];
  v[12] ^= count;
  if (last) v[14] ^= WORD;
  for (let round = 0; round < 12; round += 1) {
    const order = SIGMA[round % 10];
    MIX.forEach(([a, b, c, d], i) => {
      v[a] = (v[a] + v[b] + m[order[2 * i]]) & WORD;
      v[d] = turned(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & WORD;
      v[b] = turned(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + m[order[2 * i + 1]]) & WORD;
      v[d] = turned(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & WORD;
      v[b] = turned(v[b] ^ v[c], 63n);
    });
  }
  for (let i = 0; i < 8; i += 1) state[i] ^= v[i] ^ v[i + 8];
}

/**
 * @param {Uint8Array} data
 * @param {{key?: Uint8Array, size?: number}} [options] `key` of at most 64 bytes, `size` of the
 *   digest in bytes
 * @returns {Uint8Array}
 */
export function blake2b(data, { key = new Uint8Array(0), size = 64 } = {}) {
  const state = [...IV];
  state[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
  const lead = key.length ? 128 : 0;
  const length = lead + data.length;
  const padded = new Uint8Array(Math.max(128, Math.ceil(length / 128) * 128));
  padded.set(key);
  padded.set(data, lead);
  for (let at = 0; at < padded.length; at += 128) {
    const last = at + 128 >= padded.length;
    compress(state, new DataView(padded.buffer, at, 128), BigInt(last ? length : at + 128), last);
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => digest.setBigUint64(8 * i, word, true));
  return new Uint8Array(digest.buffer.slice(0, size));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
export function fromHex(hex) {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error(`not a hexadecimal text: ${hex}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
