import sharp from "sharp";
import { expect, test } from "vitest";
import { compareEdited } from "#lib/imaging/fidelity/compare.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { encodeCutOut } from "#lib/imaging/matting/encode.ts";
import { linearToSrgb } from "#lib/imaging/pixels/color.ts";
import { seededRandom } from "../random.ts";
import type { Picture } from "./edge-quality.ts";
import {
  type EditPlan,
  paintEdit,
  pixelAt,
  placedLayer,
  type Region,
  recolor,
  redraw,
  wipe,
} from "./edited-pictures.ts";

export const seed = Math.floor(Math.random() * 1e6);
const label: Region = { left: 118, top: 150, width: 104, height: 80 };

/** A green jar with a gold lid and a white label of dark signs; 340 × 360, transparent around. */
function drawJar(random: () => number): Picture {
  const dots = Array.from({ length: 12 * 5 }, () => random() < 0.5);
  const blank = { rgba: new Uint8Array(340 * 360 * 4), width: 340, height: 360 };
  return redraw(blank, (x, y) => {
    const across = (x - 170) / 90;
    if (Math.abs(across) > 1 || y < 40 || y > 320 + 14 * Math.sqrt(1 - across * across)) return [0, 0, 0, 0];
    const shade = 0.72 + 0.28 * Math.sqrt(1 - across * across) + (x % 6 < 2 && y < 90 ? -0.15 : 0);
    const tone = (r: number, g: number, b: number): [number, number, number, number] => [
      r * shade,
      g * shade,
      b * shade,
      255,
    ];
    if (y < 90) return tone(205, 165, 75);
    const [column, row] = [Math.floor((x - label.left - 4) / 8), Math.floor((y - label.top - 20) / 8)];
    if (x < label.left || x >= label.left + label.width) return tone(60, 130, 95);
    if (y < label.top || y >= label.top + label.height) return tone(60, 130, 95);
    const isSign = column >= 0 && column < 12 && row >= 0 && row < 5 && dots[row * 12 + column];
    return isSign ? tone(40, 40, 48) : tone(238, 234, 226);
  });
}

function drawPlan(random: () => number): EditPlan {
  const warmth = random() - 0.5;
  const level = 0.82 + 0.35 * random();
  return {
    width: 480,
    height: 480,
    x: 240 + 60 * (random() - 0.5),
    y: 240 + 50 * (random() - 0.5),
    scale: 0.75 + 0.4 * random(),
    turnDeg: 14 * (random() - 0.5),
    gain: [level * (1 + 0.15 * warmth), level, level * (1 - 0.25 * warmth)],
    slopeX: 0.2 * (random() - 0.5),
    slopeY: 0.2 * (random() - 0.5),
    blurSigma: 0.5 * random(),
    jpegQuality: 88,
  };
}

/** A wall and a table, with grain so that no area is uniform. */
function drawScene({ width, height }: EditPlan, random: () => number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i += 3) {
    const isTable = Math.floor(i / 3 / width) > 0.6 * height;
    const grain = 8 * (random() - 0.5);
    rgb.set(
      (isTable ? [150, 112, 80] : [196, 204, 212]).map((value) => value + grain),
      i,
    );
  }
  return rgb;
}

export async function makeEdit(alter: (jar: Picture) => Picture, change: Partial<EditPlan> = {}) {
  const random = seededRandom(seed);
  const jar = drawJar(random);
  const plan = { ...drawPlan(random), ...change };
  const scene = drawScene(plan, random);
  const product = await cutOut(await encodeCutOut(jar, "png"));
  const edited = await paintEdit(alter(jar), scene, plan);
  return { jar, plan, product, edited, size: { width: plan.width, height: plan.height } };
}

/** A jar as a product for edits that do not show it. */
export const cutOutJar = async () => cutOut(await encodeCutOut(drawJar(seededRandom(1)), "png"));

export const same = (jar: Picture) => jar;
export const alterations: [string, (jar: Picture) => Picture][] = [
  [
    "other signs on the label",
    (jar) =>
      redraw(jar, (x, y, own) => {
        const isRow = y >= label.top + 20 && y < label.top + 60 && own[0] !== 60;
        return isRow && own[3] > 0 && x > label.left && x < label.left + label.width
          ? pixelAt(jar, x, 2 * label.top + 79 - y)
          : own;
      }),
  ],
  [
    "a mirrored label",
    (jar) =>
      redraw(jar, (x, y, own) =>
        y >= label.top && y < label.top + label.height && own[3] > 0 ? pixelAt(jar, 339 - x, y) : own,
      ),
  ],
  ["a label without its text", (jar) => wipe(jar, { ...label, top: label.top + 12, height: 56 })],
  ["a hue turned by 15°", (jar) => recolor(jar, { hueDeg: 15 })],
  ["a hue turned by −15°", (jar) => recolor(jar, { hueDeg: -15 })],
  ["paler colors", (jar) => recolor(jar, { saturation: 0.6 })],
  [
    "a sticker on it",
    (jar) => redraw(jar, (x, y, own) => (Math.hypot(x - 150, y - 270) < 18 ? [200, 60, 50, 255] : own)),
  ],
  [
    "a corner broken out",
    (jar) => redraw(jar, (x, y, own) => (x + y < 190 ? [own[0], own[1], own[2], 0] : own)),
  ],
];

export const placements: [string, Partial<EditPlan>][] = [
  ["relit", {}],
  ["moved by 8 px", { x: 246, y: 234 }],
  ["scaled by 2 %", { scale: 1.02 }],
  ["turned by 2°", { turnDeg: 2 }],
  ["small", { scale: 0.6 }],
];

/** Tests of edits that kept the product, each in one of these ways. */
export function describeKept(rows: typeof placements): void {
  test.each(rows)(
    "reports an unchanged product that is %s as kept, and returns the edit itself as the photo",
    async (_name, change) => {
      const { product, edited, size } = await makeEdit(same, change);
      const { photo, fidelity } = await compareEdited(product, { edited, ...size });
      expect(fidelity.product).toBe("kept");
      expect(fidelity.changed).toBeLessThan(0.003);
      const [one, two] = await Promise.all(
        [photo ?? new Uint8Array(), edited].map((of) => sharp(of).raw().toBuffer()),
      );
      let sum = 0;
      for (const [index, value] of (one ?? []).entries()) sum += Math.abs(value - (two?.[index] ?? 0));
      expect(sum / (size.width * size.height * 3)).toBeLessThan(2);
    },
  );
}

/** Tests of edits that altered the product, each in one of these ways. */
export function describeRestored(rows: typeof alterations): void {
  test.each(rows)("reports a product with %s as restored", async (_name, alter) => {
    const { product, edited, size } = await makeEdit(alter);
    const { fidelity } = await compareEdited(product, { edited, ...size });
    expect(fidelity.product).toBe("restored");
    expect(fidelity.changed).toBeGreaterThan(0.004);
  });
}

/** Tests that the original pixels replace these alterations. */
export function describeReplaced(rows: typeof alterations): void {
  test.each(rows)("replaces %s with the original pixels in the edit's light", async (_name, alter) => {
    const { jar, plan, product, edited, size } = await makeEdit(alter, { slopeX: 0, slopeY: 0 });
    const { photo } = await compareEdited(product, { edited, ...size });
    const made = await sharp(photo ?? new Uint8Array())
      .raw()
      .toBuffer();
    const layer = await placedLayer(jar, plan);
    let [sum, count] = [0, 0];
    for (let i = 0; i < size.width * size.height; i++) {
      if ((layer.data[i * 4 + 3] as number) < 0.999) continue;
      for (let c = 0; c < 3; c++) {
        const lit = (layer.data[i * 4 + c] as number) * (plan.gain[c] as number);
        sum += Math.abs((made[i * 3 + c] as number) - 255 * linearToSrgb(Math.min(1, lit)));
        count += 1;
      }
    }
    expect(sum / count).toBeLessThan(4);
  });
}

/** Tests of photos of these sizes. */
export function describeSizes(rows: [number, number][]): void {
  test.each(rows)(
    "returns a JPEG of exactly %i × %i pixels from an edit of another size",
    async (width, height) => {
      const { product, edited } = await makeEdit(same);
      const { photo } = await compareEdited(product, { edited, width, height });
      const facts = await sharp(photo ?? new Uint8Array()).metadata();
      expect(facts).toMatchObject({ width, height, format: "jpeg", chromaSubsampling: "4:4:4" });
    },
  );
}
