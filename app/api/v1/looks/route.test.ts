import { describe, expect, test } from "vitest";
import { maxLooks } from "#lib/contract/limits.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { productPicture } from "#lib/testing/pictures.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
useFixedPixels();

const account = await makeAccount({ monthly: 500 });
const imageUrl = await uploadFor(account.userId);

async function uploadFor(userId: string): Promise<string> {
  return (await imageHost().upload(await productPicture("jpeg", 64), { folder: `inputs/${userId}` })).url;
}

const oak = {
  style: "lifestyle",
  light: { warmth: 0.4, azimuth_deg: -50 },
  resolution: "2K",
  correct: "auto",
  material: "glass",
};
const create = (json: unknown, { key } = account) => api("createLook", { key, json });
const of = (id: string, call: TestCall = {}): TestCall => ({ key: account.key, id, ...call });
const makeLook = async (settings: object = oak, by = account): Promise<string> =>
  (await create({ name: "Warm oak", settings }, by)).body.id;
const read = (id: string) => api("getLook", of(id));
describe("a brand look", () => {
  test("is created with 201, read, listed, changed and deleted, and has only the settings that were given", async () => {
    const made = await create({ name: "  Warm oak ", settings: { ...oak, shadow: null } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^look_[0-9A-Za-z]{22}$/),
      name: "Warm oak",
      livemode: true,
      settings: oak,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { id } = made.body;
    expect((await read(id)).body).toEqual(made.body);
    const list = await api("listLooks", { key: account.key });
    expect(list.body.data).toContainEqual(made.body);
    const renamed = await api("updateLook", of(id, { json: { name: "Oak" } }));
    expect(renamed.body).toMatchObject({ name: "Oak", settings: oak });
    const json = { settings: { style: "luxury", size: { width: 800, height: 600 } } };
    const changed = await api("updateLook", of(id, { json }));
    expect(changed.body).toMatchObject({ name: "Oak", settings: json.settings });
    expect((await api("deleteLook", of(id))).body).toEqual({ id, deleted: true });
    expect((await read(id)).status).toBe(404);
  });

  test("is refused above the limit of an account, also in concurrent calls", async () => {
    const owner = await makeAccount();
    const row = { name: "x", settings: {}, userId: owner.userId };
    const rows = Array.from({ length: maxLooks - 3 }, () => ({ ...row, id: newId("look") }));
    await db().look.createMany({ data: rows });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create({ name: "y", settings: {} }, owner)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400]);
    expect(await db().look.count({ where: { userId: owner.userId } })).toBe(maxLooks);
  });

  test.each([
    [{ background: {} }, "settings.background"],
    [{ size: "amazon" }, "settings.size"],
    [{ size: { width: 8192, height: 8192 }, resolution: "4K" }, "settings.size"],
  ])("with the settings %j is rejected at %j", async (settings, path) => {
    const { status, body } = await create({ name: "x", settings });
    expect([status, body.error.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
  });
});

describe("work with a brand look", () => {
  const request = (fields: object = {}) => ({ image_url: imageUrl, type: "product", ...fields });
  const generate = (fields: object, headers = {}) =>
    api("generate", {
      key: account.key,
      json: request(fields),
      headers: { prefer: "respond-async", ...headers },
    });
  const estimate = (...requests: object[]) =>
    api("estimate", {
      key: account.key,
      json: { requests: requests.map((fields) => ({ operation: "generate", request: request(fields) })) },
    });

  test("uses its settings where the request has none, and stores the merged options with its id", async () => {
    const look = await makeLook();
    const { status, body } = await generate({ look, light: { warmth: -1 }, seed: 7 });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      style: "lifestyle",
      resolution: "2K",
      aspect_ratio: "1:1",
      seed: 7,
      credits_used: 2,
      options: { look, light: { warmth: -1, azimuth_deg: -50 } },
    });
    // Changes of a look do not affect existing orders.
    await api("updateLook", of(look, { json: { settings: { style: "luxury" } } }));
    await api("deleteLook", of(look));
    expect(await db().generation.findUnique({ where: { id: body.id } })).toMatchObject({
      style: "lifestyle",
      options: { look, light: { warmth: -1, azimuthDeg: -50 } },
    });
  });

  test("is priced by the merged settings", async () => {
    const [large, sized] = [
      await makeLook({ ...oak, resolution: "4K" }),
      await makeLook({ ...oak, size: "amazon" }),
    ];
    const { body } = await estimate(
      { look: large },
      { look: large, resolution: "1K" },
      { look: sized },
      { style: "studio" },
    );
    expect(body.requests.map(({ credits }: { credits: number }) => credits)).toEqual([4, 1, 2, 1]);
    expect(body.credits).toBe(8);
    const refused = await estimate({ look: sized, resolution: "1K" });
    expect(refused.body.error.issues[0].path).toBe("requests[0].request.size");
  });

  test("can be ordered in a batch, each item with its own brand look", async () => {
    const [one, two] = [await makeLook(), await makeLook({ style: "luxury" })];
    const items = [one, two].map((look, at) => ({
      custom_id: `item-${at}`,
      operation: "generate",
      request: request({ look }),
    }));
    const { body, status } = await api("createBatch", { key: account.key, json: { items } });
    expect([status, body.credits.reserved]).toEqual([202, 3]);
    const rows = await db().generation.findMany({ where: { batchId: body.id }, orderBy: { place: "asc" } });
    expect(rows.map(({ style, customId }) => [style, customId])).toEqual([
      ["lifestyle", "item-0"],
      ["luxury", "item-1"],
    ]);
  });

  test("is refused and costs nothing if the brand look is another account's or has no style", async () => {
    tried("isolation", 2);
    const stranger = await makeAccount();
    const theirs = await makeLook(oak, stranger);
    const styleless = await makeLook({ prompt: "Oak" });
    const before = await db().balance.findUnique({ where: { userId: account.userId } });
    const pathsOf = async (fields: object) =>
      (await generate(fields)).body.error.issues.map(({ path }: { path: string }) => path);
    expect(await pathsOf({ look: theirs })).toEqual(["look"]);
    expect(await pathsOf({ look: newId("look") })).toEqual(["look"]);
    expect(await pathsOf({ look: "x".repeat(41) })).toEqual(["look"]);
    expect(await pathsOf({ look: 7 })).toEqual(["look"]);
    expect(await pathsOf({ look: styleless })).toEqual(["style"]);
    expect((await generate({ look: styleless, style: "studio" })).status).toBe(202);
    const items = [{ custom_id: "a", operation: "generate", request: request({ look: theirs }) }];
    const batch = await api("createBatch", { key: account.key, json: { items } });
    expect(batch.body.error.issues[0].path).toBe("items[0].request.look");
    expect(await db().balance.findUnique({ where: { userId: account.userId } })).toMatchObject({
      monthly: (before?.monthly ?? 0) - 1,
    });
  });

  test("needs a style if there is no brand look, and all errors are reported together", async () => {
    const pathsOf = async (json: object) => {
      const { body } = await api("generate", { key: account.key, json });
      return body.error.issues.map(({ path }: { path: string }) => path);
    };
    expect(await pathsOf({})).toEqual(["image_url", "type", "style"]);
  });
});
