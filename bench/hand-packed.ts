/**
 * The reference model written out by hand: every rule as shifts and masks over one 32-bit word, for this
 * model alone. What the explorer is measured against; never shipped. The table is the same as the
 * explorer's: open addressing, a power of two, predecessor indices.
 */

/** What the search found. */
export interface HandPackedResult {
  readonly states: number;
  readonly transitions: number;
  readonly bytes: number;
}

const IDLE = 0;
const HOLD = 1;
const READY = 2;
const LOAD = 0.55;

/** Breadth first over the fenced variant with delayed writes; T up to 7, L up to 3. */
export function handPackedSearch(T: number, L: number): HandPackedResult {
  let table = new Int32Array(1 << 15);
  let tableMask = table.length - 1;
  let hashShift = Math.clz32(tableMask);
  let queue = new Int32Array(1 << 14);
  let parents = new Int32Array(1 << 14);
  let found = 1;
  let transitions = 0;
  parents[0] = -1;

  // holder 2, left 2, last 3, then per client pc 2, tok 3, paused 1, then msgs 7, hi 3: 29 bits.
  for (let at = 0; at < found; at += 1) {
    if (found + 32 >= queue.length) {
      queue = larger(queue);
      parents = larger(parents);
    }
    if (found + 32 >= table.length * LOAD) {
      table = new Int32Array(table.length * 2);
      tableMask = table.length - 1;
      hashShift = Math.clz32(tableMask);
      for (let index = 1; index < found; index += 1) {
        const word = queue[index] ?? 0;
        let place = Math.imul(word, 0x9e3779b1) >>> hashShift;
        while (table[place] !== 0) place = (place + 1) & tableMask;
        table[place] = word;
      }
    }
    const w = queue[at] ?? 0;
    const holder = w & 3;
    const left = (w >>> 2) & 3;
    const last = (w >>> 4) & 7;
    const msgs = (w >>> 19) & 127;
    const hi = (w >>> 26) & 7;
    let isTickHeld = false;

    for (let client = 0; client < 2; client += 1) {
      const shift = 7 + client * 6;
      const c = (w >>> shift) & 63;
      const pc = c & 3;
      const tok = (c >>> 2) & 7;
      if (c >>> 5 === 1) {
        add(w & ~(32 << shift), at);
        continue;
      }
      if (pc === IDLE) {
        if (holder === 0 && last < T) {
          const next = (w & ~127 & ~(63 << shift)) | (client + 1) | (L << 2) | ((last + 1) << 4);
          add(next | ((HOLD | ((last + 1) << 2)) << shift), at);
        }
        continue;
      }
      if (pc === HOLD) {
        if (holder === client + 1) {
          add((w & ~(3 << shift)) | (READY << shift), at);
          if (left < L) add((w & ~(3 << 2)) | (L << 2), at);
        } else add(w & ~(31 << shift), at);
      } else {
        isTickHeld = true;
        add((w & ~(3 << shift)) | (HOLD << shift) | (1 << (18 + tok)), at);
      }
      add(w | (32 << shift), at);
    }
    for (let bits = msgs; bits !== 0; bits &= bits - 1) {
      const t = 32 - Math.clz32(bits & -bits);
      const next = w & ~(1 << (18 + t));
      add(t > hi ? (next & ~(7 << 26)) | (t << 26) : next, at);
    }
    if (left > 0 && !isTickHeld) add(left > 1 ? (w & ~(3 << 2)) | ((left - 1) << 2) : w & ~15, at);
  }
  return {
    states: found,
    transitions,
    bytes: table.byteLength + queue.byteLength + parents.byteLength,
  };

  function add(next: number, from: number): void {
    transitions += 1;
    if (next === 0) return;
    let place = Math.imul(next, 0x9e3779b1) >>> hashShift;
    for (;;) {
      const there = table[place] ?? 0;
      if (there === next) return;
      if (there === 0) break;
      place = (place + 1) & tableMask;
    }
    table[place] = next;
    queue[found] = next;
    parents[found] = from;
    found += 1;
  }
}

function larger(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(array.length * 2);
  twice.set(array);
  return twice;
}
