import { operations } from "#lib/contract/operations.ts";
import type { Things } from "../things.ts";
import { fileCall, readPicture } from "../world.ts";
import { json, type Make, nothing, type OperationCases } from "./types.ts";

const photo = { type: "product", style: "studio" };
/** The order of a small photo with these fields. */
const order = (fields: (things: Things) => object): Make =>
  json(async (things) => ({ ...(await things.order()), ...(await fields(things)) }));

/** Repeats an order whose result was deleted since. */
async function repeatDeleted(things: Things, id: "generate" | "removeBg", body: object) {
  const headers = { "idempotency-key": `conformance-deleted-${id}-${crypto.randomUUID()}` };
  const answer = await things.world.call(operations[id], { json: body, headers });
  const params = { id: answer.headers.get("x-generation-id") ?? "" };
  await things.world.require(operations.deleteGeneration, { params });
  return { json: body, headers };
}

/** Uploads, photos, cut-outs, previews, estimates and the balance. */
export const workCases = {
  signUpload: [nothing],
  upload: [async () => fileCall(await readPicture())],
  generate: [
    order(() => ({})),
    [
      "invalid_params",
      "picture_not_found",
      order(async (things) => ({ image_url: await things.missingPicture() })),
    ],
    [
      "not_acceptable",
      null,
      async (things) => ({ json: await things.order(), headers: { accept: "text/html" } }),
    ],
    [
      "invalid_params",
      "one_picture_per_response",
      async (things) => ({ json: { ...(await things.order()), n: 2 }, headers: { accept: "image/jpeg" } }),
    ],
    [
      "invalid_params",
      "webhook_host_unverified",
      order(() => ({ webhook_url: "https://unverified.example/hook" })),
    ],
    ["invalid_params", "remake_not_found", order(() => ({ remake_of: "gen_00000000000000000000zz" }))],
    [
      "invalid_params",
      "remake_of_other_picture",
      order(async (things) => ({
        image_url: await things.emptyPicture(),
        remake_of: await things.photo(),
      })),
    ],
    [
      "insufficient_credits",
      "test_without_credits",
      json((things) => things.testOrder("insufficient-credits")),
    ],
    ["generation_failed", null, json((things) => things.testOrder("failed"))],
    ["generation_failed", "nothing_found", json((things) => things.testOrder("no-product"))],
    ["generation_failed", "model_refused", json((things) => things.testOrder("refused"))],
    ["overloaded", null, json((things) => things.testOrder("overloaded"))],
    [
      "not_found",
      "result_deleted",
      async (things) => repeatDeleted(things, "generate", await things.testOrder("ok")),
    ],
  ],
  removeBg: [
    json(async (things) => ({ image_url: await things.picture() })),
    [
      "not_acceptable",
      null,
      async (things) => ({
        json: { image_url: await things.picture(), format: "webp" },
        headers: { accept: "image/png" },
      }),
    ],
    [
      "invalid_params",
      "image_not_found",
      json(async (things) => ({ image_url: await things.missingPicture() })),
    ],
    [
      "insufficient_credits",
      null,
      json(async (things) => ({ image_url: await things.picture(await things.world.account("poor")) })),
      "poor",
    ],
    [["invalid_params", "generation_failed"], "mask_empty", json((things) => things.maskedPicture("black"))],
    [
      "generation_failed",
      "nothing_found",
      json((things) => ({ image_url: things.testPicture("no-product") })),
    ],
    ["overloaded", null, json((things) => ({ image_url: things.testPicture("overloaded") }))],
    [
      "not_found",
      "result_deleted",
      (things) => repeatDeleted(things, "removeBg", { image_url: things.testPicture("ok") }),
    ],
  ],
  credits: [nothing],
  preview: [
    json(async (things) => ({ image_url: await things.picture(), ...photo, material: "glass" })),
    [
      "invalid_params",
      "nothing_found",
      json(async (things) => ({ image_url: await things.emptyPicture(), ...photo })),
    ],
    [
      "invalid_params",
      "picture_not_found",
      json(async (things) => ({ image_url: await things.missingPicture(), ...photo })),
    ],
  ],
  estimate: [
    json(async (things) => {
      await things.photo();
      const again = { ...(await things.order()), reuse: true };
      return {
        requests: [await things.order(), again].map((request) => ({ operation: "generate", request })),
      };
    }),
  ],
} satisfies Record<string, OperationCases>;
