import { db, type Queryable, sql } from "../db/index.ts";
import { isTooFarAhead } from "../db/rates.ts";
import { keyedHash } from "../platform/secrets.ts";

/**
 * Attempts are counted per mail address (with or without an account), per user id, or per device that signed in to
 * the account before (auth/known-devices.ts; attempts from elsewhere do not count for it). `free` attempts are
 * allowed; each further attempt doubles the block, up to `longestBlockMinutes`.
 */
const kinds = {
  signIn: { free: 10, longestBlockMinutes: 60 },
  signUp: { free: 5, longestBlockMinutes: 60 },
  // Shorter than a link is valid: even if an attacker requests many mails, the owner has a link that works.
  resetMail: { free: 5, longestBlockMinutes: 30 },
  proofMail: { free: 5, longestBlockMinutes: 60 },
  reauthentication: { free: 10, longestBlockMinutes: 60 },
  secondStep: { free: 10, longestBlockMinutes: 60 },
  knownDeviceSignIn: { free: 10, longestBlockMinutes: 60 },
  knownDeviceSecondStep: { free: 10, longestBlockMinutes: 60 },
  emailChange: { free: 5, longestBlockMinutes: 60 },
} as const;

export type AttemptKind = keyof typeof kinds;

/**
 * Counts an attempt before it is made, atomically over all processes. Returns 0 if the attempt is allowed, else the
 * seconds to wait. Counts expire after a day without attempts.
 */
export async function countAttempt(kind: AttemptKind, who: string): Promise<number> {
  const { free, longestBlockMinutes } = kinds[kind];
  const [row] = await db().$queryRaw<{ counted: boolean; waitSeconds: number }[]>(sql`
    WITH counted AS (
      INSERT INTO account_attempt AS a (key, count, last_at) VALUES (${keyOf(kind, who)}, 1, clock_timestamp())
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN a.last_at < now() - interval '1 day' THEN 1 ELSE a.count + 1 END,
        last_at = clock_timestamp(),
        blocked_until = CASE WHEN a.last_at >= now() - interval '1 day' AND a.count + 1 >= ${free}::int
          THEN clock_timestamp() + interval '1 minute' * LEAST(${longestBlockMinutes}::int,
               power(2, LEAST(a.count + 1 - ${free}::int, 10)))
        END
      WHERE a.blocked_until IS NULL OR a.blocked_until <= clock_timestamp()
        OR ${isTooFarAhead(sql`a.blocked_until`, longestBlockMinutes * 60)}
      RETURNING key
    )
    SELECT EXISTS (SELECT FROM counted) AS counted, COALESCE((
      SELECT ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int
      FROM account_attempt WHERE key = ${keyOf(kind, who)}), 1) AS "waitSeconds"`);
  return row?.counted ? 0 : Math.max(1, row?.waitSeconds ?? 1);
}

/** Deletes counts after an attempt succeeded, or after the user proved their identity in another way. */
export async function clearAttempts(
  attempts: { kind: AttemptKind; who: string }[],
  on: Queryable = db(),
): Promise<void> {
  const keys = attempts.map(({ kind, who }) => keyOf(kind, who));
  await on.$executeRaw(sql`DELETE FROM account_attempt WHERE key = ANY(${keys})`);
}

/** All counters of one account except those of its known devices. */
export function attemptsOf({ id, email }: { id: string; email: string }) {
  return [
    ...(["signIn", "signUp", "resetMail"] as const).map((kind) => ({ kind, who: email })),
    ...(["proofMail", "reauthentication", "secondStep", "emailChange"] as const).map((kind) => ({
      kind,
      who: id,
    })),
  ];
}

function keyOf(kind: AttemptKind, who: string): string {
  return keyedHash(`attempt ${kind}`, who.normalize("NFC").trim().toLowerCase());
}
