"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { Enrolment } from "#components/account/second-step.tsx";
import { requestExport } from "#lib/account-export/exports.ts";
import { callAuthForPage, userAction } from "#lib/auth/action.ts";
import { changeName, requestEmailChange } from "#lib/auth/email-change.ts";
import type { FormResult } from "#lib/auth/form.ts";
import { newPassword } from "#lib/auth/password-rules.ts";
import { findOwnerProblem } from "#lib/auth/passwords.ts";
import { makeQrCode } from "#lib/auth/qr.ts";
import { refusalAt, refusalOf } from "#lib/auth/request.ts";
import { secureOwnAccount } from "#lib/auth/secure-own.ts";
import { endOtherSessionsOf, endSessionOf } from "#lib/auth/sessions.ts";
import { reasonKey } from "#lib/platform/reasons.ts";

export const rename = userAction(
  z.object({
    name: z.string().trim().min(1, reasonKey("name_missing")).max(100, reasonKey("use_fewer_characters")),
  }),
  async ({ name }, user) => {
    await changeName(user.id, name);
    revalidatePath("/", "layout");
    return undefined;
  },
);

/** Mails a link to the new address. The password is required, so that a stolen session cannot change the address. */
export const changeEmail = userAction(
  z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email(reasonKey("email_malformed"))),
    password: z.string().max(200).optional(),
  }),
  async ({ email, password }, user) => {
    const problem = await findOwnerProblem(user, password);
    if (problem) {
      return refusalAt(problem);
    }
    await requestEmailChange(user.id, email);
    revalidatePath("/account");
    return undefined;
  },
);

export const changePassword = userAction(
  z.object({
    currentPassword: z.string().min(1, reasonKey("current_password_missing")),
    password: newPassword,
  }),
  async ({ currentPassword, password }) => {
    const answer = await callAuthForPage("/change-password", { currentPassword, newPassword: password });
    revalidatePath("/account");
    if (answer.ok) return undefined;
    return refusalOf(answer, { INVALID_PASSWORD: "currentPassword", PASSWORD_REFUSED: "password" });
  },
);

const password = z.string().min(1, reasonKey("password_missing")).max(200);

/**
 * Creates the authenticator's secret. Two-factor authentication is active only after a code has confirmed the secret.
 */
export const startSecondStep = userAction(
  z.object({ password }),
  async (input): Promise<FormResult<Enrolment>> => {
    const answer = await callAuthForPage("/two-factor/enable", input);
    if (!answer.ok) return refusalOf(answer, { INVALID_PASSWORD: "password" });
    const { totpURI, backupCodes } = z
      .object({ totpURI: z.url(), backupCodes: z.array(z.string()) })
      .parse(answer.body);
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    return { data: { secret, qr: makeQrCode(totpURI), codes: backupCodes } };
  },
);

export const confirmSecondStep = userAction(
  z.object({ code: z.string().trim().min(1).max(20) }),
  async ({ code }) => {
    const answer = await callAuthForPage("/two-factor/verify-totp", { code: code.replaceAll(/\s/g, "") });
    if (!answer.ok) return refusalOf(answer, { INVALID_CODE: "code" });
    revalidatePath("/account");
    return undefined;
  },
);

export const renewRecoveryCodes = userAction(
  z.object({ password }),
  async (input): Promise<FormResult<string[]>> => {
    const answer = await callAuthForPage("/two-factor/generate-backup-codes", input);
    if (!answer.ok) return refusalOf(answer, { INVALID_PASSWORD: "password" });
    return { data: z.array(z.string()).parse(answer.body.backupCodes) };
  },
);

export const dropSecondStep = userAction(z.object({ password }), async (input) => {
  const answer = await callAuthForPage("/two-factor/disable", input);
  if (!answer.ok) return refusalOf(answer, { INVALID_PASSWORD: "password" });
  revalidatePath("/account");
  return undefined;
});

/**
 * Ends another session of the user. The form has the session's id, because only the session's browser has its token.
 */
export const endSession = userAction(z.object({ sessionId: z.string() }), async ({ sessionId }, user) => {
  await endSessionOf(user.id, sessionId);
  revalidatePath("/account");
});

export const endOtherSessions = userAction(z.object({}), async (_input, user) => {
  await endOtherSessionsOf(user);
  revalidatePath("/account");
});

/** Sends the confirmation mail again. */
export const resendProof = userAction(z.object({}), async (_input, user) => {
  const answer = await callAuthForPage("/send-verification-email", { email: user.email });
  revalidatePath("/", "layout");
  return answer.ok ? undefined : { error: answer.problem };
});

/** Revokes all access to the account; replaces its password, if any, because another person may know it. */
export const secureMyAccount = userAction(
  z.object({ currentPassword: z.string().max(200).optional(), password: newPassword.optional() }),
  async ({ currentPassword, password }, user) => {
    const problem = await secureOwnAccount(user, { currentPassword, newPassword: password });
    if (!problem) redirect(`/sign-in?reset=${password ? "secured" : "ended"}`);
    return refusalAt(problem);
  },
);

/** Starts an export of the account. The password is required, so that a stolen session cannot request one. */
export const exportMyData = userAction(
  z.object({ password: z.string().max(200).optional() }),
  async (input, user) => {
    const problem = await findOwnerProblem(user, input.password);
    if (problem) return refusalAt(problem);
    await requestExport(user.id);
    revalidatePath("/account");
    return undefined;
  },
);

export const deleteAccount = userAction(
  z.object({ password: z.string().optional() }),
  async ({ password }) => {
    const answer = await callAuthForPage("/delete-user", password ? { password } : {});
    if (answer.ok) redirect("/");
    return refusalOf(answer, { INVALID_PASSWORD: "password" });
  },
);
