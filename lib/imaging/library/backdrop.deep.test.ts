// Guards light, shadow and place of a product in every scene of the library, in every aspect ratio.
import { describe, expect, test } from "vitest";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import { drawMug } from "#lib/testing/imaging/drawn-products.ts";
import {
  describeForegrounds,
  describeScenes,
  drawJar,
  ids,
  requestFor,
  side,
  withFront,
} from "#lib/testing/imaging/library-scenes.ts";
import { makePixels } from "../painted/studio.ts";
import { designSize } from "../renderer/set/view.ts";

describeScenes(ids);
describeForegrounds(withFront);

describe("a photo in a library scene", () => {
  const [id = ""] = ids;

  test.each(aspectRatios)("in %s has the requested size and shows the whole product", async (ratio) => {
    const size = outputSize(ratio, "1K");
    const request = requestFor(id, {}, size);
    const { rgb, boundingBox } = await makePixels(drawMug(), request, { design: designSize(size) });
    expect(rgb.length).toBe(size.width * size.height * 3);
    const box = boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
    expect(box.top).toBeGreaterThan(0.02 * size.height);
    expect(box.top + box.height).toBeLessThan(0.98 * size.height);
    expect(box.left).toBeGreaterThan(0.02 * size.width);
    expect(box.left + box.width).toBeLessThan(0.98 * size.width);
  });

  test("shows the product in the same place at eight times the size", async () => {
    const product = drawJar([200, 20, 160]);
    const size = { width: 8 * side, height: 8 * side };
    const [small, large] = [
      await makePixels(product, requestFor(id), { design: { width: side, height: side } }),
      await makePixels(product, requestFor(id, {}, size), { design: { width: side, height: side } }),
    ];
    expect(Math.abs((large.boundingBox?.left ?? 0) / 8 - (small.boundingBox?.left ?? 9))).toBeLessThan(2);
    expect(Math.abs((large.boundingBox?.top ?? 0) / 8 - (small.boundingBox?.top ?? 9))).toBeLessThan(2);
  });
});
