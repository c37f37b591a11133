import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { styles } from "#lib/contract/photos/styles.ts";
import { db } from "#lib/db/index.ts";
import { repeatWork } from "#lib/generations/order/repeat.ts";
import { imageHost } from "#lib/images/index.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { photoOrders } from "#lib/testing/generations/photo-orders.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useFixedPixels();

const [first] = sceneCatalogue();
if (!first) throw new Error("there are no scenes: render one with assets/makers/scenes");
const podium = { style: "studio", prompt: "a podium with rose petals" };
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const { order, estimate, orderBatch, makeLook, expectRefused } = photoOrders(imageUrl);
const sceneOf = async (where: { id: string } | { batchId: string }) =>
  (await db().generation.findFirstOrThrow({ where })).scene;

describe("200: the scene of a photo", () => {
  test("is the requested one; without a style the style is lifestyle", async () => {
    const account = await makeAccount();
    const { status, body: made } = await order(account, { scene: first.id });
    expect([status, made.scene, made.style, made.mode]).toEqual([202, first.id, "lifestyle", null]);
  });

  test("is chosen from a category by the seed", async () => {
    const account = await makeAccount();
    const ids = sceneCatalogue().flatMap(({ id, category }) => (category === first.category ? [id] : []));
    for (let seed = 0; seed <= ids.length; seed += 1) {
      const { body: answer } = await estimate(account, { scene: `${first.category}/any`, seed });
      expect(answer.requests[0].scene).toBe(ids[seed % ids.length]);
    }
  });

  test.each<[string, object, string | null]>([
    ["none where the style is always white", { style: "amazon", scene: first.id }, null],
    ["none without words", { style: "lifestyle" }, null],
    ["none for the style's own words", { style: "lifestyle", prompt: styles.lifestyle.defaultPrompt }, null],
    ["none for colors and light", { style: "studio", prompt: "seamless pink backdrop, soft light" }, null],
    ["none for a material", { style: "lifestyle", prompt: "white marble" }, null],
    ["none on a color of one's own", { ...podium, background: { color: "#ffffff" } }, null],
    ["none for a material on a table", { style: "lifestyle", prompt: "oak table" }, null],
    ["that of the prompt", podium, "podium-petals"],
    [
      "that of the prompt where the renderer knows all words but podium",
      { style: "lifestyle", prompt: "pastel pink podium with rose petals" },
      "podium-petals",
    ],
    [
      "that of the prompt where the renderer has a pattern only",
      { style: "lifestyle", prompt: "autumn leaves" },
      "autumn-leaves",
    ],
    ["the one that is named, whatever the prompt", { ...podium, scene: first.id }, first.id],
  ])("is %s: %j", async (_what, change, scene) => {
    const { body: answer } = await estimate(await makeAccount(), change);
    expect(answer.requests[0].scene).toBe(scene);
  });

  test("is that of the brand look, unless the request has a scene or a background", async () => {
    const account = await makeAccount();
    const { status, body: look } = await makeLook(account, { scene: "podium-petals" });
    expect([status, look.settings]).toEqual([201, { scene: "podium-petals" }]);
    const scenes = [{}, { scene: first.id }, { style: "studio", background: { color: "#ffffff" } }];
    const found = scenes.map(async (change) => (await estimate(account, { look: look.id, ...change })).body);
    expect((await Promise.all(found)).map(({ requests }) => requests[0].scene)).toEqual([
      "podium-petals",
      first.id,
      null,
    ]);
  });

  test("is noted in an estimate where the product is too large for it, also by a brand look", async () => {
    const account = await makeAccount();
    const settings = { scene: "podium-petals", product_size_cm: { height: 150 } };
    const { body: look } = await makeLook(account, settings);
    expect(look.settings).toEqual(settings);
    const notesFor = async (change: object) => {
      const { body: estimated } = await estimate(account, { look: look.id, ...change });
      return estimated.requests[0].notes.map(({ code }: { code: string }) => code);
    };
    expect(await notesFor({})).toContain("size_misfit");
    expect(await notesFor({ product_size_cm: { width: 9 } })).not.toContain("size_misfit");
    const wrong = await estimate(account, { look: look.id, product_size_cm: { width: 9, height: 9 } });
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([
      400,
      "requests[0].request.product_size_cm",
    ]);
  });

  test("is the same for an estimate, an order, a batch, a retry and a brand look", async () => {
    const account = await makeAccount({ monthly: 10_000 });
    const sceneNames = [undefined, ...sceneCatalogue().map(({ id }) => id), `${first.category}/any`];
    const wish = fc.record({
      style: fc.constantFrom("studio", "lifestyle", "luxury", "amazon"),
      scene: fc.constantFrom(...sceneNames),
      prompt: fc.constantFrom(
        undefined,
        podium.prompt,
        "Badezimmer mit Eukalyptus",
        "oak",
        "eucalyptus, robots",
      ),
      seed: fc.constantFrom(undefined, 0, 1, 7),
    });
    await fc.assert(
      fc.asyncProperty(wish, async (change) => {
        const { scene } = (await estimate(account, change)).body.requests[0];
        const { body: one } = await order(account, change);
        const { body: batch } = await orderBatch(account, change);
        const { seed, ...settings } = change;
        const { body: look } = await makeLook(account, settings);
        const { body: byLook } = await order(account, { look: look.id, seed });
        await db().generation.update({ where: { id: one.id }, data: { status: "failed" } });
        const row = await db().generation.findUniqueOrThrow({ where: { id: one.id } });
        const by = { userId: account.userId, apiKeyId: null, account: { tier: "ultra" as const, total: 1 } };
        const [again = ""] = await db().$transaction((tx) =>
          repeatWork([row], { by, lane: "batch", batchId: null }, tx),
        );
        await db().look.delete({ where: { id: look.id } });
        const made = [await sceneOf({ batchId: batch.id }), await sceneOf({ id: again })];
        expect([one.scene, byLook.scene, ...made]).toEqual([scene, scene, scene, scene]);
      }),
      { numRuns: 12 },
    );
  });
});

describe("400", () => {
  test.each<[string, object, string]>([
    ["an unknown scene", { style: "studio", scene: "no-such-scene" }, "GET /api/v1/scenes"],
    ["an unknown scene in white", { style: "amazon", scene: "../podium-petals" }, "GET /api/v1/scenes"],
    ["an unknown category", { scene: "cars/any" }, "GET /api/v1/scenes"],
    ["a scene with a background", { scene: first.id, background: { color: "#ffffff" } }, "background"],
  ])("for %s, and nothing is charged", async (_what, change, fix) => {
    await expectRefused(change, { path: "scene", fix, look: true });
  });

  test("for an order with prompt_strict whose prompt does not match its scene", async () => {
    const strict = { scene: first.id, prompt: "zeppelin over galaxies", prompt_strict: true };
    const { status, body: answer } = await order(await makeAccount(), strict);
    expect([status, answer.error.issues[0].path]).toEqual([400, "prompt"]);
  });
});
