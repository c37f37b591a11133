import { createUser, setSubscription } from "#lib/account-lifecycle/open.ts";
import { moveCredits } from "#lib/credits/move.ts";
import type { SubscriptionStatus, Tier } from "#lib/db/generated/enums.ts";
import { db } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { newId, randomBase62 } from "#lib/platform/ids.ts";

/** Of an active plan, by default the account's credits. */
const allowance = 400;

interface Wanted {
  tier?: Tier;
  status?: SubscriptionStatus;
  monthly?: number;
  topup?: number;
}

export type Account = Awaited<ReturnType<typeof makeAccount>>;

/** A user with a key, on a plan, with exactly the given credits. */
export async function makeAccount({
  tier = "pro",
  status = "active",
  monthly = allowance,
  topup = 0,
}: Wanted = {}) {
  const userId = await createUser(`${randomBase62(12)}@example.com`, "Test");
  await setSubscription(userId, { tier, status, creditsLimit: allowance }, newId("row"));
  if (monthly !== allowance || topup > 0 || status !== "active") {
    await moveCredits({
      userId,
      kind: "adjustment",
      reference: newId("row"),
      monthly: { set: monthly },
      topup: { add: topup },
    });
  }
  // Tests start with an empty event log.
  await db().webhookEvent.deleteMany({ where: { userId } });
  const { key, info } = await createKey({ userId, name: "test" });
  return { userId, key, keyId: info.id };
}
