import { type Queryable, sql } from "../db/index.ts";
import type { Translate } from "../language/translate.ts";
import { queueSignInMail } from "../mail/security.ts";
import { networkOf } from "../platform/client-address.ts";
import { keyedHashes } from "../platform/secrets.ts";
import { deviceOf } from "./sessions.ts";

interface NewSession {
  id: string;
  userId: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
}

/**
 * Records the device and network of a sign-in, in the transaction of the session, and notifies the owner if they are
 * new. The first ones of an account send no mail: its owner has just signed up.
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

/** Replaces the deleted rows, so that the next sign-in does not count as the account's first. */
const forgottenMark = "forgotten";

/** Forgets all devices of an account: each next sign-in from one is new and sends a mail. */
export async function forgetDevices(userId: string, tx: Queryable): Promise<void> {
  await tx.$executeRaw(sql`DELETE FROM sign_in_device WHERE user_id = ${userId}`);
  await tx.$executeRaw(sql`INSERT INTO sign_in_device (user_id, hash) VALUES (${userId}, ${forgottenMark})`);
}
