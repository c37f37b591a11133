import { maxKeys } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = {
  section: "keys",
  missingKeyCode: "missing_api_key",
  scope: "keys",
  needsSubscription: false,
} as const;
const { key, secret } = examples.keys;
const invalid = { path: "name", message: "name is required" };

/** Operations for programs that manage their account's API keys. */
export const keyOperations = {
  createKey: operation({
    ...own,
    id: "createKey",
    method: "POST",
    path: "/api/v1/keys",
    summary: "Make an API key",
    description: `With no more than the key of the call has: its scopes, its expiry, its monthly limit, from which the new key spends too. A key of test mode makes keys of test mode. The key itself is in this answer only. An account may have ${maxKeys} keys.`,
    input: { from: "json", schema: schemas.keyRequest },
    output: schemas.apiKeyWithSecret,
    status: 201,
    example: {
      request: { name: key.name, scopes: key.scopes, max_credits_per_month: key.max_credits_per_month },
      response: { ...key, key: secret },
      invalid,
    },
    errors: ["invalid_params"],
  }),
  listKeys: operation({
    ...own,
    id: "listKeys",
    method: "GET",
    path: "/api/v1/keys",
    summary: "List API keys, newest first",
    description: "Page by page, without the keys themselves and without those that were deleted.",
    input: { from: "query", schema: schemas.keyQuery },
    output: schemas.apiKeyList,
    example: {
      response: { data: [key], next_cursor: null },
      invalid: { path: "limit", message: "limit must be a whole number between 1 and 100" },
    },
    errors: ["invalid_params"],
  }),
  getKey: operation({
    ...own,
    id: "getKey",
    method: "GET",
    path: "/api/v1/keys/{id}",
    summary: "Read one API key",
    description: "With what it spent in this month.",
    input: { from: "none" },
    output: schemas.apiKey,
    example: { id: key.id, response: key },
    errors: ["not_found"],
  }),
  updateKey: operation({
    ...own,
    id: "updateKey",
    method: "PATCH",
    path: "/api/v1/keys/{id}",
    summary: "Change an API key",
    description:
      "Only the fields that are sent change, at once, and to no more than the key of the call has.",
    input: { from: "json", schema: schemas.keyChange },
    output: schemas.apiKey,
    example: {
      id: key.id,
      request: { max_credits_per_month: key.max_credits_per_month },
      response: key,
      invalid,
    },
    errors: ["invalid_params", "not_found"],
  }),
  deleteKey: operation({
    ...own,
    id: "deleteKey",
    method: "DELETE",
    path: "/api/v1/keys/{id}",
    summary: "Delete an API key",
    description: "It stops working at once, for good. What was made with it stays.",
    input: { from: "none" },
    output: schemas.deletedKey,
    example: { id: key.id, response: { id: key.id, deleted: true } },
    errors: ["not_found"],
  }),
  rotateKey: operation({
    ...own,
    id: "rotateKey",
    method: "POST",
    path: "/api/v1/keys/{id}/rotate",
    summary: "Give an API key a new secret",
    description:
      "Id, scopes, limit and usage stay. The secret before works for `overlap_hours` more, so that nothing is refused while you put the new one in; an older one stops at once.",
    input: { from: "json", schema: schemas.keyRotation },
    output: schemas.apiKeyWithSecret,
    example: {
      id: key.id,
      request: { overlap_hours: 24 },
      response: { ...key, key: secret },
      invalid: { path: "overlap_hours", message: "overlap_hours must be at most 168" },
    },
    errors: ["invalid_params", "not_found"],
  }),
} as const;
