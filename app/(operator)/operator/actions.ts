"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { resumeAccount, suspendAccount } from "#lib/accounts/state.ts";
import { viewCookie } from "#lib/auth/cookies.ts";
import { operatorAction } from "#lib/auth/operator.ts";
import { refundFinished } from "#lib/credits/refunds.ts";
import { env } from "#lib/platform/env.ts";
import { reasonKey } from "#lib/platform/reasons.ts";
import { changeCredits, resendDelivery, resendMailById, retryWork } from "#lib/support/actions.ts";
import { type FoundAccount, findAccounts } from "#lib/support/find.ts";
import { askForView, endLink, openView, viewMinutes } from "#lib/support/links.ts";

const id = z.string().min(1).max(100);
const note = z.string().trim().min(1, reasonKey("note_missing")).max(500);

/** Sent in the request body, so that the search text does not appear in URL logs. */
export const search = operatorAction(z.object({ query: z.string().max(300) }), async ({ query }) => {
  const found: FoundAccount[] = await findAccounts(query);
  const [only] = found;
  if (only && found.length === 1) {
    redirect(`/operator/accounts/${only.accountId}${only.workId ? `?work=${only.workId}` : ""}`);
  }
  return { data: found };
});

const isOver = () => {
  revalidatePath("/operator/accounts/[id]", "page");
  return undefined;
};

export const refund = operatorAction(z.object({ id, note }), async (input) => {
  await refundFinished(input.id, input.note);
  return isOver();
});

export const changeBalance = operatorAction(
  z.object({
    userId: id,
    reference: id,
    direction: z.enum(["give", "take"]),
    bucket: z.enum(["topup", "monthly"]),
    credits: z.coerce.number(reasonKey("no_credits_named")).min(1, reasonKey("no_credits_named")),
    note,
  }),
  async ({ direction, credits, ...change }) => {
    await changeCredits({ ...change, credits: direction === "give" ? credits : -credits });
    return isOver();
  },
);

export const retry = operatorAction(z.object({ id }), async (input) => {
  await retryWork(input.id);
  return isOver();
});

export const sendMailAgain = operatorAction(z.object({ id }), async (input) => {
  await resendMailById(input.id);
  return isOver();
});

export const sendEventAgain = operatorAction(z.object({ id }), async (input) => {
  await resendDelivery(input.id);
  return isOver();
});

export const suspend = operatorAction(z.object({ userId: id, note }), async (input) => {
  await suspendAccount(input.userId, input.note);
  return isOver();
});

export const resume = operatorAction(z.object({ userId: id }), async ({ userId }) => {
  await resumeAccount(userId);
  return isOver();
});

export const ask = operatorAction(z.object({ userId: id, note }), async (input, operator) => {
  await askForView({ userId: input.userId, operatorId: operator.id, reason: input.note });
  return isOver();
});

export const endRequest = operatorAction(z.object({ id }), async (input, operator) => {
  await endLink(input.id, operator.id);
  return isOver();
});

/** From now on, this browser shows the customer's account instead of the operator's, read-only. */
export const startView = operatorAction(z.object({ id }), async (input, operator) => {
  await openView(input.id, { operatorId: operator.id, sessionId: operator.sessionId });
  (await cookies()).set(viewCookie, input.id, {
    path: "/",
    maxAge: viewMinutes * 60,
    sameSite: "lax",
    httpOnly: true,
    secure: env().BASE_URL.startsWith("https:"),
  });
  redirect("/photos");
});
