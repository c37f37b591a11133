import { expect, test } from "vitest";
import { keptPreview, makePreviews, type SceneView } from "./previews.ts";

const view = (scene: string): SceneView => ({
  imageUrl: "https://photos.example/mug",
  style: "studio",
  scene,
});

test("the product is put into each scene once, one after the other, until one fails or the page is left", async () => {
  const asked: (string | null | undefined)[] = [];
  let running = 0;
  const closing = new AbortController();
  const make = (scenes: readonly string[]) =>
    makePreviews(scenes.map(view), {
      signal: closing.signal,
      onMade: () => undefined,
      ask: async ({ scene }) => {
        expect(running).toBe(0);
        running += 1;
        asked.push(scene);
        await Promise.resolve();
        running -= 1;
        if (scene === "gone") throw new Error("no such scene");
        return { image: `data:${scene}` };
      },
    });
  await make(["a", "b"]);
  await make(["b", "c"]);
  await expect(make(["gone", "d"])).rejects.toThrow("no such scene");
  closing.abort();
  await make(["e"]);
  expect(asked).toEqual(["a", "b", "c", "gone"]);
  expect(["a", "c", "d", "e"].map((scene) => keptPreview(view(scene)))).toEqual([
    "data:a",
    "data:c",
    null,
    null,
  ]);
});
