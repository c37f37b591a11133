"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { askAuthHere, userAction } from "#lib/auth/action.ts";
import { auth, maxPasswordLength, minPasswordLength } from "#lib/auth/index.ts";

export const changePassword = userAction(
  z.object({
    currentPassword: z.string().min(1, "Enter your current password."),
    password: z
      .string()
      .min(minPasswordLength, `Use at least ${minPasswordLength} characters.`)
      .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`),
  }),
  async ({ currentPassword, password }) => {
    const body = { currentPassword, newPassword: password, revokeOtherSessions: true };
    const answer = await askAuthHere("/change-password", body);
    revalidatePath("/account");
    if (answer.ok) return undefined;
    return answer.code === "INVALID_PASSWORD"
      ? { fieldErrors: { currentPassword: answer.message } }
      : { error: answer.message };
  },
);

/** Ends another session of the user; the token stays on the server, the form names the session by its id. */
export const endSession = userAction(z.object({ sessionId: z.string() }), async ({ sessionId }, user) => {
  const sessions = await auth().api.listSessions({ headers: await headers() });
  const found = sessions.find(({ id, userId }) => id === sessionId && userId === user.id);
  const answer = found ? await askAuthHere("/revoke-session", { token: found.token }) : null;
  revalidatePath("/account");
  return answer && !answer.ok ? { error: answer.message } : undefined;
});

export const endOtherSessions = userAction(z.object({}), async () => {
  const answer = await askAuthHere("/revoke-other-sessions", {});
  revalidatePath("/account");
  return answer.ok ? undefined : { error: answer.message };
});

export const deleteAccount = userAction(
  z.object({ password: z.string().optional() }),
  async ({ password }) => {
    const answer = await askAuthHere("/delete-user", password ? { password } : {});
    if (answer.ok) redirect("/");
    return answer.code === "INVALID_PASSWORD"
      ? { fieldErrors: { password: answer.message } }
      : { error: answer.message };
  },
);
