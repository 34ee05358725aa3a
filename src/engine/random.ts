/**
 * Seeded numbers by name. There is no generator state to carry: the number for a name depends on the
 * seed and the name alone, so that it stays the same whatever else happens in the run.
 */

/** A number in [0, 1) for this seed and name; 32 bits of it. */
export function randomFor(seed: number, name: string): number {
  return randomOf(hashText(hashStart(seed), name));
}

/** What `randomFor` makes of a seed before it looks at a name; with the functions below it can go on from there. */
export function hashStart(seed: number): number {
  return seed ^ 0x9e3779b9;
}

/** The hash of what was hashed before, and a text. */
export function hashText(hash: number, text: string): number {
  let mixed = hash;
  for (let index = 0; index < text.length; index += 1) mixed = hashCode(mixed, text.charCodeAt(index));
  return mixed;
}

/** The same for the digits of a whole number that is not negative. */
export function hashNumber(hash: number, number: number): number {
  if (number < 10) return hashCode(hash, ZERO_CODE + number);
  const tens = Math.floor(number / 10);
  return hashCode(hashNumber(hash, tens), ZERO_CODE + (number - tens * 10));
}

/** The number in [0, 1) of all that was hashed. */
export function randomOf(hash: number): number {
  return mix(hash) / 4294967296;
}

const ZERO_CODE = 48;

function hashCode(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

/** A reproducible sequence of numbers in [0, 1), for tests and random runs. */
export function randomSequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mix(state) / 4294967296;
  };
}

function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}
