import { z } from "zod";
import { listOf, livemode, optional, page, text } from "../fields.ts";
import { defaultOverlapHours, maxCreditsLimit, maxKeyNameLength, maxOverlapHours } from "../limits.ts";
import { defaultScopes, scopeNames, scopes } from "./scopes.ts";

/** Fields of API keys. */

const name = text
  .trim()
  .min(1)
  .max(maxKeyNameLength)
  .describe(`A name of your choice, 1 to ${maxKeyNameLength} characters.`);
const scopeList = z
  .array(z.enum(scopeNames))
  .max(scopeNames.length)
  .describe(
    `Permissions of the key. ${Object.entries(scopes)
      .map(([scope, meaning]) => `\`${scope}\`: ${meaning}`)
      .join(" ")}`,
  );
const expiry = z.iso.datetime({ offset: true }).nullable().describe("When the key expires; null: never.");
const limit = z
  .int()
  .min(0)
  .max(maxCreditsLimit)
  .nullable()
  .describe(
    "Credits that the key may spend per calendar month (UTC), together with the keys that were created with it; null: no limit.",
  );

export const keyRequest = z
  .object({
    name,
    test: optional(z.boolean()).describe(
      "Whether to create a test key. Default: false, or true if a test key makes the call.",
    ),
    scopes: optional(scopeList).describe(
      `${scopeList.description} Default: ${defaultScopes.map((scope) => `\`${scope}\``).join(", ")}.`,
    ),
    expires_at: expiry.optional(),
    max_credits_per_month: limit.optional(),
  })
  .meta({ id: "ApiKeyRequest" });

export const keyChange = z
  .object({
    name: optional(name),
    scopes: optional(scopeList),
    expires_at: expiry.optional(),
    max_credits_per_month: limit.optional(),
  })
  .meta({ id: "ApiKeyChange" });

export const keyRotation = z
  .object({
    overlap_hours: optional(z.number().min(0).max(maxOverlapHours)).describe(
      `Hours that the previous secret keeps working. Default: ${defaultOverlapHours}.`,
    ),
  })
  .meta({ id: "ApiKeyRotation" });

const keyFields = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The first characters of the key."),
  last4: z.string().describe("The last four characters of the key."),
  test: z.boolean().describe("Whether it is a test key."),
  scopes: z.array(z.string()).describe("Permissions of the key; more scopes may be added."),
  expires_at: z.iso.datetime().nullable().describe("When the key expires; null: never."),
  max_credits_per_month: z
    .int()
    .nullable()
    .describe("Limit of credits per calendar month (UTC); null: no limit."),
  credits_this_month: z
    .int()
    .min(0)
    .describe(
      "Credits spent this month; if the key has a limit, including the keys that were created with it.",
    ),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  livemode,
};

export const apiKey = z.object(keyFields).meta({ id: "ApiKey" });
export const apiKeyWithSecret = z
  .object({
    ...keyFields,
    key: z.string().describe("The secret. It is returned only in this response: store it safely."),
  })
  .meta({ id: "ApiKeyWithSecret" });
export const apiKeyList = listOf(apiKey).meta({ id: "ApiKeyList" });
export const keyQuery = z.object(page);
export const deletedKey = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedApiKey" });
