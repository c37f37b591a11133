"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { needsProof } from "#lib/accounts/state.ts";
import { callAuthForPage, formAction } from "#lib/auth/action.ts";
import { newPassword } from "#lib/auth/password-rules.ts";
import { findOwnerOfResetLink } from "#lib/auth/passwords.ts";
import { providerIds } from "#lib/auth/providers.ts";
import { safePath } from "#lib/auth/redirect.ts";
import { refusalOf } from "#lib/auth/request.ts";
import { secureAccount } from "#lib/auth/secure.ts";
import { because, reasonKey } from "#lib/platform/reasons.ts";

const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email(reasonKey("email_malformed")));

/** Path to go to afterwards, sent by NextPathInput. */
const next = z.string().optional();

/** The path to go to afterwards: the browser adds it to the form; without scripts, only the `Referer` has it. */
async function nextPath(next: string | undefined): Promise<string> {
  if (next !== undefined) return safePath(next);
  const page = (await headers()).get("referer") ?? "";
  return safePath(URL.canParse(page) ? new URL(page).searchParams.get("next") : null);
}

export const signUp = formAction(
  z.object({ email, password: newPassword, next }),
  async ({ next, ...person }) => {
    const answer = await callAuthForPage("/sign-up/email", person);
    // If addresses must be confirmed, sign-up creates no session. Known and unknown addresses get the same response
    // and a mail.
    if (answer.ok) redirect(needsProof() ? "/sign-in?address=mailed" : await nextPath(next));
    return refusalOf(answer, {
      USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email",
      INVALID_EMAIL: "email",
      PASSWORD_REFUSED: "password",
    });
  },
);

export const signIn = formAction(
  z.object({ email, password: z.string().min(1, reasonKey("password_missing")), next }),
  async ({ next, ...credentials }) => {
    const answer = await callAuthForPage("/sign-in/email", credentials);
    if (answer.ok && answer.body.twoFactorRedirect === true) {
      redirect(`/second-step?${new URLSearchParams({ next: await nextPath(next) })}`);
    }
    if (answer.ok) redirect(await nextPath(next));
    return { error: answer.problem };
  },
);

export const signInWith = formAction(
  z.object({ provider: z.enum(providerIds), next }),
  async ({ provider, next }) => {
    const path = await nextPath(next);
    const answer = await callAuthForPage("/sign-in/social", {
      provider,
      callbackURL: path,
      errorCallbackURL: `/sign-in?${new URLSearchParams({ next: path })}`,
    });
    if (answer.ok && typeof answer.body.url === "string") redirect(answer.body.url);
    return { error: answer.ok ? because("provider_silent") : answer.problem };
  },
);

export const requestReset = formAction(z.object({ email }), async ({ email }) => {
  const answer = await callAuthForPage("/request-password-reset", { email });
  // The same response for every address, so that it does not reveal which addresses have an account.
  return answer.ok ? {} : { error: answer.problem };
});

export const resetPassword = formAction(
  z.object({ token: z.string().min(1), password: newPassword, secure: z.string().optional() }),
  async ({ token, password, secure }) => {
    const ownerId = secure ? await findOwnerOfResetLink(token) : null;
    const answer = await callAuthForPage("/reset-password", { token, newPassword: password });
    if (!answer.ok) return refusalOf(answer, { PASSWORD_REFUSED: "password" });
    // The link proves only control of the mailbox. The second factor stays, and so do the undo links of former
    // addresses.
    if (ownerId)
      await secureAccount(ownerId, { suspectedAt: null, passwordHash: null, endsUndoLinks: false });
    redirect(ownerId ? "/sign-in?reset=secured" : "/sign-in?reset=done");
  },
);

export async function signOut(): Promise<void> {
  await callAuthForPage("/sign-out", {});
  redirect("/");
}
