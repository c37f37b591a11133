import { z } from "zod";
import { listOf, livemode, optional, page, text } from "../fields.ts";
import { defaultOverlapHours, maxCreditsLimit, maxKeyNameLength, maxOverlapHours } from "../limits.ts";
import { defaultScopes, scopeNames, scopes } from "./scopes.ts";

/** Fields of API keys. */

const name = text
  .trim()
  .min(1)
  .max(maxKeyNameLength)
  .describe(`Your own words for it, 1 to ${maxKeyNameLength} characters.`);
const scopeList = z
  .array(z.enum(scopeNames))
  .max(scopeNames.length)
  .describe(
    `What the key may be used for: ${Object.entries(scopes)
      .map(([scope, meaning]) => `\`${scope}\` ${meaning}`)
      .join(" ")}`,
  );
const expiry = z.iso.datetime({ offset: true }).nullable().describe("When it ends; null: never.");
const limit = z
  .int()
  .min(0)
  .max(maxCreditsLimit)
  .nullable()
  .describe(
    "Credits that it may spend in a calendar month (UTC), together with the keys that were made with it; null: any number.",
  );

export const keyRequest = z
  .object({
    name,
    test: optional(z.boolean()).describe("A key for test mode. Default: false."),
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
      `For how long the secret before works too. Default: ${defaultOverlapHours}.`,
    ),
  })
  .meta({ id: "ApiKeyRotation" });

const keyFields = {
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("The first characters of the key."),
  last4: z.string().describe("The last four characters of the key."),
  test: z.boolean().describe("Whether it works in test mode."),
  scopes: z.array(z.string()).describe("What it may be used for; more scopes may be added."),
  expires_at: z.iso.datetime().nullable().describe("When it ends; null: never."),
  max_credits_per_month: z.int().nullable().describe("Its limit of credits in a calendar month (UTC)."),
  credits_this_month: z
    .int()
    .min(0)
    .describe("What it spent in this month, with the keys that were made with it where it has a limit."),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  livemode,
};

export const apiKey = z.object(keyFields).meta({ id: "ApiKey" });
export const apiKeyWithSecret = z
  .object({
    ...keyFields,
    key: z.string().describe("The key itself. It is in this answer only: keep it in a safe place."),
  })
  .meta({ id: "ApiKeyWithSecret" });
export const apiKeyList = listOf(apiKey).meta({ id: "ApiKeyList" });
export const keyQuery = z.object(page);
export const deletedKey = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedApiKey" });
