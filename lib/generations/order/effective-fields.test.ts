import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { styles } from "#lib/contract/photos/styles.ts";
import { imageHost } from "#lib/images/index.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);

const scene = sceneCatalogue()[0]?.id ?? "";
const size = { width: 96, height: 96 };
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

type Change = Record<string, unknown>;

async function bytesOf(url: string): Promise<Buffer> {
  const reference = imageHost().parse(url);
  const by = { caller: "test", signal: AbortSignal.timeout(5_000) };
  const picture = reference && (await imageHost().locate(reference, by));
  if (!picture) throw new Error(`${url} is not there`);
  return typeof picture === "string" ? readFile(picture) : Buffer.from(picture);
}

/** Orders photos or cut-outs of one picture for a new account. */
async function startOrders(kind: "photo" | "cut-out") {
  const { key } = await makeAccount({ monthly: 100 });
  return async (change: Change) => {
    const json = { image_url: imageUrl, type: "product", style: "studio", size, ...change };
    const { body } =
      kind === "photo"
        ? await api("generate", { key, json })
        : await api("removeBg", { key, json: { image_url: imageUrl, ...change } });
    return { credits: body.credits_used, url: body.result_url };
  };
}

describe("a photo with the same bytes is not charged again with `reuse`, whatever differs without effect:", () => {
  const alike: [string, Change, Change][] = [
    ["words that the studio does not know", {}, { prompt: "qwzx blorf" }],
    ["a scene on pure white", { style: "amazon" }, { style: "amazon", scene }],
    ["one unknown word among known ones", { prompt: "on marble" }, { prompt: "On  Marble with blorf" }],
    ["words on pure white", { style: "amazon" }, { style: "amazon", prompt: "dark moody marble" }],
    ["the style's own words", {}, { prompt: styles.studio.defaultPrompt }],
    ["words in a rendered scene", { scene }, { scene, prompt: "qwzx marble blorf" }],
    [
      "words about light that the options set",
      { scene, light: { warmth: 0.2, exposure: 1 } },
      { scene, light: { warmth: 0.2, exposure: 1 }, prompt: "bright warm light" },
    ],
    ["the style of a rendered scene", { scene, style: "studio" }, { scene, style: "lifestyle" }],
    [
      "written-out defaults",
      {},
      {
        format: "jpeg",
        seed: 0,
        light: { relight: true, exposure: 1 },
        layout: { rotation_deg: 0 },
        crop: { zoom: 1, x: 0.2 },
      },
    ],
    ["an aspect ratio or resolution that `size` replaces", {}, { aspect_ratio: "4:3", resolution: "2K" }],
    [
      "a horizon on a plain color",
      { background: { color: "#336699" } },
      { background: { color: "#336699", horizon: 0.4, role: "surface" } },
    ],
  ];
  test.each(rowsOf(alike, alike.slice(0, 2)))("%s", async (_name, one, other) => {
    const order = await startOrders("photo");
    const first = await order({ ...one, reuse: true });
    const again = await order({ ...other, reuse: true });
    expect([first.credits, again]).toEqual([1, { credits: 0, url: first.url }]);
    const made = await order(other);
    expect(made.credits).toBeGreaterThan(0);
    expect((await bytesOf(made.url)).equals(await bytesOf(first.url))).toBe(true);
  });
});

describe("a photo with other bytes is charged with `reuse`:", () => {
  const unlike: [string, Change, Change][] = [
    ["words that the studio knows", {}, { prompt: "on marble" }],
    ["words about light in a rendered scene", { scene }, { scene, prompt: "warm evening light" }],
    [
      "an exposure of 1 against such words",
      { scene, prompt: "moody" },
      { scene, prompt: "moody", light: { exposure: 1 } },
    ],
    ["a style that grades a rendered scene", { scene }, { scene, style: "luxury" }],
    [
      "words on a white style with a background",
      { style: "amazon", background: { color: "#336699" } },
      { style: "amazon", background: { color: "#336699" }, prompt: "hard light from the right" },
    ],
    ["another size", {}, { size: { width: 96, height: 97 } }],
  ];
  test.each(rowsOf(unlike, unlike.slice(0, 1)))("%s", async (_name, one, other) => {
    const order = await startOrders("photo");
    const first = await order({ ...one, reuse: true });
    const made = await order({ ...other, reuse: true });
    expect([first.credits, made.credits]).toEqual([1, 1]);
    expect((await bytesOf(made.url)).equals(await bytesOf(first.url))).toBe(false);
  });
});

describe("without looking at the bytes", () => {
  useFixedPixels();

  test("a size written as aspect ratio and resolution is the same photo", async () => {
    const order = await startOrders("photo");
    const first = await order({ size: { width: 1200, height: 896 }, reuse: true });
    const again = await order({ size: undefined, aspect_ratio: "4:3", reuse: true });
    expect([first.credits, again]).toEqual([1, { credits: 0, url: first.url }]);
  });

  test.each<[string, Change, Change]>([
    ["defaults", {}, { format: "png", trim: false, output: "cutout" }],
    ["a margin of 0", { trim: true }, { margin: 0 }],
    ["a trim that a margin implies", { margin: 0.1 }, { margin: 0.1, trim: true }],
  ])("a cut-out is not charged again with `reuse` for %s", async (_name, one, other) => {
    const order = await startOrders("cut-out");
    const first = await order({ ...one, reuse: true });
    expect([first.credits, await order({ ...other, reuse: true })]).toEqual([
      10,
      { credits: 0, url: first.url },
    ]);
  });
});
