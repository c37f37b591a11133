import { testBalance } from "../contract/keys/test-mode.ts";
import { type Queryable, sql } from "../db/index.ts";
import { testAccountOf } from "../platform/ids.ts";

/**
 * Makes sure that the test account of a user exists, and returns its id. It is an account like any other, so that work,
 * credits and webhooks of test mode follow the same rules and are seen by nobody else; nobody signs in to it, its
 * mails go to the user, and it ends with the user's account.
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
