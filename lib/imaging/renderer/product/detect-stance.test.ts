import { describe, expect, test } from "vitest";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { drawDrone, drawPendant } from "#lib/testing/imaging/drawn-shapes.ts";
import { sampleFile } from "#lib/testing/imaging/labels.ts";
import { listStances, readCutOut, readStance } from "#lib/testing/imaging/stances.ts";
import { cutOutYardstick, listYardstick } from "#lib/testing/imaging/yardstick.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { detectStance } from "./detect-stance.ts";

/** Least share of all pictures that is detected correctly or reported as unsure. Measured: see docs/cutouts.md. */
const leastGood = 0.95;
/** Least share that is correct and sure, because a detection that is never sure would pass the test above. */
const leastSure = 0.85;

/** The only picture of the yardstick without a standing product: a scarf on a hook. */
const hung = "chiffon-scarf";
const samples = ["beanie", "camera", "candle", "desklamp", "lotion", "mokapot", "mug", "perfume"];

async function* picturesOfKnownStance() {
  for (const { name, stance } of await listStances()) yield { name, stance, product: await readStance(name) };
  for (const picture of await listYardstick()) {
    const stance: Stance = picture.name === hung ? "hang" : "stand";
    yield { name: picture.name, stance, product: await cutOutYardstick(picture) };
  }
  for (const name of samples) {
    const product = await readCutOut(sampleFile(name), sampleFile(name, "alpha.png"));
    yield { name, stance: "stand" as const, product };
  }
}

deepTest(
  "95 % of stances are detected correctly or reported as unsure, on pictures whose stance is known",
  { timeout: 300_000 },
  async () => {
    let [count, good, sure] = [0, 0, 0];
    const wrong: string[] = [];
    for await (const { name, stance, product } of picturesOfKnownStance()) {
      const found = await detectStance(product);
      count += 1;
      if (found.stance === stance || !found.isSure) good += 1;
      else wrong.push(`${name}: ${found.stance} for ${stance}`);
      if (found.stance === stance && found.isSure) sure += 1;
    }
    expect(good / count, wrong.join("; ")).toBeGreaterThanOrEqual(leastGood);
    expect(
      sure / count,
      `${count} pictures, ${good} right or unsure, ${sure} right and sure`,
    ).toBeGreaterThanOrEqual(leastSure);
  },
);

test("a product that stands, and one that lies, are detected with certainty", async () => {
  for (const wanted of ["stand", "lie"] as const) {
    const [known] = (await listStances()).filter(({ stance }) => stance === wanted);
    if (!known) throw new Error(`there is no picture of a product that is to ${wanted}`);
    expect((await detectStance(await readStance(known.name))).stance).toBe(wanted);
  }
});

describe("a picture that was cut out already", () => {
  const spectacles = drawCutOut(340, 340, (x, y) => {
    const isRim = (left: number, top: number) => Math.abs(Math.hypot(x - left, y - top) - 60) < 6;
    return isRim(90, 150) || isRim(240, 185) ? [60, 60, 60, 255] : null;
  });

  const plank = drawCutOut(340, 340, (x, y) => {
    const [u, v] = [x - 170, y - 170];
    const isPlank = Math.abs(u * 0.8 + v * 0.6) < 130 && Math.abs(v * 0.8 - u * 0.6) < 14;
    return isPlank ? [60, 60, 60, 255] : null;
  });

  test("is detected as floating, but not with certainty, when its outline rests on nothing", async () => {
    expect(await detectStance(plank)).toEqual({ stance: "float", isSure: false });
  });

  test("is detected as standing, but not with certainty, when it rests on points that are not level", async () => {
    expect(await detectStance(spectacles)).toEqual({ stance: "stand", isSure: false });
    expect(await detectStance(drawDrone())).toEqual({ stance: "stand", isSure: false });
  });

  test("is detected as standing when the ground is dark below it and has a horizon behind it", async () => {
    const around = { dark: { above: 0.1, beside: 0.1, below: 0.4 }, hasHorizon: true };
    const copyOf = (product: ProductCutOut) => ({ ...product, rgba: product.rgba.slice(), around });
    expect(await detectStance(copyOf(spectacles))).toEqual({ stance: "stand", isSure: true });
    // On what it rests is not visible.
    const onCorner = { stance: "stand", corrected: "stand", isSure: false };
    expect(await detectStance(copyOf(plank))).toEqual(onCorner);
  });

  test("is detected as floating, but not with certainty, when it is tilted over a ground without a shadow", async () => {
    const around = { dark: { above: 0.02, beside: 0.02, below: 0.03 }, hasHorizon: null };
    for (const product of [spectacles, drawDrone()]) {
      const floats = { stance: "float", corrected: "float", isSure: false };
      expect(await detectStance({ ...product, rgba: product.rgba.slice(), around })).toEqual(floats);
    }
  });

  test("is detected as hanging when a thread leads out of the picture", async () => {
    expect(await detectStance(drawPendant())).toEqual({ stance: "hang", isSure: true });
  });
});
