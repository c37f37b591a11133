import type { Things } from "../things.ts";
import { at, type OperationCases } from "./types.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A key with the scope to manage keys, and bounds that it may not exceed. */
const weakKey = (things: Things) =>
  things.once("weak key", async () => {
    const fields = { scopes: ["keys"], max_credits_per_month: 5, expires_at: inMinutes(60) };
    return (await things.makeKey(fields)).key;
  });

/** Looks, masks and API keys. */
export const settingCases = {
  createLook: {
    async success(things) {
      things.world.cleanUpLater(() => things.deleteLooks());
      return { json: { name: "Conformance", settings: { style: "studio" } } };
    },
    refusals: [
      { code: "invalid_params", call: () => ({ json: { name: "" } }) },
      {
        code: "invalid_params",
        call: async (things) => {
          const image_url = (await things.picture()).replace(/[^/]+$/, "none.jpg");
          return { json: { name: "Conformance", settings: { background: { image_url } } } };
        },
      },
    ],
  },
  listLooks: { success: () => ({}) },
  getLook: { success: async (things) => at(await things.look()) },
  updateLook: { success: async (things) => at(await things.look(), { json: { name: "Conformance" } }) },
  deleteLook: { success: async (things) => at(await things.makeLook()) },

  getMask: { success: async (things) => ({ query: { image_url: await things.picture() } }) },
  keepMask: {
    success: async (things) => ({ json: await things.maskedPicture() }),
    refusals: [
      {
        code: "invalid_params",
        reason: "image_not_among_uploads",
        call: async (things) => {
          const { image_url } = await things.maskedPicture();
          return {
            json: { image_url, mask_url: await things.picture(await things.world.account("stranger")) },
          };
        },
      },
    ],
  },
  forgetMask: { success: async (things) => ({ query: { image_url: await things.emptyPicture() } }) },
  maskFile: {
    success: async (things) => ({ query: { image_url: await things.picture(), source: "found" } }),
    refusals: [
      {
        code: "not_found",
        reason: "mask_not_found",
        call: async (things) => ({ query: { image_url: await things.picture(), source: "kept" } }),
      },
    ],
  },

  createKey: {
    async success(things) {
      things.world.cleanUpLater(() => things.deleteKeys());
      return { json: { name: "conformance" } };
    },
    refusals: [
      {
        code: "invalid_params",
        reason: "time_is_past",
        call: () => ({ json: { name: "a", expires_at: "2020-01-01T00:00:00Z" } }),
      },
      {
        code: "invalid_params",
        reason: "test_key_makes_test_keys",
        call: () => ({ json: { name: "a", test: false } }),
        by: (things) => things.testKey(),
      },
      {
        code: "invalid_params",
        reason: "key_outlives_grantor",
        call: () => ({
          json: { name: "a", scopes: ["keys"], max_credits_per_month: 1, expires_at: inMinutes(90) },
        }),
        by: weakKey,
      },
      {
        code: "invalid_params",
        reason: "key_outspends_grantor",
        call: () => ({
          json: { name: "a", scopes: ["keys"], max_credits_per_month: 6, expires_at: inMinutes(30) },
        }),
        by: weakKey,
      },
      {
        code: "missing_scope",
        reason: "scope_not_granted",
        call: () => ({ json: { name: "a", scopes: ["looks"] } }),
        by: weakKey,
      },
    ],
  },
  listKeys: { success: () => ({}) },
  getKey: { success: async (things) => at((await things.makeKey()).id) },
  updateKey: {
    success: async (things) => at((await things.makeKey()).id, { json: { name: "changed" } }),
    refusals: [
      {
        code: "invalid_params",
        reason: "key_out_of_reach",
        call: async (things) =>
          at((await things.makeKey({ scopes: ["keys"] })).id, { json: { name: "changed" } }),
        by: weakKey,
      },
    ],
  },
  deleteKey: {
    success: async (things) => at((await things.makeKey()).id),
    refusals: [
      {
        code: "invalid_params",
        reason: "key_out_of_reach",
        call: async (things) => at((await things.makeKey({ scopes: ["keys"] })).id),
        by: weakKey,
      },
    ],
  },
  rotateKey: { success: async (things) => at((await things.makeKey()).id, { json: {} }) },
} satisfies Record<string, OperationCases>;
