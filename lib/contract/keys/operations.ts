import { maxKeys } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = { section: "keys", scope: "keys" } as const;
const { key, secret } = examples.keys;
const invalid = { path: "name", message: "name is required" };

/** Operations for programs that manage their account's API keys. */
export const keyOperations = operationsOf(own, {
  createKey: {
    method: "POST",
    path: "/api/v1/keys",
    summary: "Create an API key",
    description: `The new key has at most the scopes, the expiry and the monthly limit of the key that makes the call, and its spending counts towards that limit too. A test key can only create test keys. The secret is returned only in this response. An account may have ${maxKeys} keys.`,
    input: { from: "json", schema: schemas.keyRequest },
    output: schemas.apiKeyWithSecret,
    status: 201,
    example: {
      request: { name: key.name, scopes: key.scopes, max_credits_per_month: key.max_credits_per_month },
      response: { ...key, key: secret },
      invalid,
    },
  },
  listKeys: {
    method: "GET",
    path: "/api/v1/keys",
    summary: "List API keys",
    description:
      "Returns the keys without their secrets, newest first, page by page. Deleted keys are not included.",
    input: { from: "query", schema: schemas.keyQuery },
    output: schemas.apiKeyList,
    example: { response: { data: [key], next_cursor: null } },
  },
  getKey: {
    method: "GET",
    path: "/api/v1/keys/{id}",
    summary: "Get an API key",
    description: "Returns the key without its secret, and the credits that it spent this month.",
    output: schemas.apiKey,
    example: { id: key.id, response: key },
  },
  updateKey: {
    method: "PATCH",
    path: "/api/v1/keys/{id}",
    summary: "Update an API key",
    description:
      "Only the fields in the request change, with immediate effect. Scopes, expiry and limit cannot exceed those of the key that makes the call.",
    input: { from: "json", schema: schemas.keyChange },
    output: schemas.apiKey,
    example: {
      id: key.id,
      request: { max_credits_per_month: key.max_credits_per_month },
      response: key,
      invalid,
    },
  },
  deleteKey: {
    method: "DELETE",
    path: "/api/v1/keys/{id}",
    summary: "Delete an API key",
    description:
      "The key stops working immediately and permanently. Everything that was created with it remains. A key can only delete keys that have no more rights than itself.",
    output: schemas.deletedKey,
    example: { id: key.id, response: { id: key.id, deleted: true } },
    errors: ["invalid_params"],
  },
  rotateKey: {
    method: "POST",
    path: "/api/v1/keys/{id}/rotate",
    summary: "Rotate an API key",
    description:
      "Replaces the secret; id, scopes, limit and usage stay the same. The previous secret keeps working for `overlap_hours`, so that you can deploy the new one without rejected calls; an older secret stops working immediately.",
    input: { from: "json", schema: schemas.keyRotation },
    output: schemas.apiKeyWithSecret,
    example: {
      id: key.id,
      request: { overlap_hours: 24 },
      response: { ...key, key: secret },
      invalid: { path: "overlap_hours", message: "overlap_hours must be at most 168" },
    },
  },
});
