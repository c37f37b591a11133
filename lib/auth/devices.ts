import { isIPv4, isIPv6 } from "node:net";
import { db, type Queryable, sql } from "../db/index.ts";
import type { Translate } from "../language/translate.ts";
import { queueSignInMail } from "../mail/security.ts";
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

/** The network that an address belongs to: people keep it while their address changes (IPv4 /24, IPv6 /48). */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.split(".").slice(0, 3).join(".");
  if (!isIPv6(address)) return "unknown";
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const isShort = tail !== undefined && groups.length < 3;
  return [...groups, ...(isShort ? ["0", "0", "0"] : [])].slice(0, 3).join(":");
}

/** Forgets places that nobody signed in from for half a year. */
export async function purgeDevices(): Promise<void> {
  await db().$executeRaw(sql`
    DELETE FROM sign_in_device WHERE last_at < now() - ${forgottenAfterDays}::int * interval '1 day'`);
}
