import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

// No image model is configured here.
await useDatabase();
const message = "no image model is set up here, so only `studio` is on offer";
const { url } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
const request = { image_url: url, type: "product", style: "studio" };

describe("a mode without a configured model", () => {
  test.each(["scene", "edit"])(
    "%s is rejected by generate with the offered modes, and nothing is charged",
    async (mode) => {
      const { key, userId } = await makeAccount({ monthly: 5 });
      const { status, body } = await api("generate", { key, json: { ...request, mode } });
      expect([status, body.error.code]).toEqual([400, "invalid_params"]);
      expect(body.error.issues).toEqual([{ path: "mode", message }]);
      expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 5 });
      expect(await db().generation.count({ where: { userId } })).toBe(0);
    },
  );

  test("is rejected in a batch with the path of its item, and nothing is charged", async () => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const items = [request, { ...request, mode: "scene" }].map((one, place) => ({
      custom_id: `photo-${place}`,
      operation: "generate",
      request: one,
    }));
    const { status, body } = await api("createBatch", { key, json: { items } });
    const path = "items[1].request.mode";
    expect([status, body.error.issues]).toEqual([400, [{ path, message: `${path}: ${message}` }]]);
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  });

  test("is rejected in an estimate", async () => {
    const { key } = await makeAccount();
    const requests = [{ operation: "generate", request: { ...request, mode: "edit" } }];
    const { status, body } = await api("estimate", { key, json: { requests } });
    expect([status, body.error.issues[0].path]).toEqual([400, "requests[0].request.mode"]);
  });

  test.each([
    ["no subscription that works", { status: "canceled" }, 403],
    ["no credits", { monthly: 0 }, 402],
  ] as const)("is checked after the account: with %s", async (_name, account, status) => {
    const { key } = await makeAccount(account);
    const call = { key, json: { ...request, mode: "scene" } };
    expect((await api("generate", call)).status).toBe(status);
  });
});
