import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type PropName, propNames } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { assetFolder } from "#lib/platform/assets.ts";
import { drawJar, ids, requestFor } from "#lib/testing/imaging/library-scenes.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { loadScene } from "../scene-files.ts";
import { loadProp } from "./prop-files.ts";

const side = 192;
const size = { width: side, height: side };
const jar = drawJar([120, 120, 120]);

const make = (id: string, options: RenderOptions) =>
  makePixels(jar, { ...requestFor(id, options, size), pictureNumber: 7 }, { design: size, cells: 104 });

/** A prop's shadow changes the light from the ground at the product's edge by this much. */
const byLight = 1;

/** Numbers of pixels of the product, above what props may cover, that a prop covers, and of those changed elsewhere. */
async function changesBy(id: string, options: RenderOptions, props: PropName[]) {
  const [plain, laid] = await Promise.all([make(id, options), make(id, { ...options, props })]);
  expect(laid.boundingBox).toEqual(plain.boundingBox);
  const { left, top, width, height } = plain.boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
  let [onProduct, elsewhere] = [0, 0];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const at = (y * side + x) * 3;
      const change = Math.max(
        ...[0, 1, 2].map((c) => Math.abs((plain.rgb[at + c] as number) - (laid.rgb[at + c] as number))),
      );
      const isInside = x > left + 0.12 * width && x < left + 0.88 * width;
      if (isInside && y > top && y < top + 0.94 * height) onProduct += Number(change > byLight);
      else elsewhere += Number(change > 0);
    }
  }
  return { onProduct, elsewhere };
}

const scenesWhere = async (hangs: boolean) => {
  const views = await Promise.all(ids.map(async (id) => ({ id, views: (await loadScene(id)).views })));
  return views.filter((scene) => scene.views.every((view) => view.hangs === hangs)).map(({ id }) => id);
};
const [withGround, withWall] = await Promise.all([scenesWhere(false), scenesWhere(true)]);

describe("props in a photo", () => {
  const scenes = rowsOf(withGround, ["kitchen-lemons", "marble-flatlay"]);

  test.each(scenes)("lie around the product and never over it: %s", async (id) => {
    for (const seed of rowsOf([0, 3], [3])) {
      const { onProduct, elsewhere } = await changesBy(id, { seed }, ["rose-petals", "pebbles"]);
      expect(onProduct).toBe(0);
      expect(elsewhere).toBeGreaterThan(0.002 * side * side);
    }
  });

  test("are the same for the same seed, others for another one, and none for an empty list", async () => {
    const photo = async (options: RenderOptions) => Buffer.from((await make("kitchen-lemons", options)).rgb);
    const props: PropName[] = ["coffee-beans"];
    const [one, again, other] = await Promise.all([1, 1, 2].map((seed) => photo({ seed, props })));
    const [plain, none] = await Promise.all([photo({ seed: 1 }), photo({ seed: 1, props: [] })]);
    expect([again?.equals(one as Buffer), other?.equals(one as Buffer)]).toEqual([true, false]);
    expect([none?.equals(plain as Buffer), one?.equals(plain as Buffer)]).toEqual([true, false]);
  });
});

test.each(withWall)("nothing lies on the wall on which a product hangs: %s", async (id) => {
  const [plain, made] = await Promise.all([make(id, {}), make(id, { props: ["rose-petals", "pebbles"] })]);
  expect(made.propsLeftOut).toEqual(["rose-petals", "pebbles"]);
  expect(Buffer.from(made.rgb).equals(Buffer.from(plain.rgb))).toBe(true);
});

test("props without free ground around the product are reported, and leave the photo as it is", async () => {
  const plain = await make("podium-stone", {});
  const made = await make("podium-stone", { props: ["towel"] });
  expect(made.propsLeftOut).toEqual(["towel"]);
  expect(Buffer.from(made.rgb).equals(Buffer.from(plain.rgb))).toBe(true);
  expect((await make("kitchen-lemons", { props: ["coffee-beans"] })).propsLeftOut).toEqual([]);
});

test.each(propNames)(
  "the pieces of %s fit their cells, seen from the heights of the scenes",
  async (name) => {
    const prop = await loadProp(name);
    expect(prop.pieces.length).toBeGreaterThanOrEqual(4);
    for (const { radiusCm } of prop.pieces) expect(2 * radiusCm).toBeLessThanOrEqual(prop.cellCm);
    expect(prop.width).toBe(prop.pieces.length * prop.cellPixels);
    const pitches = prop.views.map(({ pitchDeg }) => pitchDeg);
    const { views } = await loadScene("kitchen-lemons");
    for (const { camera } of views)
      expect(Math.min(...pitches.map((pitch) => Math.abs(pitch - camera.pitchDeg)))).toBeLessThan(12);
  },
);

test("the pictures of all props together are small enough to keep in memory and in the image", () => {
  const folder = assetFolder("props");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
  expect(readdirSync(folder).toSorted()).toEqual(propNames.toSorted());
  expect(bytes).toBeLessThan(3_000_000);
});
