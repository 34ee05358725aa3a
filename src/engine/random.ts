/**
 * Seeded numbers by name. There is no generator state to carry: the number for a name depends on the
 * seed and the name alone, so that it stays the same whatever else happens in the run.
 */

/** A number in [0, 1) for this seed and name; 32 bits of it. */
export function randomFor(seed: number, name: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x85ebca6b) >>> 0;
    hash = (hash ^ (hash >>> 13)) >>> 0;
  }
  return mix(hash) / 4294967296;
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
