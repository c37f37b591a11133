import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import { drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import {
  compose,
  describeForegrounds,
  describeScenes,
  drawJar,
  ids,
  requestFor,
  side,
  withFront,
} from "#lib/testing/imaging/library-scenes.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import type { RenderOptions } from "../generator.ts";
import { renderStudioPhoto } from "../index.ts";
import { encodeCutOut } from "../matting/encode.ts";
import { makePixels } from "../painted/studio.ts";
import { numberPicture } from "../pixels/open-picture.ts";
import { withMargin } from "../renderer/product/product.ts";
import { turnProduct } from "../renderer/product/turn.ts";
import { designSize } from "../renderer/set/view.ts";
import { project } from "./camera.ts";
import { chooseView, framePhoto } from "./framing.ts";
import { loadScene } from "./scene-files.ts";
import { lightLeft } from "./shade.ts";

describeScenes(rowsOf(ids, ids.slice(0, 1)));
describeForegrounds(rowsOf(withFront, withFront.slice(0, 1)));

/** The part of a scene that a photo of a product shows. */
async function framed(id: string, cutOut: ReturnType<typeof drawCutOut>, frame: Size) {
  const choice = chooseView(await loadScene(id), 14);
  return { choice, ...framePhoto(choice, withMargin(turnProduct(cutOut)), { frame, scale: undefined }) };
}

describe("a photo in a library scene", () => {
  const [id = ""] = ids;

  test("has its own arrangement for each of nineteen pictures and two seeds, the same each time", async () => {
    const scene = await loadScene(id);
    const pictures = Array.from({ length: 19 }, (_, at) => Buffer.from(`picture ${at}`));
    const choose = async (seed?: number) => {
      const numbers = await Promise.all(pictures.map(numberPicture));
      const choices = numbers.map((pictureNumber) => chooseView(scene, 14, { seed, pictureNumber }));
      return choices.map(({ view, ...rest }) => JSON.stringify([view.file, view.mirrored, rest]));
    };
    const [chosen, again, other] = [await choose(), await choose(0), await choose(1)];
    expect(new Set([...chosen, ...other]).size).toBe(38);
    expect(again).toEqual(chosen);
    expect(new Set(chosen.map((choice) => choice.includes("true"))).size).toBe(2);
  });

  test("is byte-identical for the same picture number, and differs for another number", async () => {
    const design = { width: 128, height: 128 };
    const make = async (pictureNumber: number) => {
      const { rgb } = await makePixels(
        drawMug(),
        { ...requestFor(id, {}, design), pictureNumber },
        { design },
      );
      return Buffer.from(rgb);
    };
    const [one, again, other] = [await make(5), await make(5), await make(6)];
    expect([one.equals(again), one.equals(other)]).toEqual([true, false]);
  });

  test("shows a product of a given size larger beside the same props than a smaller one", async () => {
    const size = { width: 128, height: 128 };
    const made = [7, 14, 150].map(async (height) => {
      const request = requestFor(id, { productSizeCm: { height } }, size);
      const { boundingBox, misfit } = await makePixels(drawMug(), request, { design: size });
      return { height: boundingBox?.height ?? 0, misfit };
    });
    const [small, medium, large] = await Promise.all(made);
    expect(small?.height).toBeLessThan(0.8 * (medium?.height ?? 0));
    expect([small?.misfit, medium?.misfit, large?.misfit]).toEqual([undefined, undefined, "too_large"]);
  });

  test("says that a scene from above shows a product that is seen obliquely as if it had fallen over", async () => {
    const size = { width: 128, height: 128 };
    /** A cylinder seen from so far above, and a bottle with a narrow neck. */
    const cylinder = (pitchDeg: number, isBottle: boolean) =>
      drawCutOut(200, 300, (x, y) => {
        const across = (x + 0.5 - 100) / (isBottle && y < 110 ? 20 : 70);
        const bulge = 70 * Math.sin((pitchDeg * Math.PI) / 180) * Math.sqrt(Math.max(0, 1 - across ** 2));
        return Math.abs(across) < 1 && y > 60 - bulge && y < 220 + bulge ? [90, 90, 90, 255] : null;
      });
    const warns = async (scene: string, pitchDeg: number, options: RenderOptions = {}, isBottle = false) => {
      const effort = { design: size, isReport: true };
      return (await makePixels(cylinder(pitchDeg, isBottle), requestFor(scene, options, size), effort))
        .isViewMismatch;
    };
    const found = await Promise.all([
      warns("marble-flatlay", 28),
      warns("marble-flatlay", 28, { stance: "lie" }),
      warns("marble-flatlay", 10),
      warns("kitchen-lemons", 28),
      warns("marble-flatlay", 28, {}, true),
    ]);
    expect(found).toEqual([true, false, false, false, false]);
  });

  /** A strap of one color, taken from straight above; it leans, so that it could stand on a corner only. */
  const drawStrap = () =>
    drawCutOut(300, 300, (x, y) => {
      const [along, across] = [(x + y - 300) / Math.SQRT2, (x - y) / Math.SQRT2];
      return Math.abs(along) < 110 && Math.abs(across) < 18 ? [90, 60, 40, 255] : null;
    });

  test("shows a lying product aslant on the ground of a view from high up, darkest along its outline", async () => {
    const size = { width: 256, height: 256 };
    const make = (options: RenderOptions) =>
      makePixels(drawStrap(), requestFor("marble-vanity", options, size), { design: size });
    const { rgb, boundingBox, stance, isStanceSure } = await make({ stance: "lie" });
    expect([stance, isStanceSure]).toEqual(["lie", true]);
    // Not foreshortened, it would reach beyond the frame.
    expect((await make({ stance: "lie", layout: { scale: 0.85 } })).cutBy).toBeNull();
    const box = boundingBox ?? { left: 0, top: 0, width: 1, height: 1 };
    const { camera } = (await loadScene("marble-vanity")).views.toSorted(
      (a, b) => b.camera.pitchDeg - a.camera.pitchDeg,
    )[0] ?? { camera: { pitchDeg: 0 } };
    expect(box.height / box.width).toBeCloseTo(Math.sin((camera.pitchDeg * Math.PI) / 180), 1);
    // The ground right beside the middle of the strap is darker than that a strap's width away.
    const light = (x: number, y: number) => rgb[(Math.round(y) * size.width + Math.round(x)) * 3 + 1] ?? 0;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const aside = (share: number) => light(x + share * box.width, y - share * box.height);
    expect(Math.min(aside(0.11), aside(-0.11))).toBeLessThan(Math.min(aside(0.28), aside(-0.28)) - 8);
  });

  test("in a scene without a view from high up shows a lying product standing, and is not sure", async () => {
    const size = { width: 128, height: 128 };
    const request = requestFor("slate-walnut", { stance: "lie" }, size);
    const { stance, isStanceSure } = await makePixels(drawStrap(), request, { design: size });
    expect([stance, isStanceSure]).toEqual(["stand", false]);
  });

  test("stands a product that its picture cuts off above on the ground, where it fits up to the photo's upper edge", async () => {
    const size = { width: 128, height: 128 };
    const vase = drawCutOut(200, 300, (x, y) =>
      Math.abs(x + 0.5 - 100) < (y < 90 ? 18 : 42) && y < 280 ? [120, 30, 40, 255] : null,
    );
    for (const scene of rowsOf(ids, ["kitchen-lemons", "garage", "bathroom-eucalyptus"])) {
      const { views } = await loadScene(scene);
      if (views.every(({ lies, hangs }) => lies || hangs)) continue;
      const effort = { design: size, isReport: true };
      const { stance, cutBy, boundingBox } = await makePixels(vase, requestFor(scene, {}, size), effort);
      expect([scene, stance, cutBy, boundingBox?.top]).toEqual([scene, "stand", "picture", 0]);
      // Too wide to reach from the ground to the upper edge.
      const sofa = drawCutOut(300, 150, (x, y) => (x > 20 && x < 280 && y < 130 ? [90, 90, 90, 255] : null));
      expect((await makePixels(sofa, requestFor(scene, {}, size), effort)).stance, scene).toBe("stand");
    }
  });

  /** A bag whose handle is left of its middle. */
  const handleX = 100;
  const drawBag = (height = 300) =>
    drawCutOut(300, height, (x, y) => {
      const isHandle = y > 30 && y < 110 && Math.abs(x + 0.5 - handleX) < 12;
      return isHandle || (y >= 110 && y < 270 && x > 40 && x < 260) ? [90, 60, 40, 255] : null;
    });

  test("in a scene with a hook hangs by the middle of the product's top, however it was photographed", async () => {
    const size = { width: 256, height: 256 };
    const make = (options: RenderOptions, bag = drawBag()) =>
      makePixels(bag, requestFor("wall-hooks", options, size), { design: size });
    const hookOf = async (bag: ReturnType<typeof drawBag>) => {
      const { choice, crop } = await framed("wall-hooks", bag, size);
      const at = project(choice.view.camera, choice.foot);
      return {
        x: ((at.x * choice.view.pixels - crop.left) * size.width) / crop.width,
        y: ((at.y * choice.view.pixels - crop.top) * size.height) / crop.height,
      };
    };
    const hook = await hookOf(drawBag());
    const isCutOff = drawBag(240);
    const cut = await make({}, isCutOff);
    expect(cut.cutBy).not.toBeNull();
    expect(Math.abs((cut.boundingBox?.top ?? 0) - (await hookOf(isCutOff)).y)).toBeLessThan(1.5);
    for (const stance of [undefined, "stand", "lie", "hang"] as const) {
      const made = await make({ stance });
      expect([made.stance, made.isStanceSure, made.isViewMismatch]).toEqual(["hang", true, false]);
      const box = made.boundingBox ?? { left: 0, top: 0, width: 1, height: 1 };
      const left = box.left + ((handleX - 41) / 219) * box.width;
      expect(Math.abs(left - hook.x)).toBeLessThan(1.5);
      expect(Math.abs(box.top - hook.y)).toBeLessThan(1.5);
    }
    expect((await make({ props: ["rose-petals"] })).propsLeftOut).toEqual(["rose-petals"]);
  });

  const shapes = [
    ["9:16", { width: 288, height: 512 }],
    ...aspectRatios.map((ratio) => [ratio, outputSize(ratio, "1K")] as const),
  ] as const;

  test.each(rowsOf(shapes, shapes.slice(0, 1)))(
    "in %s has the requested size and shows the whole product",
    async (_, size) => {
      const request = requestFor(id, {}, size);
      const { rgb, boundingBox } = await makePixels(drawMug(), request, { design: designSize(size) });
      expect(rgb.length).toBe(size.width * size.height * 3);
      const box = boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
      expect(box.top).toBeGreaterThan(0.02 * size.height);
      expect(box.top + box.height).toBeLessThan(0.98 * size.height);
      expect(box.left).toBeGreaterThan(0.02 * size.width);
      expect(box.left + box.width).toBeLessThan(0.98 * size.width);
    },
  );

  deepTest("shows the product in the same place at eight times the size", async () => {
    const product = drawJar([200, 20, 160]);
    const size = { width: 8 * side, height: 8 * side };
    const [small, large] = [
      await makePixels(product, requestFor(id), { design: { width: side, height: side } }),
      await makePixels(product, requestFor(id, {}, size), { design: { width: side, height: side } }),
    ];
    expect(Math.abs((large.boundingBox?.left ?? 0) / 8 - (small.boundingBox?.left ?? 9))).toBeLessThan(2);
    expect(Math.abs((large.boundingBox?.top ?? 0) / 8 - (small.boundingBox?.top ?? 9))).toBeLessThan(2);
  });

  test("is rendered by the pixel worker from an encoded picture", { timeout: 120_000 }, async () => {
    const image = await encodeCutOut(drawMug(), "png");
    const photo = await renderStudioPhoto(
      { ...requestFor(id, {}, { width: 256, height: 256 }), image },
      { caller: "tester", signal: new AbortController().signal, deadlineAtMs: Date.now() + 100_000 },
    );
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: "jpeg", width: 256, height: 256 });
  });

  test("fails for an unknown scene, and for a path in place of a scene name", async () => {
    await expect(compose(drawMug(), "no-such-scene")).rejects.toThrow();
    await expect(compose(drawMug(), "../scenes")).rejects.toThrow("not the name of a scene");
  });
});

test("a shadow removes at most the light of the lamps", () => {
  expect(lightLeft(0.3, 1, 0)).toBeCloseTo(0.7);
  expect(lightLeft(0, 1, 0)).toBe(1);
});
