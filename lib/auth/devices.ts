import { retention } from "../contract/retention.ts";
import { type Queryable, sql } from "../db/index.ts";
import { deleteInPortions } from "../db/portions.ts";
import type { Translate } from "../language/translate.ts";
import { queueSignInMail } from "../mail/security.ts";
import { networkOf } from "../platform/client-address.ts";
import { keyedHashes } from "../platform/secrets.ts";
import { deviceOf } from "./sessions.ts";

/** After this long without a sign-in, a device counts as new. */
const forgottenAfterDays = retention.devices.days;

interface NewSession {
  id: string;
  userId: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
}

/**
 * Remembers where an account was signed in from, and notifies its owner of a new place, in the
 * transaction of the session. Nobody is notified of an account's first place: its owner has just signed up.
 */
export async function noteSignIn(session: NewSession, tx: Queryable): Promise<void> {
  const { userId } = session;
  const device = deviceOf(session.userAgent ?? "");
  const hashes = keyedHashes("sign-in device", `${device}|${networkOf(session.ipAddress ?? "")}`);
  const [known] = await tx.$queryRaw<{ count: number; hasThis: boolean }[]>(sql`
    WITH noted AS (
      INSERT INTO sign_in_device (user_id, hash) VALUES (${userId}, ${hashes[0]})
      ON CONFLICT (user_id, hash) DO UPDATE SET last_at = now()
    )
    SELECT count(*)::int AS count, COALESCE(bool_or(hash = ANY(${hashes})), false) AS "hasThis"
    FROM sign_in_device WHERE user_id = ${userId}`);
  if (!known || known.count === 0 || known.hasThis) return;
  const { id: sessionId, ipAddress, createdAt } = session;
  const nameDevice = (t: Translate) => deviceOf(session.userAgent ?? "", t);
  await queueSignInMail(userId, { sessionId, nameDevice, address: ipAddress || null, at: createdAt }, tx);
}

/** In the place of what was forgotten, so that the next sign-in is not taken for the first of the account. */
const forgottenMark = "forgotten";

/** Forgets where an account was signed in from: every next place is new. */
export async function forgetDevices(userId: string, tx: Queryable): Promise<void> {
  await tx.$executeRaw(sql`DELETE FROM sign_in_device WHERE user_id = ${userId}`);
  await tx.$executeRaw(sql`INSERT INTO sign_in_device (user_id, hash) VALUES (${userId}, ${forgottenMark})`);
}

/** Forgets places that nobody signed in from for half a year. */
export async function purgeDevices(): Promise<void> {
  await deleteInPortions(
    "sign_in_device",
    sql`t.last_at < now() - ${forgottenAfterDays}::int * interval '1 day'`,
  );
}
