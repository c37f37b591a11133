import { describe, expect, test } from "vitest";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { listSamples } from "#lib/samples/index.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { drawBust, drawDrone, drawPendant, drawVase } from "#lib/testing/imaging/drawn-shapes.ts";
import { sampleFile } from "#lib/testing/imaging/labels.ts";
import { readCutOut } from "#lib/testing/imaging/stances.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { showsHand } from "./person.ts";

type Rgb = readonly [number, number, number];

/** A product in the middle of 400 × 400, held by a forearm that enters from one side. */
function held(skin: Rgb, product: Rgb, turn: number): ProductCutOut {
  return drawCutOut(400, 400, (px, py) => {
    const [x, y] = turn === 0 ? [px, py] : turn === 1 ? [py, px] : [399 - px, py];
    const arm = x < 170 && Math.abs(y - 230) < 32 - x * 0.04;
    const finger = x >= 165 && x < 240 && Math.abs(((y - 200) % 18) - 8) < 7 && y > 196 && y < 262;
    // Shaded like a round body lit from above.
    const shade = 1 - 0.25 * Math.min(1, Math.max(0, (y - 198) / 64));
    if (arm || finger) return [skin[0] * shade, skin[1] * shade, skin[2] * shade, 255];
    return Math.abs(x - 220) < 60 && Math.abs(y - 210) < 110 ? [...product, 255] : null;
  });
}

const skins = [
  [243, 211, 189],
  [224, 172, 134],
  [198, 138, 94],
  [181, 114, 64],
  [141, 90, 59],
  [91, 58, 41],
] as const;

describe("a hand", () => {
  test.each(rowsOf(skins, [skins[1], skins[3], skins[5]]))(
    "that holds a product is detected in the skin tone %i %i %i",
    (...skin) => {
      for (const turn of [0, 1, 2]) {
        expect(showsHand(held(skin, [60, 110, 150], turn))).toBe(true);
        expect(showsHand(held(skin, [235, 235, 232], turn))).toBe(true);
      }
    },
  );

  test("is not detected when its shape has another color, or does not reach the picture's edge", () => {
    expect(showsHand(held([90, 120, 90], [60, 110, 150], 0))).toBe(false);
    expect(showsHand(held([210, 170, 60], [60, 110, 150], 0))).toBe(false);
    const inside = drawCutOut(400, 400, (x, y) => {
      if (x > 40 && x < 200 && Math.abs(y - 200) < 30) return [224, 172, 134, 255];
      return Math.abs(x - 220) < 60 && Math.abs(y - 210) < 110 ? [60, 110, 150, 255] : null;
    });
    expect(showsHand(inside)).toBe(false);
  });
});

function cropped(
  { rgba, width }: ProductCutOut,
  from: { x: number; y: number },
  to: { x: number; y: number },
) {
  return drawCutOut(to.x - from.x, to.y - from.y, (x, y) => {
    const at = ((y + from.y) * width + x + from.x) * 4;
    return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, rgba[at + 3] ?? 0];
  });
}

describe("no hand", () => {
  test("is detected in any sample, whole or cut off at any side", async () => {
    const all = (await listSamples()).map(({ name }) => name);
    const names = rowsOf(all, all.slice(0, 2));
    const alarms: string[] = [];
    for (const name of names) {
      const product = await readCutOut(sampleFile(name), sampleFile(name, "alpha.png"), 600);
      const { box, width, height } = product;
      if (showsHand(product)) alarms.push(`${name} whole`);
      for (let share = 0.2; share < 0.9; share += 0.15) {
        const x = Math.round(box.left + box.width * share);
        const y = Math.round(box.top + box.height * share);
        const [start, end] = [
          { x: 0, y: 0 },
          { x: width, y: height },
        ];
        const parts = {
          left: [{ x, y: 0 }, end],
          right: [start, { x, y: height }],
          top: [{ x: 0, y }, end],
          bottom: [start, { x: width, y }],
        } as const;
        for (const [side, [from, to]] of Object.entries(parts)) {
          if (showsHand(cropped(product, from, to)))
            alarms.push(`${name} cut ${side} at ${share.toFixed(1)}`);
        }
      }
    }
    expect(alarms).toEqual([]);
  });

  test.each([
    [
      "a leather strap that runs out of the picture with its bag",
      drawCutOut(400, 400, (x, y) => (x < 330 && Math.abs(y - 200) < 120 ? [176, 120, 78, 255] : null)),
    ],
    [
      "a plank that is cut off",
      drawCutOut(400, 400, (x, y) =>
        y > 150 && x > 150 && x < 250
          ? [200 + ((x * 13 + y) % 5) * 8, 150 + ((x * 13 + y) % 5) * 8, 105 + ((x * 13 + y) % 5) * 8, 255]
          : null,
      ),
    ],
    ["a vase", drawVase()],
    ["a bust", drawBust()],
    ["a pendant", drawPendant()],
    ["a drone", drawDrone()],
  ])("is detected in %s", (_, product) => {
    expect(showsHand(product)).toBe(false);
  });
});
