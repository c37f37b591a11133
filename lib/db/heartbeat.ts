import { bootId } from "../platform/process.ts";
import { processSlot } from "../platform/process-slot.ts";
import { db, type Prisma, sql } from "./index.ts";
import { forgetPresence, isGone, showPresence } from "./presence.ts";

/** A process that has not been heard of for this long is dead. */
const silenceMs = 45_000;
/** Own heartbeats further apart than this: the database was away, and everybody was silent. */
const steadyHeartbeatMs = 20_000;
let steadySinceMs: number | null = null;
let heartbeatAtMs = 0;

/** What a process can do: how many jobs at a time, and the milliseconds that kinds of them take it. */
export interface Capacity {
  slots: number;
  paces: Record<string, number>;
}

const capacity = processSlot("own-capacity", () => ({ read: (): Capacity => ({ slots: 0, paces: {} }) }));

/** From now on every heartbeat tells what `read` answers. */
export function reportCapacity(read: () => Capacity): void {
  capacity().read = read;
}

const providers = processSlot("own-providers", () => ({ read: (): Record<string, string> => ({}) }));

/** From now on every heartbeat tells what `read` answers: states of the providers of hosted models, by name. */
export function reportProviders(read: () => Record<string, string>): void {
  providers().read = read;
}

/** Says that this process is alive, what it can do, and what it found out about others' services. */
export async function sendHeartbeat(): Promise<void> {
  const { slots, paces } = capacity().read();
  await db().$executeRaw(sql`
    WITH forgotten AS (
      DELETE FROM app_process WHERE heartbeat_at < now() - interval '1 day' AND boot_id <> ${bootId()}
    )
    INSERT INTO app_process (boot_id, instance, slots, paces, providers)
    VALUES (${bootId()}, ${showPresence()}, ${slots}::int, ${JSON.stringify(paces)}::jsonb,
            ${JSON.stringify(providers().read())}::jsonb)
    ON CONFLICT (boot_id) DO UPDATE SET heartbeat_at = now(), slots = excluded.slots, paces = excluded.paces,
                                        providers = excluded.providers`);
  const now = performance.now();
  if (steadySinceMs === null || now - heartbeatAtMs > steadyHeartbeatMs) steadySinceMs = now;
  heartbeatAtMs = now;
}

/** What each living process found out about the providers of hosted models, as it told. */
export async function readProviderReports(): Promise<unknown[]> {
  const rows = await db().$queryRaw<{ providers: unknown }[]>(sql`
    SELECT providers FROM app_process
    WHERE heartbeat_at >= now() - ${silenceMs}::int * interval '1 millisecond' LIMIT 1000`);
  return rows.map((row) => row.providers);
}

/** Takes processes off the list that are proved to be gone or, while all is steady here, silent for too long. */
export async function dropDeadProcesses(): Promise<void> {
  const isSteady = steadySinceMs !== null && performance.now() - steadySinceMs >= silenceMs;
  const others = await db().$queryRaw<{ id: string; place: string; silent: boolean }[]>(sql`
    SELECT boot_id AS id, instance AS place,
           heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond' AS silent
    FROM app_process WHERE boot_id <> ${bootId()}`);
  const gone = others.filter(({ id, place }) => isGone(id, place)).map(({ id }) => id);
  const silent = isSteady ? others.filter((other) => other.silent).map(({ id }) => id) : [];
  if (gone.length + silent.length === 0) return;
  await db().$executeRaw(sql`
    DELETE FROM app_process
    WHERE boot_id = ANY(${gone}::text[])
       OR (boot_id = ANY(${silent}::text[])
           AND heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond')`);
  for (const id of gone) forgetPresence(id);
}

/** A statement that finds a row while the process with this boot id is on the list. */
export function processIsListed(bootIdColumn: Prisma.Sql): Prisma.Sql {
  return sql`SELECT FROM app_process p WHERE p.boot_id = ${bootIdColumn}`;
}

/** Takes this process off the list, so that nobody need wait for it. */
export async function removeOwnProcess(): Promise<void> {
  await db().appProcess.deleteMany({ where: { bootId: bootId() } });
}
