"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { callAuthForPage, userAction } from "#lib/auth/action.ts";
import { newPassword } from "#lib/auth/password-rules.ts";
import { refusalOf } from "#lib/auth/request.ts";
import { endOtherSessionsOf, endSessionOf } from "#lib/auth/sessions.ts";

export const changePassword = userAction(
  z.object({
    currentPassword: z.string().min(1, "Enter your current password."),
    password: newPassword,
  }),
  async ({ currentPassword, password }) => {
    const answer = await callAuthForPage("/change-password", { currentPassword, newPassword: password });
    revalidatePath("/account");
    if (answer.ok) return undefined;
    return refusalOf(answer, { INVALID_PASSWORD: "currentPassword", PASSWORD_REFUSED: "password" });
  },
);

/** Ends another session of the user; the form names it by its id, for nobody but the browser has its token. */
export const endSession = userAction(z.object({ sessionId: z.string() }), async ({ sessionId }, user) => {
  await endSessionOf(user.id, sessionId);
  revalidatePath("/account");
});

export const endOtherSessions = userAction(z.object({}), async (_input, user) => {
  await endOtherSessionsOf(user);
  revalidatePath("/account");
});

/** Mails the link that confirms the address once more. */
export const resendProof = userAction(z.object({}), async (_input, user) => {
  const answer = await callAuthForPage("/send-verification-email", { email: user.email });
  revalidatePath("/", "layout");
  return answer.ok ? undefined : { error: answer.message };
});

export const deleteAccount = userAction(
  z.object({ password: z.string().optional() }),
  async ({ password }) => {
    const answer = await callAuthForPage("/delete-user", password ? { password } : {});
    if (answer.ok) redirect("/");
    return refusalOf(answer, { INVALID_PASSWORD: "password" });
  },
);
