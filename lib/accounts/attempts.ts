import { db, type Queryable, sql } from "../db/index.ts";
import { deleteInPortions } from "../db/portions.ts";
import { keyedHash } from "../platform/secrets.ts";

/**
 * What is counted, for a mail address (whether it has an account or not), a user's id, or a device that signed in to an
 * account before (auth/known-devices.ts): what others used up does not count for it. `free` attempts pass; each
 * one after that blocks the next for twice as long, up to `longestBlockMinutes`.
 */
const kinds = {
  signIn: { free: 10, longestBlockMinutes: 60 },
  signUp: { free: 5, longestBlockMinutes: 60 },
  // Shorter than a link is good for: however many an attacker asks for, the owner holds one that works.
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
 * Counts an attempt before it is made, over all processes and at whatever number of them at once. Answers 0 when it
 * may be made, else the seconds to wait. Counts are forgotten after a day without attempts.
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
      RETURNING key
    )
    SELECT EXISTS (SELECT FROM counted) AS counted, COALESCE((
      SELECT ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int
      FROM account_attempt WHERE key = ${keyOf(kind, who)}), 1) AS "waitSeconds"`);
  return row?.counted ? 0 : Math.max(1, row?.waitSeconds ?? 1);
}

/** Forgets what was counted: the attempt succeeded, or another proof took its place. */
export async function clearAttempts(
  attempts: { kind: AttemptKind; who: string }[],
  on: Queryable = db(),
): Promise<void> {
  const keys = attempts.map(({ kind, who }) => keyOf(kind, who));
  await on.$executeRaw(sql`DELETE FROM account_attempt WHERE key = ANY(${keys})`);
}

/** Removes counts that are forgotten anyway. */
export async function purgeAttempts(): Promise<void> {
  await deleteInPortions("account_attempt", sql`t.last_at < now() - interval '1 day'`);
}

/** Everything counted for one account. */
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
