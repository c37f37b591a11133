/** IEEE 754 half → single precision, both little-endian. */
export function widenHalfFloats(bytes: Uint8Array): Uint8Array {
  const table = halfFloatTable();
  // A copy, because the payload may start at an odd address.
  const halves = new Uint16Array(new Uint8Array(bytes).buffer);
  const wide = new Uint32Array(halves.length);
  for (let index = 0; index < wide.length; index += 1) wide[index] = table[halves[index] ?? 0] ?? 0;
  return new Uint8Array(wide.buffer);
}

let halfFloats: Uint32Array | undefined;

/** Single-precision bit patterns of all 65,536 half-precision numbers. */
function halfFloatTable(): Uint32Array {
  if (halfFloats !== undefined) return halfFloats;
  const values = new Float32Array(65536);
  for (let half = 0; half < 65536; half += 1) {
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    let value: number;
    if (exponent === 0) value = fraction * 2 ** -24;
    else if (exponent === 31) value = fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
    else value = (1 + fraction / 1024) * 2 ** (exponent - 15);
    values[half] = half & 0x8000 ? -value : value;
  }
  halfFloats = new Uint32Array(values.buffer);
  return halfFloats;
}
