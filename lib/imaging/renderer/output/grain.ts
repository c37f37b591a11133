/** Side of the grain tile, which repeats over the photo. */
export const grainSize = 128;

/**
 * Film grain as a tile of uniformly distributed values in −1…1: white noise without its low frequencies, so that it
 * hides banding in gradients without forming clumps. Always the same tile.
 */
export const grain: Float32Array = makeGrain();

function makeGrain(): Float32Array {
  const count = grainSize * grainSize;
  let values: Float32Array = Float32Array.from({ length: count }, (_, i) => hash(i));
  for (let pass = 0; pass < 3; pass++) values = evenOut(lessNeighbors(values));
  return values;
}

function lessNeighbors(values: Float32Array): Float32Array {
  const last = grainSize - 1;
  return values.map((value, i) => {
    const x = i & last;
    const y = i >> 7;
    let around = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        around += values[((y + dy) & last) * grainSize + ((x + dx) & last)] as number;
      }
    }
    return value - around / 9;
  });
}

function evenOut(values: Float32Array): Float32Array {
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] as number) - (values[b] as number));
  const even = new Float32Array(values.length);
  order.forEach((at, rank) => {
    even[at] = (rank / (values.length - 1)) * 2 - 1;
  });
  return even;
}

/** A number that seems random, −1…1: the same for the same index. */
export function hash(index: number): number {
  let h = Math.imul(index + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca77);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1;
}
