import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import type { Picture } from "#lib/testing/imaging/edge-quality.ts";
import {
  type EditPlan,
  paintEdit,
  pixelAt,
  placedLayer,
  type Region,
  recolor,
  redraw,
  wipe,
} from "#lib/testing/imaging/edited-pictures.ts";
import { readSample } from "#lib/testing/imaging/labels.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { cutOut } from "../matting/cut-out.ts";
import { encodeCutOut } from "../matting/encode.ts";
import { linearToSrgb } from "../pixels/color.ts";
import { mostChanged } from "./bounds.ts";
import { compareEdited } from "./compare.ts";

const seed = Math.floor(Math.random() * 1e6);
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

async function makeEdit(alter: (jar: Picture) => Picture, change: Partial<EditPlan> = {}) {
  const random = seededRandom(seed);
  const jar = drawJar(random);
  const plan = { ...drawPlan(random), ...change };
  const scene = drawScene(plan, random);
  const product = await cutOut(await encodeCutOut(jar, "png"));
  const edited = await paintEdit(alter(jar), scene, plan);
  return { jar, plan, product, edited, size: { width: plan.width, height: plan.height } };
}

/** A jar as a product for edits that do not show it. */
const cutOutJar = async () => cutOut(await encodeCutOut(drawJar(seededRandom(1)), "png"));

const same = (jar: Picture) => jar;
const alterations: [string, (jar: Picture) => Picture][] = [
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

const placements: [string, Partial<EditPlan>][] = [
  ["relit", {}],
  ["moved by 8 px", { x: 246, y: 234 }],
  ["scaled by 2 %", { scale: 1.02 }],
  ["turned by 2°", { turnDeg: 2 }],
  ["small", { scale: 0.6 }],
];

const lotionPlan: EditPlan = {
  ...{ width: 1024, height: 1024, x: 492, y: 520, scale: 0.62, turnDeg: 2 },
  ...{ gain: [1.02, 0.96, 0.88], slopeX: 0.15, slopeY: -0.1, blurSigma: 0.4, jpegQuality: 88 },
};

describe(`with seed ${seed}`, () => {
  test.each(rowsOf(placements, placements.slice(0, 1)))(
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

  test.each(rowsOf(alterations, alterations.slice(-1)))(
    "reports a product with %s as restored",
    async (_name, alter) => {
      const { product, edited, size } = await makeEdit(alter);
      const { fidelity } = await compareEdited(product, { edited, ...size });
      expect(fidelity.product).toBe("restored");
      expect(fidelity.changed).toBeGreaterThan(0.004);
    },
  );

  test.each(rowsOf(alterations.slice(0, 3), alterations.slice(0, 1)))(
    "replaces %s with the original pixels in the edit's light",
    async (_name, alter) => {
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
    },
  );

  const enlarged = [{ code: "small_source", enlarged: 2 }];
  const ofSize = [
    [960, 960, enlarged],
    [300, 300, []],
    [320, 180, []],
    [640, 360, []],
    [270, 480, []],
  ] as const;
  test.each(rowsOf(ofSize, ofSize.slice(0, 1)))(
    "returns a JPEG of exactly %i × %i pixels, and notes an enlargement as for a rendered photo: %j",
    async (width, height, expected) => {
      const { product, edited } = await makeEdit(same, { scale: 1 });
      const { photo, fidelity, notes } = await compareEdited(product, { edited, width, height });
      expect([fidelity.product, notes]).toEqual(["kept", expected]);
      const facts = await sharp(photo ?? new Uint8Array()).metadata();
      expect(facts).toMatchObject({ width, height, format: "jpeg", chromaSubsampling: "4:4:4" });
    },
  );

  deepTest("notes the enlargement of a restored product, and returns the same bytes each time", async () => {
    const { product, edited } = await makeEdit((jar) => recolor(jar, { hueDeg: 40 }), { scale: 1 });
    const compare = () => compareEdited(product, { edited, width: 960, height: 960 });
    const [{ photo, fidelity, notes }, again] = [await compare(), await compare()];
    expect([fidelity.product, notes]).toEqual(["restored", enlarged]);
    expect(Buffer.compare(photo ?? new Uint8Array(), again.photo ?? new Uint8Array(1))).toBe(0);
  });
});

deepTest("a letter that an edit changed is named, and the product's own pixels are put back", async () => {
  const lotion = await readSample("lotion");
  const product = await cutOut(await encodeCutOut(lotion, "png"), { maxBoxSide: 1024 });
  const compare = async (shown: typeof lotion) => {
    const scene = new Uint8Array(1024 * 1024 * 3).fill(190);
    const edited = await paintEdit(shown, scene, lotionPlan);
    return (await compareEdited(product, { edited, width: 1024, height: 1024 })).fidelity;
  };
  expect(await compare(lotion)).toMatchObject({ product: "kept", changedWords: [] });
  const letter = { left: 548, top: 958, width: 29, height: 48 };
  const altered = redraw(lotion, (x, y) => pixelAt(lotion, x + 34, y), letter);
  const { product: source, changed, changedWords = [] } = await compare(altered);
  expect([source, changedWords.join()]).toEqual(["restored", expect.stringContaining("FENNEL")]);
  // So small a change of shapes alone counts as none.
  expect(changed).toBeLessThan(mostChanged);
});

describe("an edit without the product", () => {
  const size = { width: 300, height: 300 };

  deepTest("in one color gives no photo", async () => {
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: "#b8a890" } });
    const { photo, fidelity } = await compareEdited(await cutOutJar(), {
      edited: await flat.png().toBuffer(),
      ...size,
    });
    expect([photo, fidelity.changed]).toEqual([null, 1]);
  });

  test("that is not a usable picture throws UnreadableImageError", async () => {
    const { edited } = await makeEdit(same);
    const given = await cutOutJar();
    const line = await sharp({ create: { width: 900, height: 2, channels: 3, background: "#c33" } })
      .png()
      .toBuffer();
    for (const bytes of [
      new Uint8Array(0),
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
      edited.subarray(0, edited.length >> 1),
      line,
    ]) {
      await expect(compareEdited(given, { edited: bytes, ...size })).rejects.toBeInstanceOf(
        UnreadableImageError,
      );
    }
  });
});

deepTest("an edit of noise gives no photo", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: "#888", noise } });
  const edited = await picture.png().toBuffer();
  const { photo } = await compareEdited(await cutOutJar(), { edited, width: 300, height: 300 });
  expect(photo).toBeNull();
});
