"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { callAuthForPage, formAction } from "#lib/auth/action.ts";
import { safePath } from "#lib/auth/redirect.ts";
import { refusalOf } from "#lib/auth/request.ts";

/** Checks the second factor at sign-in. */
export const giveCode = formAction(
  z.object({
    code: z.string().trim().min(1).max(40),
    way: z.enum(["app", "recovery"]),
    next: z.string().optional(),
  }),
  async ({ code, way, next }) => {
    const answer =
      way === "app"
        ? await callAuthForPage("/two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") })
        : await callAuthForPage("/two-factor/verify-backup-code", { code });
    if (answer.ok) redirect(safePath(next));
    return refusalOf(answer, { INVALID_CODE: "code", INVALID_BACKUP_CODE: "code" });
  },
);
