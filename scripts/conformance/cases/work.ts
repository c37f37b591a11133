import { operations } from "#lib/contract/operations.ts";
import type { Things } from "../things.ts";
import { fileCall, readPicture } from "../world.ts";
import type { OperationCases } from "./types.ts";

const keyed = (key: string) => ({ "idempotency-key": key });
/** The URL of a picture that the image host does not have. */
const missing = (url: string) => url.replace(/[^/]+$/, "none.jpg");
const unknownId = "gen_00000000000000000000zz";

/** Repeats an order whose result was deleted since. */
async function repeatDeleted(things: Things, id: "generate" | "removeBg", json: object) {
  const headers = keyed(`conformance-deleted-${id}-${crypto.randomUUID()}`);
  const answer = await things.world.call(operations[id], { json, headers });
  const params = { id: answer.headers.get("x-generation-id") ?? "" };
  await things.world.require(operations.deleteGeneration, { params });
  return { json, headers };
}

/** Uploads, photos, cut-outs, previews, estimates and the balance. */
export const workCases = {
  signUpload: { success: () => ({}) },
  upload: { success: async () => fileCall(await readPicture()) },
  generate: {
    success: async (things) => ({ json: await things.order() }),
    refusals: [
      { code: "invalid_params", call: () => ({ json: { type: "product" } }) },
      {
        code: "invalid_params",
        reason: "picture_not_found",
        call: async (things) => ({
          json: { ...(await things.order()), image_url: missing(await things.picture()) },
        }),
      },
      {
        code: "invalid_params",
        reason: "remake_not_found",
        call: async (things) => ({ json: { ...(await things.order()), remake_of: unknownId } }),
      },
      {
        code: "invalid_params",
        reason: "remake_of_other_picture",
        call: async (things) => ({
          json: {
            ...(await things.order()),
            image_url: await things.emptyPicture(),
            remake_of: await things.photo(),
          },
        }),
      },
      {
        code: "insufficient_credits",
        reason: "max_credits_exceeded",
        call: async (things) => ({ json: { ...(await things.order()), max_credits: 0 } }),
      },
      {
        code: "insufficient_credits",
        reason: "test_without_credits",
        call: async (things) => ({ json: await things.testOrder("insufficient-credits") }),
      },
      { code: "generation_failed", call: async (things) => ({ json: await things.testOrder("failed") }) },
      {
        code: "generation_failed",
        reason: "nothing_found",
        call: async (things) => ({ json: await things.testOrder("no-product") }),
      },
      {
        code: "generation_failed",
        reason: "model_refused",
        call: async (things) => ({ json: await things.testOrder("refused") }),
      },
      { code: "overloaded", call: async (things) => ({ json: await things.testOrder("overloaded") }) },
      {
        code: "not_found",
        reason: "result_deleted",
        call: async (things) => repeatDeleted(things, "generate", await things.testOrder("ok")),
      },
    ],
  },
  removeBg: {
    isExpensive: true,
    success: async (things) => ({ json: { image_url: await things.picture() } }),
    refusals: [
      { code: "invalid_params", call: () => ({ json: {} }) },
      {
        code: "invalid_params",
        reason: "image_not_found",
        call: async (things) => ({ json: { image_url: missing(await things.picture()) } }),
      },
      {
        code: "insufficient_credits",
        call: async (things) => ({
          json: { image_url: await things.picture(await things.world.account("poor")) },
        }),
        by: "poor",
      },
      {
        code: ["invalid_params", "generation_failed"],
        reason: "mask_empty",
        call: async (things) => ({ json: await things.maskedPicture("black") }),
      },
      {
        code: "generation_failed",
        reason: "nothing_found",
        call: async (things) => ({ json: { image_url: things.testPicture("no-product") } }),
      },
      { code: "overloaded", call: (things) => ({ json: { image_url: things.testPicture("overloaded") } }) },
      {
        code: "not_found",
        reason: "result_deleted",
        call: async (things) => repeatDeleted(things, "removeBg", { image_url: things.testPicture("ok") }),
      },
    ],
  },
  credits: { success: () => ({}) },
  preview: {
    success: async (things) => ({
      json: { image_url: await things.picture(), type: "product", style: "studio" },
    }),
    refusals: [
      {
        code: "invalid_params",
        reason: "nothing_found",
        call: async (things) => ({
          json: { image_url: await things.emptyPicture(), type: "product", style: "studio" },
        }),
      },
      {
        code: "invalid_params",
        reason: "picture_not_found",
        call: async (things) => ({
          json: { image_url: missing(await things.picture()), type: "product", style: "studio" },
        }),
      },
    ],
  },
  estimate: {
    success: async (things) => ({
      json: { requests: [{ operation: "generate", request: await things.order() }] },
    }),
    refusals: [{ code: "invalid_params", call: () => ({ json: { requests: [] } }) }],
  },
} satisfies Record<string, OperationCases>;
