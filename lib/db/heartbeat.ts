import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { bootId } from "../platform/process.ts";
import { db, type Prisma, sql } from "./index.ts";
import { checkPresence, forgetPresence, showPresence } from "./presence.ts";
import { isUnavailable } from "./unavailable.ts";

/** Workers send a heartbeat every second, so that callers learn within two seconds that none is left. */
const workerHeartbeatMs = 1_000;
/** A process that takes no jobs sends a heartbeat only every so many seconds. */
const idleTicks = 10;
/** A worker that this machine cannot check counts as dead after this many intervals without a heartbeat. */
const missedHeartbeats = 2;
/** Limit of concurrent heartbeat statements, as the database may be slow. */
const maxSending = 2;
const logEveryMs = 10_000;

/** A process without a heartbeat for this long is dead. */
const silenceMs = 45_000;
/** A longer gap between own heartbeats means that the database was unavailable and every process was silent. */
const steadyHeartbeatMs = 20_000;

/** The capacity of a process: its concurrent jobs, and the milliseconds that each kind of job takes. */
export interface Capacity {
  slots: number;
  paces: Record<string, number>;
}

const capacity = lazy(() => ({ read: (): Capacity => ({ slots: 0, paces: {} }) }));

/** Makes every heartbeat report the capacity returned by `read`. */
export function reportCapacity(read: () => Capacity): void {
  capacity().read = read;
}

const providers = lazy(() => ({ read: (): Record<string, string> => ({}) }));

/** Makes every heartbeat report the states of hosted models' providers, by name, as returned by `read`. */
export function reportProviders(read: () => Record<string, string>): void {
  providers().read = read;
}

/** Whether this process takes jobs of paid work. */
export function isWorker(): boolean {
  return capacity().read().slots > 0;
}

/** Whether any process of this service runs, on whichever machine. */
export async function isAnyRunning(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>(sql`
    SELECT FROM app_process WHERE heartbeat_at >= now() - ${silenceMs}::int * interval '1 millisecond' LIMIT 1`);
  return rows.length > 0;
}

const beating = lazy(
  () => ({
    timer: undefined as NodeJS.Timeout | undefined,
    sending: new Set<Promise<void>>(),
    loggedAtMs: Number.NEGATIVE_INFINITY,
    /** Since when heartbeats are sent without a gap. */
    steadySinceMs: null as number | null,
    sentAtMs: 0,
  }),
  ({ timer }) => clearInterval(timer),
);

/** Sends heartbeats until `removeOwnProcess`. Each process must do so for itself, so no queue is used. */
export function startHeartbeats(): void {
  clearInterval(beating().timer);
  let ticks = Math.floor(Math.random() * idleTicks);
  beating().timer = setInterval(() => {
    ticks += 1;
    const isDue = isWorker() || ticks % idleTicks === 0;
    const { sending } = beating();
    if (!isDue || sending.size >= maxSending) return;
    const sent = sendHeartbeat()
      .catch(logFailure)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }, workerHeartbeatMs).unref();
}

function logFailure(error: unknown): void {
  if (performance.now() - beating().loggedAtMs < logEveryMs) return;
  beating().loggedAtMs = performance.now();
  if (isUnavailable(error)) log.warn(`the heartbeat could not be stored: ${error.message}`);
  else log.error({ err: error }, "the heartbeat failed");
}

/** Reports that this process is alive, its capacity, and the states of providers. */
export async function sendHeartbeat(): Promise<void> {
  const { slots, paces } = capacity().read();
  const intervalMs = workerHeartbeatMs * (slots > 0 ? 1 : idleTicks);
  await db().$executeRaw(sql`
    WITH forgotten AS (
      DELETE FROM app_process WHERE heartbeat_at < now() - interval '1 day' AND boot_id <> ${bootId()}
    )
    INSERT INTO app_process (boot_id, instance, slots, paces, providers, heartbeat_ms)
    VALUES (${bootId()}, ${showPresence()}, ${slots}::int, ${JSON.stringify(paces)}::jsonb,
            ${JSON.stringify(providers().read())}::jsonb, ${intervalMs}::int)
    ON CONFLICT (boot_id) DO UPDATE SET heartbeat_at = now(), slots = excluded.slots, paces = excluded.paces,
                                        providers = excluded.providers, heartbeat_ms = excluded.heartbeat_ms`);
  const now = performance.now();
  const sent = beating();
  if (sent.steadySinceMs === null || now - sent.sentAtMs > steadyHeartbeatMs) sent.steadySinceMs = now;
  sent.sentAtMs = now;
}

/** The states of the providers of hosted models, as reported by each running process. */
export async function readProviderReports(): Promise<unknown[]> {
  const rows = await db().$queryRaw<{ providers: unknown }[]>(sql`
    SELECT providers FROM app_process
    WHERE heartbeat_at >= now() - ${silenceMs}::int * interval '1 millisecond' LIMIT 1000`);
  return rows.map((row) => row.providers);
}

/** A worker that is alive. */
export interface LiveWorker extends Capacity {
  /** Milliseconds since it was last known to be alive; 0 when the operating system confirms that it is alive now. */
  seenMsAgo: number;
}

/**
 * The running workers. The operating system's answer decides where it is available; else a worker counts as alive
 * until it misses two heartbeats. That is no proof of death: refunds wait for `dropDeadProcesses`.
 */
export async function findLiveWorkers(): Promise<LiveWorker[]> {
  const rows = await db().$queryRaw<
    (Capacity & { id: string; place: string; ms: number; everyMs: number })[]
  >(sql`
    SELECT boot_id AS id, instance AS place, slots, paces, heartbeat_ms AS "everyMs",
           (extract(epoch FROM now() - heartbeat_at) * 1000)::float8 AS ms
    FROM app_process WHERE slots > 0 ORDER BY heartbeat_at`);
  return rows.flatMap(({ id, place, slots, paces, ms, everyMs }) => {
    const presence = checkPresence(id, place);
    const isAlive = presence === "alive" || (presence === "unknown" && ms <= missedHeartbeats * everyMs);
    return isAlive ? [{ slots, paces, seenMsAgo: presence === "alive" ? 0 : Math.max(0, ms) }] : [];
  });
}

/** Deletes processes that are proven to be gone, or silent for too long while the own heartbeats were steady. */
export async function dropDeadProcesses(): Promise<void> {
  const { steadySinceMs } = beating();
  const isSteady = steadySinceMs !== null && performance.now() - steadySinceMs >= silenceMs;
  const others = await db().$queryRaw<{ id: string; place: string; silent: boolean }[]>(sql`
    SELECT boot_id AS id, instance AS place,
           heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond' AS silent
    FROM app_process WHERE boot_id <> ${bootId()}`);
  const gone = others.filter(({ id, place }) => checkPresence(id, place) === "gone").map(({ id }) => id);
  const silent = isSteady ? others.filter((other) => other.silent).map(({ id }) => id) : [];
  if (gone.length + silent.length === 0) return;
  await db().$executeRaw(sql`
    DELETE FROM app_process
    WHERE boot_id = ANY(${gone}::text[])
       OR (boot_id = ANY(${silent}::text[])
           AND heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond')`);
  for (const id of gone) forgetPresence(id);
}

/** A subquery that returns a row while the process with this boot id is listed. */
export function processIsListed(bootIdColumn: Prisma.Sql): Prisma.Sql {
  return sql`SELECT FROM app_process p WHERE p.boot_id = ${bootIdColumn}`;
}

/** Stops the heartbeats and deletes this process from the list, so that no other process waits for it. */
export async function removeOwnProcess(): Promise<void> {
  const { timer, sending } = beating();
  clearInterval(timer);
  // A heartbeat that arrives later would list this process again.
  await Promise.all(sending);
  await db().appProcess.deleteMany({ where: { bootId: bootId() } });
}
