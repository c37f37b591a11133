import { describe, expect, test } from "vitest";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { drawSvg } from "#lib/testing/imaging/drawn-pictures.ts";
import { removeMirrorImage } from "./mirror-image.ts";

const side = 640;
/** The row on which products stand. */
const foot = 330;

type Color = readonly [number, number, number];
interface Ground {
  /** Linear light of the ground's own, and the share that it mirrors. */
  own: Color;
  gain: number;
  behind: Color;
}
const black: Ground = { own: [0.004, 0.004, 0.005], gain: 0.2, behind: [0.1, 0.11, 0.12] };
const white: Ground = { own: [0.45, 0.45, 0.44], gain: 0.4, behind: [0.7, 0.7, 0.68] };
const grey: Ground = { own: [0.09, 0.1, 0.11], gain: 0.5, behind: [0.3, 0.31, 0.33] };

const lotion = `<rect x="290" y="60" width="90" height="16" fill="#e8e6e2"/>
  <rect x="308" y="60" width="24" height="50" fill="#d5d2cc"/>
  <path d="M270 140 Q270 110 320 110 Q370 110 370 140 L370 ${foot} L270 ${foot}Z" fill="#c8613f"/>
  <rect x="270" y="180" width="100" height="96" fill="#efeae0"/>
  <rect x="284" y="200" width="70" height="14" fill="#35322e"/><circle cx="320" cy="246" r="16" fill="#35322e"/>`;
const dog = `<ellipse cx="320" cy="200" rx="120" ry="60" fill="#6a4630"/><circle cx="210" cy="140" r="44" fill="#7a5238"/>
  <circle cx="196" cy="130" r="8" fill="#161311"/><rect x="240" y="150" width="18" height="90" fill="#b03a2e"/>
  <rect x="232" y="220" width="40" height="${foot - 220}" fill="#543726"/>
  <rect x="370" y="220" width="40" height="${foot - 220}" fill="#543726"/>`;

const linear = (byte: number) => (byte / 255) ** 2.2;
const byteOf = (light: number) => Math.round(255 * Math.min(1, Math.max(0, light)) ** (1 / 2.2));
const grainAt = (x: number, y: number) => (((x * 7919 + y * 104_729) % 23) - 11) / 2;

/** Draws an SVG; × 4. */
async function draw(body: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${body}</svg>`;
  return await drawSvg(svg, (picture) => picture.ensureAlpha());
}

/** A product on a glossy ground, the mask of both, and of the product alone. */
async function mirrorBelow(body: string, { own, gain, behind }: Ground) {
  const product = await draw(body);
  const rgb = new Uint8Array(side * side * 3);
  const mask: Mask = { alpha: new Float32Array(side * side), width: side, height: side };
  const truth = new Float32Array(side * side);
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const flipped = (2 * foot - 1 - y) * side + x;
      const image = y >= foot && flipped >= 0 ? (product[flipped * 4 + 3] as number) / 255 : 0;
      truth[i] = (product[i * 4 + 3] as number) / 255;
      mask.alpha[i] = Math.max(truth[i] as number, image);
      for (let c = 0; c < 3; c++) {
        const wall = behind[c] as number;
        const seen = image * linear(product[flipped * 4 + c] ?? 0) + (1 - image) * wall;
        const ground = y < 250 ? wall : (own[c] as number) + gain * seen;
        const light = (truth[i] as number) * linear(product[i * 4 + c] as number);
        rgb[i * 3 + c] = byteOf(light + (1 - (truth[i] as number)) * ground) + grainAt(x, y);
      }
    }
  }
  return { rgb, mask, truth };
}

function remove(mask: Mask, rgb: Uint8Array) {
  const size = { width: side, height: side };
  return removeMirrorImage({ box: { left: 0, top: 0, ...size }, mask, rgb }, { coarse: null, size });
}

const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);

describe("a mirror image below a product", () => {
  test.each([
    ["bottle", "black", lotion, black],
    ["bottle", "white", lotion, white],
    ["bottle", "grey", lotion, grey],
    ["dog", "white", dog, white],
  ])(
    "of a %s on glossy %s is removed along the ground, and the product stays",
    async (_, __, body, ground) => {
      const { rgb, mask, truth } = await mirrorBelow(body, ground);
      expect(remove(mask, rgb)).toEqual([]);
      const area = sum(truth);
      const missing = sum(truth.map((value, i) => Math.max(0, value - (mask.alpha[i] as number))));
      const left = sum(truth.map((value, i) => Math.max(0, (mask.alpha[i] as number) - value)));
      expect(missing / area).toBeLessThan(0.015);
      expect(left / area).toBeLessThan(0.015);
    },
  );

  test("that is as bright as the product is only noted, with its box", async () => {
    const { rgb, mask } = await mirrorBelow(lotion, { ...grey, own: [0.02, 0.02, 0.02], gain: 0.72 });
    const before = mask.alpha.slice();
    const [box] = remove(mask, rgb);
    expect(mask.alpha.every((value, i) => value === before[i])).toBe(true);
    expect(Math.abs((box?.top ?? 0) - foot)).toBeLessThan(12);
  });

  test("is removed from the mask of the whole picture too", async () => {
    const { rgb, mask } = await mirrorBelow(lotion, white);
    const coarse: Mask = { alpha: new Float32Array(160 * 160).fill(1), width: 160, height: 160 };
    const size = { width: side, height: side };
    removeMirrorImage({ box: { left: 0, top: 0, ...size }, mask, rgb }, { coarse, size });
    const at = (row: number) => coarse.alpha[row * 160 + 80];
    expect([at(78), at(86)]).toEqual([1, 0]);
  });
});

/** A drawing with the same one below it, upside down. */
const twice = (body: string) => `${body}<g transform="translate(0 ${2 * foot}) scale(1 -1)">${body}</g>`;
const symmetric = {
  hourglass: twice(`<rect x="230" y="110" width="180" height="30" fill="#7a4a22"/>
    <path d="M245 140 C245 270 312 300 314 ${foot} L326 ${foot} C328 300 395 270 395 140Z" fill="#d9c9a0"/>
    <circle cx="320" cy="190" r="26" fill="#a05030"/><rect x="236" y="140" width="10" height="${foot - 140}" fill="#8f5a2c"/>`),
  dumbbell: twice(`<rect x="250" y="110" width="140" height="50" rx="14" fill="#34373c"/>
    <rect x="230" y="160" width="180" height="60" rx="18" fill="#4a4d55"/><circle cx="320" cy="190" r="18" fill="#c8c8cc"/>
    <rect x="300" y="220" width="40" height="${foot - 220}" fill="#9b9ea6"/>`),
  "playing card": twice(`<rect x="220" y="120" width="200" height="${foot - 120}" fill="#fcfcf8"/>
    <path d="M320 170 q40 -50 70 0 l-70 90 l-70 -90 q30 -50 70 0" fill="#c01828"/><circle cx="245" cy="150" r="12" fill="#222"/>`),
  football: `<circle cx="320" cy="${foot}" r="200" fill="#f2f2ee"/>${twice(
    `<path d="M320 160 l50 34 l-18 56 h-64 l-18 -56Z" fill="#1c1c1e"/><path d="M170 290 l44 -22 l22 44 l-30 16Z" fill="#1c1c1e"/>`,
  )}`,
  "bow tie": twice(`<path d="M130 230 L320 310 L510 230 L510 ${foot} L130 ${foot}Z" fill="#22315f"/>
    <path d="M150 250 L300 320" stroke="#e8e0c0" stroke-width="10"/><rect x="292" y="290" width="56" height="40" fill="#2b3f7a"/>`),
  bottle: twice(`<rect x="292" y="90" width="56" height="40" fill="#d9d9dc"/>
    <path d="M292 130 C285 170 245 180 245 230 L245 ${foot} L395 ${foot} L395 230 C395 180 355 170 348 130Z" fill="#2e6f57"/>
    <rect x="245" y="280" width="150" height="50" fill="#f1ead6"/>`),
  "spool of thread": twice(`<rect x="210" y="130" width="220" height="40" fill="#b98d58"/>
    <rect x="240" y="170" width="160" height="${foot - 170}" fill="#b4203c"/>
    <path d="M240 200H400M240 240H400M240 280H400" stroke="#7c1026" stroke-width="6"/>`),
};

describe("a product that is symmetric by itself", () => {
  const cases = Object.entries(symmetric).flatMap(([name, body]) =>
    (["#cfc8bc", "#f1f0ee", "#3a3c40"] as const).flatMap((ground) =>
      // Light from above makes the lower half up to half as bright.
      (["even", "from above"] as const).map((light) => [name, ground, light, body] as const),
    ),
  );
  test.each(cases)("(%s on %s, light %s) stays whole", async (_, ground, light, body) => {
    const product = await draw(body);
    const rgb = new Uint8Array(side * side * 3);
    const alpha = new Float32Array(side * side);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
    const behind = [red, green, blue] as Color;
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      const own = (product[i * 4 + 3] as number) / 255;
      const shade = light === "even" ? 1 : 1.15 - 0.5 * (y / side);
      alpha[i] = own;
      for (let c = 0; c < 3; c++) {
        const value = own * shade * (product[i * 4 + c] as number) + (1 - own) * (behind[c] as number);
        rgb[i * 3 + c] = Math.min(250, Math.max(5, value)) + grainAt(x, y) / 3;
      }
    }
    const mask = { alpha, width: side, height: side };
    const before = alpha.slice();
    remove(mask, rgb);
    expect(alpha.every((value, i) => value === before[i])).toBe(true);
  });
});
