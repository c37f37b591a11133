import type { Things } from "../things.ts";
import { at, json, nothing, type OperationCases } from "./types.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const weakKey = (things: Things) => things.weakKey();
/** A key like that of `weakKey`, except for these fields. */
const likeWeak = (fields: object) =>
  json(() => ({
    name: "a",
    scopes: ["keys"],
    max_credits_per_month: 1,
    expires_at: inMinutes(30),
    ...fields,
  }));

/** Looks, masks and API keys. */
export const settingCases = {
  createLook: [
    json((things) => {
      things.world.cleanUpLater(() => things.deleteLooks());
      return {
        name: "Conformance",
        settings: { style: "studio", product_size_cm: { height: 12 }, material: "glass" },
      };
    }),
    [
      "invalid_params",
      null,
      json(async (things) => {
        const image_url = await things.missingPicture();
        return { name: "Conformance", settings: { background: { image_url } } };
      }),
    ],
  ],
  listLooks: [nothing],
  getLook: [at("look")],
  updateLook: [at("look", { json: { name: "Conformance" } })],
  deleteLook: [at("makeLook")],

  getMask: [async (things) => ({ query: { image_url: await things.picture() } })],
  keepMask: [
    json((things) => things.maskedPicture()),
    [
      "invalid_params",
      "image_not_among_uploads",
      json(async (things) => ({
        image_url: (await things.maskedPicture()).image_url,
        mask_url: await things.picture(await things.world.account("stranger")),
      })),
    ],
  ],
  forgetMask: [async (things) => ({ query: { image_url: await things.emptyPicture() } })],
  maskFile: [
    async (things) => ({ query: { image_url: await things.picture(), source: "found" } }),
    [
      "not_found",
      "mask_not_found",
      async (things) => ({ query: { image_url: await things.picture(), source: "kept" } }),
    ],
  ],

  createKey: [
    json((things) => {
      things.world.cleanUpLater(() => things.deleteKeys());
      return { name: "conformance" };
    }),
    ["invalid_params", "time_is_past", json({ name: "a", expires_at: "2020-01-01T00:00:00Z" })],
    [
      "invalid_params",
      "test_key_makes_test_keys",
      json({ name: "a", test: false }),
      (things) => things.testKey(),
    ],
    ["invalid_params", "key_outlives_grantor", likeWeak({ expires_at: inMinutes(90) }), weakKey],
    ["invalid_params", "key_outspends_grantor", likeWeak({ max_credits_per_month: 6 }), weakKey],
    ["missing_scope", "scope_not_granted", json({ name: "a", scopes: ["looks"] }), weakKey],
  ],
  listKeys: [nothing],
  getKey: [at("keyId")],
  updateKey: [
    at("keyId", { json: { name: "changed" } }),
    ["invalid_params", "key_out_of_reach", at("strongKeyId", { json: { name: "changed" } }), weakKey],
  ],
  deleteKey: [at("keyId"), ["invalid_params", "key_out_of_reach", at("strongKeyId"), weakKey]],
  rotateKey: [at("keyId", { json: {} })],
} satisfies Record<string, OperationCases>;
