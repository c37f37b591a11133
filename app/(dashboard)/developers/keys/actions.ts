"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { userAction } from "#lib/auth/action.ts";
import { maxPasswordLength } from "#lib/auth/password-rules.ts";
import { findProofProblem } from "#lib/auth/passwords.ts";
import { refusalAt } from "#lib/auth/request.ts";
import { type Scope, scopeNames } from "#lib/contract/keys/scopes.ts";
import { keyLifetimesDays, maxCreditsLimit, maxKeyNameLength } from "#lib/contract/limits.ts";
import { changeOwnKey, createOwnKey, revokeKey as revokeKeyOf } from "#lib/keys/index.ts";
import { reasonKey } from "#lib/platform/reasons.ts";

const dayMs = 24 * 60 * 60 * 1000;

const name = z
  .string()
  .trim()
  .min(1, reasonKey("key_name_missing"))
  .max(maxKeyNameLength, reasonKey("use_fewer_characters"));
const password = z.string().max(maxPasswordLength).optional();
const permissions = {
  maxCreditsPerMonth: z
    .literal("")
    .transform(() => null)
    .or(z.coerce.number().int().min(0).max(maxCreditsLimit))
    .default(null),
  /**
   * Set if the form has checkboxes for scopes. The form in the reference has none: its keys get the default scopes.
   */
  hasScopes: z.string().optional(),
  ...Object.fromEntries(scopeNames.map((scope) => [`scope:${scope}`, z.string().optional()])),
};

/** The checked scopes; undefined if the form has no checkboxes for scopes. */
function scopesOf(input: Record<string, unknown>): Scope[] | undefined {
  return input.hasScopes ? scopeNames.filter((scope) => input[`scope:${scope}`]) : undefined;
}

/** Creates a key. Only this response contains the key in plain text. */
export const makeKey = userAction(
  z.object({
    name,
    isTest: z.string().optional(),
    expiresInDays: z.enum(["never", ...keyLifetimesDays]).default("never"),
    password,
    ...permissions,
  }),
  async ({ name, isTest, expiresInDays, password, maxCreditsPerMonth, ...boxes }, user) => {
    const problem = await findProofProblem(user, password);
    if (problem) {
      if (problem.field) revalidatePath("/developers/keys");
      return refusalAt(problem);
    }
    const expiresAt = expiresInDays === "never" ? null : new Date(Date.now() + Number(expiresInDays) * dayMs);
    const key = await createOwnKey(user, {
      name,
      expiresAt,
      isTest: isTest === "on",
      scopes: scopesOf(boxes),
      maxCreditsPerMonth,
    });
    revalidatePath("/developers/keys");
    return { data: { key, name } };
  },
);

export const changeKey = userAction(
  z.object({ id: z.string().min(1), name, password, ...permissions }),
  async ({ id, name, password, maxCreditsPerMonth, ...boxes }, user) => {
    const problem = await findProofProblem(user, password);
    if (problem) return refusalAt(problem);
    await changeOwnKey(user.id, id, { name, scopes: scopesOf(boxes), maxCreditsPerMonth });
    revalidatePath("/developers/keys");
    return { data: { id } };
  },
);

export const revokeKey = userAction(z.object({ id: z.string().min(1) }), async ({ id }, user) => {
  await revokeKeyOf(user.id, id);
  revalidatePath("/developers/keys");
  return { data: { id } };
});
