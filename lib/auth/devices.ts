import { db, type Queryable, sql } from "../db/index.ts";
import type { Translate } from "../language/translate.ts";
import { queueSignInMail } from "../mail/security.ts";
import { networkOf } from "../platform/network.ts";
import { keyedHashes } from "../platform/secrets.ts";
import { deviceOf } from "./sessions.ts";

/** Somebody who was not here for this long is told again. */
const forgottenAfterDays = 180;

interface NewSession {
  id: string;
  userId: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
}

/**
 * Keeps in mind where an account was signed in from, and tells its owner of a place that it has not seen, in the
 * transaction of the session. The first place of an account is told to nobody: its owner has just signed up.
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

/** Forgets where an account was signed in from: every next place is told. */
export async function forgetDevices(userId: string, tx: Queryable): Promise<void> {
  await tx.$executeRaw(sql`DELETE FROM sign_in_device WHERE user_id = ${userId}`);
  await tx.$executeRaw(sql`INSERT INTO sign_in_device (user_id, hash) VALUES (${userId}, ${forgottenMark})`);
}

/** Forgets places that nobody signed in from for half a year. */
export async function purgeDevices(): Promise<void> {
  await db().$executeRaw(sql`
    DELETE FROM sign_in_device WHERE last_at < now() - ${forgottenAfterDays}::int * interval '1 day'`);
}
