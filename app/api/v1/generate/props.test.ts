import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { photoOrders } from "#lib/testing/generations/photo-orders.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useFixedPixels();

const scene = "concrete-loft";
const background = { color: "#ffffff" };
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const { order, estimate, makeLook, expectRefused } = photoOrders(imageUrl);

describe("the props of a photo", () => {
  test.each<[string, object, readonly string[] | undefined]>([
    ["those that are named", { scene, props: ["towel", "rose-petals"] }, ["rose-petals", "towel"]],
    [
      "those of the prompt",
      { scene, prompt: "mit Kaffeebohnen und Eiswürfeln" },
      ["coffee-beans", "ice-cubes"],
    ],
    [
      "the named ones, whatever the prompt",
      { scene, props: ["confetti"], prompt: "with pebbles" },
      ["confetti"],
    ],
    ["none for an empty list", { scene, props: [], prompt: "with pebbles" }, []],
    ["none without words for them", { scene, prompt: "in warm light" }, undefined],
    ["none without a scene", { style: "studio", prompt: "with confetti", background }, undefined],
  ])("are %s", async (_what, change, props) => {
    const { status, body: made } = await order(await makeAccount(), change);
    expect([status, made.options.props]).toEqual([202, props]);
  });

  test("cost nothing", async () => {
    const account = await makeAccount();
    const changes = [{ scene }, { scene, props: ["towel", "pebbles", "confetti"] }];
    const [plain, laid] = await Promise.all(changes.map((change) => estimate(account, change)));
    expect(laid?.body.credits).toBe(plain?.body.credits);
  });

  test("are part of what the prompt is understood as, as far as the photo has them", async () => {
    const account = await makeAccount();
    const read = async (change: object) => {
      const { body: answer } = await estimate(account, { scene, prompt: "with pebbles", ...change });
      const { prompt_understood: understood, prompt_ignored: ignored } = answer.requests[0];
      return [understood.map(({ value, text }: Record<string, string>) => [value, text]), ignored];
    };
    expect(await read({})).toEqual([[["pebbles", "pebbles"]], []]);
    expect(await read({ props: [] })).toEqual([[], ["pebbles"]]);
  });

  test("make orders equal, named in any order or in a prompt", async () => {
    const account = await makeAccount();
    const changes = [
      { scene, props: ["pebbles", "confetti"] },
      { scene, props: ["confetti", "pebbles"] },
      { scene, prompt: "with confetti and pebbles" },
      { scene },
      { scene, props: [] },
    ];
    const prints: (string | null)[] = [];
    for (const change of changes) {
      const { body: made } = await order(account, change);
      prints.push((await db().generation.findUniqueOrThrow({ where: { id: made.id } })).fingerprint);
    }
    expect(new Set(prints.slice(0, 3)).size).toBe(1);
    expect(new Set(prints.slice(3)).size).toBe(1);
    expect(prints[3]).not.toBe(prints[0]);
  });

  test("are those of the brand look, which has no effect where no scene is", async () => {
    const account = await makeAccount();
    const { status, body: look } = await makeLook(account, { props: ["sea-shells"] });
    expect([status, look.settings]).toEqual([201, { props: ["sea-shells"] }]);
    const [inScene, plain] = await Promise.all(
      [{ scene }, { style: "studio" }].map(
        async (set) => (await order(account, { look: look.id, ...set })).body,
      ),
    );
    expect([inScene.options.props, plain.options.props]).toEqual([["sea-shells"], undefined]);
  });
});

describe("400", () => {
  test.each<[string, object, string, string]>([
    ["an unknown prop, naming the known ones", { scene, props: ["unicorns"] }, "props[0]", "rose-petals"],
    ["the same twice", { scene, props: ["towel", "towel"] }, "props", "once"],
    ["a white style", { style: "amazon", scene, props: ["towel"] }, "props", "another style"],
    ["a photo without a scene", { style: "studio", props: ["towel"] }, "props", "GET /api/v1/scenes"],
  ])("for %s, and nothing is charged", async (_what, change, path, fix) => {
    await expectRefused(change, { path, fix });
  });
});
