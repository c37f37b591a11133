import { testBalance } from "../contract/keys/test-mode.ts";
import { type Queryable, sql } from "../db/index.ts";
import { testAccountOf } from "../platform/ids.ts";

/**
 * Creates the test account of a user if missing, and returns its id. It is a normal account, so work, credits and
 * webhooks of test mode follow the same rules in isolation; it has no sign-in, its mails go to the user, and it is
 * deleted with the user's account.
 */
export async function openTestAccount(userId: string, on: Queryable): Promise<string> {
  const id = testAccountOf(userId);
  await on.$executeRaw(sql`
    WITH account AS (
      INSERT INTO "user" (id, name, email, email_verified, locale, updated_at)
      SELECT ${id}, u.name, ${`${id}@test.invalid`}, true, u.locale, now() FROM "user" u WHERE u.id = ${userId}
      ON CONFLICT (id) DO NOTHING
      RETURNING id
    ), subscribed AS (
      INSERT INTO subscription (user_id, tier, status, credits_limit, updated_at)
      SELECT id, 'starter', 'active', ${testBalance}, now() FROM account
    )
    INSERT INTO balance (user_id) SELECT id FROM account`);
  return id;
}
