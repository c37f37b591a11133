import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { receiveStripeWebhook } from "#lib/http/stripe-webhook.ts";
import { createUser } from "../../account-lifecycle/open.ts";
import { startTrial } from "../../account-lifecycle/trial.ts";
import { getAccount } from "../../accounts/state.ts";
import { subscribedEvents } from "../../billing/events.ts";
import { webhookSecrets } from "../../billing/stripe.ts";
import { db, sql } from "../../db/index.ts";
import { answerPage } from "../../stripe-sandbox/pages.ts";
import { listObjects } from "../../stripe-sandbox/store.ts";

/** A user on the trial without a card. */
export async function newUser(): Promise<{ userId: string; email: string }> {
  const email = `${randomBytes(8).toString("hex")}@example.com`;
  const userId = await createUser(email, "Somebody");
  await db().$transaction((tx) => startTrial(userId, tx));
  return { userId, email };
}

/** Presses a button on one of the sandbox's pages; returns the redirect or the page. */
export async function press(
  url: string,
  action: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ action, ...fields });
  const path = new URL(url).pathname.replace("/embedded/stripe", "");
  const answer = await answerPage(new Request(url, { method: "POST", body }), path);
  if (!answer) throw new Error(`Nothing is at ${url}`);
  if ("page" in answer) return Response.json(answer.page, { status: answer.status });
  return new Response(null, { status: 303, headers: { Location: answer.goTo } });
}

/** A webhook request as Stripe would send it. */
export function signedWebhook(
  payload: string,
  options: { secret?: string; timestamp?: number } = {},
): Request {
  const { secret = webhookSecrets()[0] ?? "", timestamp } = options;
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  return new Request("http://localhost/api/webhooks/stripe", {
    method: "POST",
    headers: { "stripe-signature": signature },
    body: payload,
  });
}

export async function deliver(event: Stripe.Event): Promise<{ receipt: string; replayed: boolean }> {
  const response = await receiveStripeWebhook(signedWebhook(JSON.stringify(event)));
  if (response.status !== 200) throw new Error(`${event.type}: ${response.status} ${await response.text()}`);
  return await response.json();
}

/** The customer's events to which the service subscribes, oldest first. */
export async function eventsOf(customer: string): Promise<Stripe.Event[]> {
  const where = { customer: [customer], type: subscribedEvents };
  const events: object[] = await listObjects(db(), "event", { where });
  return events.reverse() as Stripe.Event[];
}

export async function customerOf(userId: string): Promise<string> {
  const row = await db().subscription.findUniqueOrThrow({ where: { userId } });
  if (!row.stripeCustomerId) throw new Error(`${userId} has no customer`);
  return row.stripeCustomerId;
}

/** Everything that billing stores about a user, except timestamps of writing. */
export async function stateOf({ userId, email }: { userId: string; email: string }) {
  const account = await getAccount(email);
  const {
    updatedAt: _at,
    stripeVersion: _version,
    ...subscription
  } = await db().subscription.findUniqueOrThrow({
    where: { userId },
  });
  const ledger = await db().$queryRaw<{ reference: string; kind: string }[]>(sql`
    SELECT reference, kind::text FROM ledger_entry WHERE user_id = ${userId} ORDER BY reference`);
  const mails = await db().$queryRaw<{ reference: string }[]>(sql`
    SELECT reference FROM outgoing_mail WHERE recipient = ${email} ORDER BY reference`);
  return { account, subscription, ledger, mails };
}
