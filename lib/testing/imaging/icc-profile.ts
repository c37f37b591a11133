/** Colors as shares of 1. */
export type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/** A color space with three primaries, adapted to D50 as in ICC profiles (Lindbloom's matrices), and one curve. */
export interface RgbSpace {
  toXyz: Matrix;
  /** Encoded value to linear light. */
  decode: (value: number) => number;
  encode: (value: number) => number;
}

const gamma = (power: number) => ({
  decode: (value: number) => value ** power,
  encode: (value: number) => value ** (1 / power),
});
const srgbCurve = {
  decode: (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4),
  encode: (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055),
};

export const rgbSpaces = {
  srgb: {
    toXyz: [
      [0.4360747, 0.3850649, 0.1430804],
      [0.2225045, 0.7168786, 0.0606169],
      [0.0139322, 0.0971045, 0.7141733],
    ],
    ...srgbCurve,
  },
  "display p3": {
    toXyz: [
      [0.5151187, 0.2919778, 0.1571035],
      [0.2411892, 0.6922441, 0.0665668],
      [-0.0010505, 0.0418791, 0.7840713],
    ],
    ...srgbCurve,
  },
  "adobe rgb": {
    toXyz: [
      [0.6097559, 0.2052401, 0.149224],
      [0.3111242, 0.625656, 0.0632197],
      [0.0194811, 0.0608902, 0.7448387],
    ],
    ...gamma(563 / 256),
  },
  prophoto: {
    toXyz: [
      [0.7976749, 0.1351917, 0.0313534],
      [0.2880402, 0.7118741, 0.0000857],
      [0, 0, 0.82521],
    ],
    ...gamma(1.8),
  },
} satisfies Record<string, RgbSpace>;

const multiply = (m: Matrix, v: Rgb) =>
  m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as never as Rgb;

/** Solves `m × result = v` by Cramer's rule. */
function solve(m: Matrix, v: Rgb): Rgb {
  const determinant = (a: Matrix) =>
    a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
    a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
    a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  const all = determinant(m);
  const part = (column: number) =>
    determinant(m.map((row, y) => row.map((value, x) => (x === column ? v[y] : value))) as never as Matrix) /
    all;
  return [part(0), part(1), part(2)];
}

/** An sRGB color (0 to 255) in another space, as shares of 1. */
export function convertFromSrgb(color: Rgb, space: RgbSpace): Rgb {
  const linear = color.map((value) => rgbSpaces.srgb.decode(value / 255)) as never as Rgb;
  const found = solve(space.toXyz, multiply(rgbSpaces.srgb.toXyz, linear));
  return found.map((value) => space.encode(Math.min(1, Math.max(0, value)))) as never as Rgb;
}

const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const tagOf = (type: string, data: Buffer) => Buffer.concat([Buffer.from(type), Buffer.alloc(4), data]);
const xyz = (value: Rgb) => tagOf("XYZ ", Buffer.concat(value.map(fixed)));

function curveOf({ decode }: RgbSpace): Buffer {
  const points = 1024;
  const data = Buffer.alloc(4 + 2 * points);
  data.writeUInt32BE(points);
  for (let at = 0; at < points; at += 1) {
    data.writeUInt16BE(Math.round(65_535 * decode(at / (points - 1))), 4 + 2 * at);
  }
  return tagOf("curv", data);
}

function description(): Buffer {
  const text = Buffer.from("test\0");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return tagOf("desc", Buffer.concat([length, text, Buffer.alloc(78)]));
}

/** A matrix profile of a space (ICC.1:2001-04). */
export function iccProfile(space: RgbSpace): Buffer {
  const column = (at: 0 | 1 | 2): Rgb => [space.toXyz[0][at], space.toXyz[1][at], space.toXyz[2][at]];
  const curve = curveOf(space);
  const tags: [string, Buffer][] = [
    ["desc", description()],
    ["cprt", tagOf("text", Buffer.from("none\0"))],
    ["wtpt", xyz([0.9642, 1, 0.8249])],
    ["rXYZ", xyz(column(0))],
    ["gXYZ", xyz(column(1))],
    ["bXYZ", xyz(column(2))],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const parts: Buffer[] = [];
  let offset = 128 + table.length;
  tags.forEach(([name, data], index) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    table.write(name, 4 + 12 * index, "latin1");
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    parts.push(padded);
    offset += padded.length;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write("mntrRGB XYZ ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]).copy(header, 68);
  return Buffer.concat([header, table, ...parts]);
}
