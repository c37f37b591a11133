import { describe, expect, test } from "vitest";
import { type AspectRatio, outputSize } from "#lib/contract/photos/styles.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { withMargin } from "../renderer/product/product.ts";
import { turnProduct } from "../renderer/product/turn.ts";
import { isFromAbove, project } from "./camera.ts";
import { chooseView, framePhoto } from "./framing.ts";
import { listSceneFolders, loadScene } from "./scene-files.ts";

const scenes = await Promise.all(listSceneFolders().map(({ id }) => loadScene(id)));
const shapes = { mug: [300, 240], bottle: [120, 400], shoe: [400, 160], pencil: [600, 40] } as const;
const ratios: AspectRatio[] = ["1:1", "4:3", "9:16"];
type Shape = keyof typeof shapes;
const cutOuts = Object.fromEntries(
  Object.entries(shapes).map(([name, [width, height]]) => [
    name,
    withMargin(turnProduct(drawCutOut(width, height, () => [90, 90, 90, 255]))),
  ]),
) as Record<Shape, ReturnType<typeof turnProduct>>;

/** A product in the frame of a photo, as shares of the frame. */
function framed(scene: (typeof scenes)[number], shape: Shape, at: At) {
  const cutOut = cutOuts[shape];
  const choice = chooseView(scene, 14, { seed: at.seed });
  const { view, foot } = choice;
  const frame = outputSize(at.ratio, "1K");
  const { crop, cmPerOwnPixel } = framePhoto(choice, cutOut, { frame, scale: at.scale });
  const { x, y, depthCm } = project(view.camera, foot);
  const { box } = cutOut;
  // As `positionInScene` does: a given scale decides the product's size in the frame.
  const shorter = Math.min(frame.width, frame.height);
  const inFrame =
    at.scale === undefined
      ? (cmPerOwnPixel * view.camera.focal * view.pixels * frame.width) / depthCm / crop.width
      : (at.scale * shorter) / Math.max(box.width, box.height);
  const width = (box.width * inFrame) / frame.width;
  const height = (box.height * inFrame) / frame.height;
  const row = (y * view.pixels - crop.top) / crop.height;
  const bottom = row + (view.hangs ? height : isFromAbove(view.camera) ? height / 2 : 0);
  const left = (x * view.pixels - crop.left) / crop.width - width / 2;
  return { width, height, left, right: left + width, top: bottom - height, bottom, crop };
}

interface At {
  ratio: AspectRatio;
  seed: number;
  scale?: number;
}

describe("a product in a library scene", () => {
  test("fills 0.45 to 0.7 of the frame, 0.55 to 0.65 on average, and is whole, in every scene and ratio", () => {
    const fills: number[] = [];
    for (const scene of scenes) {
      for (const shape of Object.keys(shapes) as Shape[]) {
        for (const ratio of ratios) {
          for (const seed of [0, 5, 9]) {
            const product = framed(scene, shape, { ratio, seed });
            const where = `${scene.id} ${shape} ${ratio} ${seed}`;
            const fill = Math.max(product.width, product.height);
            fills.push(fill);
            expect(fill, where).toBeGreaterThan(0.45);
            expect(fill, where).toBeLessThan(0.7);
            expect(Math.min(product.left, product.top), where).toBeGreaterThan(0.02);
            expect(Math.max(product.right, product.bottom), where).toBeLessThan(0.98);
          }
        }
      }
    }
    const mean = fills.reduce((sum, fill) => sum + fill, 0) / fills.length;
    expect(mean).toBeGreaterThan(0.55);
    expect(mean).toBeLessThan(0.65);
  });

  test("is whole at any scale up to the frame's shorter side, in every scene and ratio", () => {
    for (const scene of scenes) {
      for (const ratio of ratios) {
        for (const scale of [0.1, 0.5, 0.95]) {
          const product = framed(scene, "bottle", { ratio, seed: 0, scale });
          const where = `${scene.id} ${ratio} ${scale}`;
          expect(Math.min(product.left, product.top), where).toBeGreaterThan(0);
          expect(Math.max(product.right, product.bottom), where).toBeLessThan(1);
        }
      }
    }
  });

  test("is enlarged by the camera: with a scale, less of the plate is shown until its pixels would be visible", () => {
    const [scene] = scenes;
    if (!scene) throw new Error("there is no scene");
    const shown = [0.3, 0.5, 0.7, 2].map(
      (scale) => framed(scene, "mug", { ratio: "1:1", seed: 0, scale }).crop.width,
    );
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    const { width } = framed(scene, "mug", { ratio: "1:1", seed: 0, scale: 0.7 });
    expect(width).toBeCloseTo(0.7, 1);
  });

  const podium = scenes.find(({ id }) => id === "podium-petals");

  test.each([
    [{ height: 20 }, 20, undefined],
    [{ height: 8 }, 8, undefined],
    [{ width: 6 }, 20, undefined],
    [{ height: 120 }, null, "too_large"],
    [{ height: 1 }, null, "too_small"],
  ] as const)(
    "with its real size %j is as long beside the props as it really is",
    (size, longerCm, misfit) => {
      if (!podium) throw new Error("there is no podium");
      const choice = chooseView(podium, 14);
      const cutOut = cutOuts.bottle;
      const { box } = turnProduct(drawCutOut(...shapes.bottle, () => [90, 90, 90, 255]));
      const found = framePhoto(choice, cutOut, {
        frame: outputSize("1:1", "1K"),
        scale: undefined,
        real: { box, size },
      });
      expect(found.misfit).toBe(misfit);
      // A camera that looks down shows heights foreshortened.
      const upright = Math.cos((choice.view.camera.pitchDeg * Math.PI) / 180);
      const shown = (box.height * found.cmPerOwnPixel) / ("height" in size ? upright : 1);
      if (longerCm === null) expect(shown < 120 && shown > 1).toBe(true);
      else expect(shown).toBeCloseTo(longerCm, 1);
    },
  );
});
