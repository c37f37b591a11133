"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { formAction } from "#lib/auth/action.ts";
import { confirmEmailChange, undoEmailChange } from "#lib/auth/email-change.ts";

const link = z.object({ token: z.string().max(100) });

export const confirmAddress = formAction(link, async ({ token }) => {
  await confirmEmailChange(token);
  redirect("/confirm-address?done=yes");
});

export const undoAddress = formAction(link, async ({ token }) => {
  await undoEmailChange(token);
  redirect("/undo-address?done=yes");
});
