import ipaddr from "ipaddr.js";
import { unansweredWebhooksPerMinute } from "../contract/limits.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";

/** `burst`: POSTs that may be sent at once. */
interface Budget {
  perMinute: number;
  burst: number;
}

/** POSTs per minute. The limits hold for all processes together, since the usage is stored in the database. */
function budgets() {
  const { WEBHOOK_RATE_PER_MINUTE: perMinute } = env();
  const ofUnanswered = unansweredWebhooksPerMinute;
  return {
    /** Per account and host: hosts that have answered the account with 2xx, and hosts that have not. */
    answered: { perMinute, burst: Math.ceil(perMinute / 10) },
    unanswered: { perMinute: ofUnanswered, burst: ofUnanswered },
    /** Per account: all hosts, and all hosts that have not answered it. */
    account: { perMinute: 2 * perMinute, burst: Math.ceil(perMinute / 5) },
    unansweredOfAccount: { perMinute: 30, burst: 20 },
    /** All accounts together, per host that has not answered the sending account. */
    unansweredOfAll: { perMinute: 60, burst: 30 },
  } satisfies Record<string, Budget>;
}

/** A minute plus a margin for latency: the host counts arriving POSTs, and one may take longer than the next. */
const minuteSeconds = 61;
/** Seconds between POSTs, so that at most `perMinute` arrive in any minute, bursts included. */
const secondsApart = ({ perMinute, burst }: Budget) => minuteSeconds / (perMinute - burst + 1);

interface Account {
  userId: string;
}

interface Target extends Account {
  url: string;
  /** The IP address of the connection. */
  address: string;
}

const hostId = (userId: string, host: string) => `${userId} ${host}`;
const hostsOf = ({ url, address }: Target) => [...new Set([hostOfUrl(url), networkOf(address)])];

/** The budget rows of one POST. Host name and IP address both count, so that neither can be multiplied. */
function rowsOf(target: Target) {
  const { userId } = target;
  const hosts = hostsOf(target);
  return [
    ...hosts.map((host) => ({ id: hostId(userId, host), userId, kind: "host" })),
    ...hosts.map((host) => ({ id: hostId("*", host), userId: null, kind: "unansweredOfAll" })),
    { id: hostId(userId, "*"), userId, kind: "account" },
    { id: hostId(userId, "unanswered"), userId, kind: "unansweredOfAccount" },
  ];
}

const limitTable = (): Prisma.Sql => {
  const rows = Object.entries(budgets()).map(([kind, budget]) => {
    const apart = secondsApart(budget);
    return sql`(${kind}::text, ${apart}::float8, ${apart * (budget.burst - 1)}::float8)`;
  });
  return sql`limits (kind, seconds_apart, tolerance) AS (VALUES ${Prisma.join(rows)})`;
};

/**
 * Spends all budgets of one POST, or none. Returns 0 when it may be sent now, else the seconds until the next try.
 * Atomic across processes.
 */
export async function spendBudget(target: Target): Promise<number> {
  const rows = rowsOf(target);
  const seconds = await tryToUse(rows);
  if (seconds !== null) return seconds;
  await db().$executeRaw(sql`
    INSERT INTO webhook_budget (id, user_id, used_until)
    SELECT x.id, x."userId", now() FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (id text, "userId" text)
    ORDER BY x.id ON CONFLICT (id) DO NOTHING`);
  // Null only when another process deletes unused rows at this moment.
  return (await tryToUse(rows)) ?? 1;
}

/** As `spendBudget`; null when rows are missing. */
async function tryToUse(rows: ReturnType<typeof rowsOf>): Promise<number | null> {
  const [outcome] = await db().$queryRaw<{ found: number; seconds: number | null }[]>(sql`
    WITH ${limitTable()}, held AS (
      SELECT b.id, b.used_until, b.answered_at, a.kind
      FROM webhook_budget b
      JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a (id text, kind text) ON a.id = b.id
      ORDER BY b.id FOR UPDATE OF b
    ), target AS (
      SELECT bool_and(answered_at IS NOT NULL) AS is_answered FROM held WHERE kind = 'host'
    ), due AS (
      SELECT h.id, h.used_until, l.seconds_apart, l.tolerance
      FROM held h CROSS JOIN target t
      JOIN limits l ON l.kind = CASE WHEN h.kind <> 'host' THEN h.kind
                                     WHEN h.answered_at IS NULL THEN 'unanswered' ELSE 'answered' END
      WHERE h.kind IN ('host', 'account') OR NOT t.is_answered
    ), wait AS (
      SELECT max(extract(epoch FROM used_until - clock_timestamp()) - tolerance)::float8 AS seconds FROM due
    ), used AS (
      UPDATE webhook_budget b
      SET used_until = GREATEST(b.used_until, clock_timestamp()) + due.seconds_apart * interval '1 second'
      FROM due, wait
      WHERE b.id = due.id AND wait.seconds <= 0 AND (SELECT count(*) FROM held) = ${rows.length}::int
    )
    SELECT (SELECT count(*)::int FROM held) AS found, seconds FROM wait`);
  if (!outcome || outcome.seconds === null || outcome.found < rows.length) return null;
  return Math.max(0, outcome.seconds);
}

/** Seconds until an account may send to a URL's host, as far as known before the DNS lookup; 0 for now. */
export async function readWait({ userId, url }: Account & { url: string }): Promise<number> {
  const { answered, unanswered, account } = budgets();
  const wait = (budget: Budget) =>
    sql`extract(epoch FROM used_until - now()) - ${secondsApart(budget) * (budget.burst - 1)}::float8`;
  const ofAccount = hostId(userId, "*");
  const [row] = await db().$queryRaw<{ seconds: number | null }[]>(sql`
    SELECT max(CASE WHEN id = ${ofAccount} THEN ${wait(account)} WHEN answered_at IS NULL THEN ${wait(unanswered)}
                    ELSE ${wait(answered)} END)::float8 AS seconds
    FROM webhook_budget WHERE id IN (${ofAccount}, ${hostId(userId, hostOfUrl(url))})`);
  return Math.max(0, row?.seconds ?? 0);
}

/**
 * Records that a host answered with 2xx. Returns true for its first time: waiting deliveries of the account may then
 * be sent.
 */
export async function noteAnswered(target: Target): Promise<boolean> {
  const ids = hostsOf(target).map((host) => hostId(target.userId, host));
  const { answered, unanswered } = budgets();
  const rows = await db().$queryRaw<{ isFirst: boolean }[]>(sql`
    UPDATE webhook_budget b
    SET answered_at = now(),
        -- In the unit of the larger budget; what was sent before counts.
        used_until = CASE WHEN b.answered_at IS NOT NULL THEN b.used_until
                          ELSE now() + ${secondsApart(answered) * unanswered.burst}::float8 * interval '1 second' END
    FROM (SELECT id, answered_at FROM webhook_budget WHERE id = ANY(${ids}::text[]) ORDER BY id FOR UPDATE) former
    WHERE b.id = former.id AND (former.answered_at IS NULL OR former.answered_at < now() - interval '1 day')
    RETURNING former.answered_at IS NULL AS "isFirst"`);
  return rows.some(({ isFirst }) => isFirst);
}

/** Hosts without a POST for this long are deleted: they must answer again when they are used again. */
const unusedDays = 30;

export async function purgeBudgets(): Promise<number> {
  return await db().$executeRaw(sql`
    DELETE FROM webhook_budget WHERE used_until < now() - ${unusedDays}::int * interval '1 day'`);
}

/**
 * The host of a URL as counted by budgets, without its port: the name without a trailing dot, or a literal address.
 */
export function hostOfUrl(url: string): string {
  const { hostname } = new URL(url);
  if (hostname.startsWith("[")) return networkOf(hostname.slice(1, -1));
  return hostname.toLowerCase().replace(/\.$/, "");
}

/** An address as counted by budgets: IPv4 exactly, IPv6 by its /64, which belongs to one party. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...prefix, ...Array<number>(8).fill(0)]).toString()}/64`;
}
