import { expect, test } from "vitest";
import { judgedPerEstimate } from "#lib/contract/limits.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();

/** A picture with alpha, so that cutting it out needs no network. */
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const photo = (change: object = {}) => ({
  operation: "generate",
  request: { image_url: imageUrl, type: "product", style: "studio", ...change },
});

async function estimate(requests: readonly object[]) {
  const { key } = await makeAccount();
  const { status, body } = await api("estimate", { key, json: { requests } });
  expect(status).toBe(200);
  return body.requests as { stance: string | null; notes: { code: string }[] }[];
}

test("an estimate says before the payment what the picture means for a photo of the ordered size", async () => {
  const [small, large] = await estimate([
    photo({ size: { width: 64, height: 64 } }),
    photo({ resolution: "4K" }),
  ]);
  expect(small).toMatchObject({ stance: expect.any(String), notes: [] });
  expect(large?.notes.map(({ code }) => code)).toEqual(["small_source"]);
});

test("cut-outs, many photos and pictures that cannot be read are estimated without being judged", async () => {
  const cutout = { operation: "remove_bg", request: { image_url: imageUrl } };
  const many = Array.from({ length: judgedPerEstimate + 1 }, () => photo({ resolution: "4K" }));
  for (const one of [...(await estimate(many)), ...(await estimate([cutout]))]) {
    expect(one).toMatchObject({ stance: null, notes: [] });
  }
});
