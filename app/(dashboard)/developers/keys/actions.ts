"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { userAction } from "#lib/auth/action.ts";
import { maxPasswordLength } from "#lib/auth/password-rules.ts";
import { findProofProblem } from "#lib/auth/passwords.ts";
import { refusalAt } from "#lib/auth/request.ts";
import { keyLifetimesDays, maxKeyNameLength } from "#lib/contract/limits.ts";
import { createOwnKey, revokeKey as revokeKeyOf } from "#lib/keys/index.ts";
import { reasonKey } from "#lib/platform/reasons.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Makes a key; its clear text is in this answer and nowhere else. */
export const makeKey = userAction(
  z.object({
    name: z
      .string()
      .trim()
      .min(1, reasonKey("key_name_missing"))
      .max(maxKeyNameLength, reasonKey("use_fewer_characters")),
    expiresInDays: z.enum(["never", ...keyLifetimesDays]).default("never"),
    password: z.string().max(maxPasswordLength).optional(),
  }),
  async ({ name, expiresInDays, password }, user) => {
    const problem = await findProofProblem(user, password);
    if (problem) {
      if (problem.field) revalidatePath("/developers/keys");
      return refusalAt(problem);
    }
    const expiresAt = expiresInDays === "never" ? null : new Date(Date.now() + Number(expiresInDays) * dayMs);
    const key = await createOwnKey(user, { name, expiresAt });
    revalidatePath("/developers/keys");
    return { data: { key, name } };
  },
);

export const revokeKey = userAction(z.object({ id: z.string().min(1) }), async ({ id }, user) => {
  await revokeKeyOf(user.id, id);
  revalidatePath("/developers/keys");
  return { data: { id } };
});
