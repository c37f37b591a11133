import { retention } from "../contract/retention.ts";
import { type Prisma, sql } from "./index.ts";
import { deleteInPortions } from "./portions.ts";

const ago = (days: number) => sql`now() - ${days}::int * interval '1 day'`;

/** The rows `t` that nothing needs any more, by table. */
const expired = {
  account_attempt: sql`t.last_at < ${ago(1)}`,
  // The link of an unconfirmed change works for a day.
  email_change: sql`t.confirmed_at IS NULL AND t.created_at < ${ago(1)}
    OR t.confirmed_at < ${ago(retention.emailChanges.days)}`,
  model_call: sql`t.created_at < ${ago(retention.modelCalls.days)}`,
  oauth_access_token: sql`t.expires_at < ${ago(retention.apps.days)}`,
  // Apps that nobody has allowed.
  oauth_client: sql`t.created_at < ${ago(retention.apps.days)}
    AND NOT EXISTS (SELECT FROM oauth_consent o WHERE o.client_id = t.client_id)`,
  oauth_refresh_token: sql`t.expires_at < ${ago(retention.apps.days)}`,
  outgoing_mail: sql`t.sent_at < ${ago(retention.sentMails.days)}
    OR t.sent_at IS NULL AND t.created_at < ${ago(retention.failedMails.days)}`,
  // They contain client addresses.
  session: sql`t.expires_at < now()`,
  // From then on such a device counts as new.
  sign_in_device: sql`t.last_at < ${ago(retention.devices.days)}`,
  // Uploads whose parts were joined ended long before.
  storage_claim: sql`t.claimed_at < ${ago(1)}`,
  // Stripe resends an event for 30 days: a deleted one cannot arrive again. Its effects remain in the ledger.
  stripe_event: sql`t.created_at < ${ago(retention.stripeEvents.days)}
    AND t.received_at < ${ago(retention.stripeEvents.days)}`,
  // The audit log keeps the outcome of a request.
  support_link: sql`t.created_at < ${ago(retention.supportLinks.days)}`,
  tryout: sql`t.created_at < ${ago(retention.tryouts.days)}`,
  // Hosts without a POST for this long must answer again when they are used again.
  webhook_budget: sql`t.used_until < ${ago(30)}`,
} as const satisfies Record<string, Prisma.Sql>;

/** Deletes them all. */
export async function deleteExpired(): Promise<void> {
  const tables = Object.keys(expired) as (keyof typeof expired)[];
  await Promise.all(tables.map((table) => deleteInPortions(table, expired[table])));
}
