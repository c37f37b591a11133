import { expect, test } from "vitest";
import type { PreviewRequest } from "../arrange/live-preview.ts";
import { createProductPictures, keyOfView, type ProductPicture, type SceneView } from "./product-pictures.ts";

const view = (scene: string, product = "mug"): SceneView => ({
  imageUrl: `https://photos.example/${product}`,
  style: "lifestyle",
  scene,
});

/** Creates product pictures whose preview requests the test resolves by hand. */
function begin(isPaused?: () => boolean) {
  const asked: { name: string; answer: (isMade?: boolean) => Promise<void> }[] = [];
  const closing = new AbortController();
  const ask = ({ image_url, scene }: PreviewRequest) => {
    const { promise, resolve, reject } = Promise.withResolvers<ProductPicture>();
    const name = `${image_url.slice(image_url.lastIndexOf("/") + 1)} ${scene}`;
    const answer = async (isMade = true) => {
      if (isMade) resolve({ image: `data:${name}`, notes: [] });
      else reject(new Error("refused"));
      await promise.catch(() => undefined);
      await Promise.resolve();
    };
    asked.push({ name, answer });
    return promise;
  };
  const pictures = createProductPictures(closing.signal, { ask, isPaused });
  return { pictures, closing, asked, names: () => asked.map(({ name }) => name) };
}

test("pictures in view are requested one after the other, each once", async () => {
  const { pictures, asked, names } = begin();
  for (const scene of ["fir", "loft", "fir"]) pictures.want(view(scene));
  expect(names()).toEqual(["mug fir"]);
  await asked[0]?.answer();
  await asked[1]?.answer();
  pictures.want(view("fir"));
  expect(names()).toEqual(["mug fir", "mug loft"]);
  expect(pictures.store.getState().get(keyOfView(view("loft")))).toEqual({
    image: "data:mug loft",
    notes: [],
  });
});

test("a small picture is corrected as the order is, and made again when that changes", async () => {
  const asked: PreviewRequest[] = [];
  const ask = async (request: PreviewRequest) => {
    asked.push(request);
    return { image: `data:${asked.length}`, notes: [] };
  };
  const { want, store } = createProductPictures(new AbortController().signal, { ask });
  for (const correct of ["auto", "off"] as const) want({ ...view("fir"), correct });
  await expect.poll(() => store.getState().size).toBe(2);
  expect(asked.map(({ correct }) => correct)).toEqual(["auto", "off"]);
  expect(store.getState().get(keyOfView({ ...view("fir"), correct: "off" }))?.image).toBe("data:2");
});

test("no picture is requested while the preview on the canvas is in progress", () => {
  let isPaused = true;
  const { pictures, names } = begin(() => isPaused);
  pictures.want(view("fir"));
  expect(names()).toEqual([]);
  isPaused = false;
  pictures.resume();
  expect(names()).toEqual(["mug fir"]);
});

test("a picture that left the view is not requested, and none is after the studio was closed", async () => {
  const { pictures, closing, asked, names } = begin();
  pictures.want(view("fir"));
  const leave = pictures.want(view("loft"));
  pictures.want(view("desk"));
  leave();
  await asked[0]?.answer();
  expect(names()).toEqual(["mug fir", "mug desk"]);
  closing.abort();
  await asked[1]?.answer();
  pictures.want(view("leaves"));
  expect(names()).toHaveLength(2);
});

test("a refused picture is not requested in other scenes, other pictures are, and a retry requests it again", async () => {
  const { pictures, asked, names } = begin();
  for (const [scene, product] of [["fir"], ["loft"], ["fir", "cup"]] as const)
    pictures.want(view(scene, product));
  await asked[0]?.answer(false);
  expect(names()).toEqual(["mug fir", "cup fir"]);
  await asked[1]?.answer();
  expect(names()).toHaveLength(2);
  pictures.retry();
  expect(names()).toEqual(["mug fir", "cup fir", "mug fir"]);
});

test("old pictures are dropped for new ones, except those in view", async () => {
  const { pictures, asked } = begin();
  pictures.want(view("first"));
  await asked[0]?.answer();
  for (let at = 1; at <= 300; at += 1) {
    const leave = pictures.want(view(`scene-${at}`));
    await asked[at]?.answer();
    leave();
  }
  const made = pictures.store.getState();
  expect(made.size).toBeLessThanOrEqual(241);
  expect(made.has(keyOfView(view("first")))).toBe(true);
  expect(made.has(keyOfView(view("scene-1")))).toBe(false);
});
