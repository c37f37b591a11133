import { unansweredWebhooksPerMinute } from "../contract/limits.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { afterUse, secondsAhead } from "../db/rates.ts";
import { clientNetwork } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";

/** A minute plus a margin for latency: the host counts arriving POSTs, and one may take longer than the next. */
const minuteSeconds = 61;

/** At most `perMinute` POSTs in any minute, `burst` of them at once: the seconds between two, and those ahead. */
function rateOf(perMinute: number, burst: number) {
  const apart = minuteSeconds / (perMinute - burst + 1);
  return { apart, ahead: apart * (burst - 1), burst };
}

/** The limits hold for all processes together, since the usage is stored in the database. */
function rates() {
  const { WEBHOOK_RATE_PER_MINUTE: perMinute } = env();
  return {
    /** Per account and host: hosts that have answered the account with 2xx, and hosts that have not. */
    answered: rateOf(perMinute, Math.ceil(perMinute / 10)),
    unanswered: rateOf(unansweredWebhooksPerMinute, unansweredWebhooksPerMinute),
    /** Per account, all hosts that have not answered it: new endpoints are free, so their number is no bound. */
    ofAccount: rateOf(30, 20),
    /** All accounts together, per host that has not answered the sending account: it may not want any POSTs. */
    ofAll: rateOf(60, 30),
  };
}

interface Target {
  userId: string;
  url: string;
  /** The IP address of the connection. */
  address: string;
}

const hostId = (userId: string, host: string) => `${userId} ${host}`;
/** In place of a host: all hosts. */
const anyHost = "*";
/** Host name and IP address both count, so that neither can be multiplied. */
const hostsOf = ({ url, address }: Target) => [...new Set([hostOfUrl(url), clientNetwork(address)])];

/** Counts one POST to its host. Returns 0 when it may be sent now, else the seconds until the next try. */
export async function spendBudget(target: Target): Promise<number> {
  const { userId } = target;
  const rows = [
    ...hostsOf(target).flatMap((host) => [
      { id: hostId(userId, host), userId },
      { id: hostId("*", host), userId: null },
    ]),
    { id: hostId(userId, anyHost), userId },
  ];
  const ids = rows.map(({ id }) => id);
  const seconds = await tryToUse(ids);
  if (seconds !== null) return seconds;
  await db().$executeRaw(sql`
    INSERT INTO webhook_budget (id, user_id, used_until)
    SELECT x.id, x."userId", now() FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (id text, "userId" text)
    ORDER BY x.id ON CONFLICT (id) DO NOTHING`);
  // Null only when another process deletes unused rows at this moment.
  return (await tryToUse(ids)) ?? 1;
}

/** As `spendBudget`, atomic across processes; null when rows are missing. */
async function tryToUse(ids: readonly string[]): Promise<number | null> {
  const table = Object.entries(rates()).map(
    ([kind, { apart, ahead }]) => sql`(${kind}::text, ${apart}::float8, ${ahead}::float8)`,
  );
  const [outcome] = await db().$queryRaw<{ found: number; seconds: number | null }[]>(sql`
    WITH held AS (
      SELECT id, used_until, CASE WHEN user_id IS NULL THEN 'ofAll' WHEN id = user_id || ${` ${anyHost}`} THEN 'ofAccount'
                                  WHEN answered_at IS NULL THEN 'unanswered' ELSE 'answered' END AS kind
      FROM webhook_budget WHERE id = ANY(${[...ids]}::text[]) ORDER BY id FOR UPDATE
    ), due AS (
      SELECT held.id, held.used_until, rate.apart, rate.ahead
      FROM held JOIN (VALUES ${Prisma.join(table)}) AS rate (kind, apart, ahead) ON rate.kind = held.kind
      WHERE held.kind IN ('answered', 'unanswered') OR EXISTS (SELECT FROM held WHERE kind = 'unanswered')
    ), wait AS (
      SELECT max(${secondsAhead(sql`used_until`)} - ahead) AS seconds FROM due
    ), used AS (
      UPDATE webhook_budget b SET used_until = ${afterUse(sql`b.used_until`, sql`due.apart`)}
      FROM due, wait
      WHERE b.id = due.id AND wait.seconds <= 0 AND (SELECT count(*) FROM held) = ${ids.length}::int
    )
    SELECT (SELECT count(*)::int FROM held) AS found, seconds FROM wait`);
  if (!outcome || outcome.seconds === null || outcome.found < ids.length) return null;
  return Math.max(0, outcome.seconds);
}

/** Seconds until an account may send to a URL's host, as far as known before the DNS lookup; 0 for now. */
export async function readWait({ userId, url }: Pick<Target, "userId" | "url">): Promise<number> {
  const { answered, unanswered } = rates();
  const [row] = await db().$queryRaw<{ seconds: number }[]>(sql`
    SELECT ${secondsAhead(sql`used_until`)}
           - CASE WHEN answered_at IS NULL THEN ${unanswered.ahead}::float8 ELSE ${answered.ahead}::float8 END AS seconds
    FROM webhook_budget WHERE id = ${hostId(userId, hostOfUrl(url))}`);
  return Math.max(0, row?.seconds ?? 0);
}

/**
 * Records that a host answered with 2xx. Returns true for its first time: waiting deliveries of the account may then
 * be sent.
 */
export async function noteAnswered(target: Target): Promise<boolean> {
  const ids = hostsOf(target).map((host) => hostId(target.userId, host));
  const { answered, unanswered } = rates();
  const rows = await db().$queryRaw<{ isFirst: boolean }[]>(sql`
    UPDATE webhook_budget b
    SET answered_at = now(),
        -- In the unit of the larger budget; what was sent before counts.
        used_until = CASE WHEN b.answered_at IS NOT NULL THEN b.used_until
                          ELSE now() + ${answered.apart * unanswered.burst}::float8 * interval '1 second' END
    FROM (SELECT id, answered_at FROM webhook_budget WHERE id = ANY(${ids}::text[]) ORDER BY id FOR UPDATE) former
    WHERE b.id = former.id AND (former.answered_at IS NULL OR former.answered_at < now() - interval '1 day')
    RETURNING former.answered_at IS NULL AS "isFirst"`);
  return rows.some(({ isFirst }) => isFirst);
}

/**
 * The host of a URL as counted by budgets, without its port: the name without a trailing dot, or a literal address.
 */
export function hostOfUrl(url: string): string {
  const { hostname } = new URL(url);
  if (hostname.startsWith("[")) return clientNetwork(hostname.slice(1, -1));
  return hostname.toLowerCase().replace(/\.$/, "");
}
