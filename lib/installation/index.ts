import path from "node:path";
import pg from "pg";
import { newId } from "../platform/ids.ts";
import { tryLock } from "../platform/os-lock.ts";
import type { Standby } from "./judge.ts";
import { type Judgement, judge } from "./judge.ts";
import { demote, readFacts, readRecord, writeRecord } from "./record.ts";

/** Lock held by the one process that serves from a data directory or runs its database. */
export const serviceLock = (dataDir: string) => path.join(dataDir, "service.lock");

/** A data directory with its embedded database, already migrated. */
export interface Installed {
  dataDir: string;
  url: string;
}

export interface Settled {
  /** Null if this is the installation. */
  standby: Standby | null;
  /** The previous path, if the directory has moved since the last start. */
  formerPath: string | null;
}

/**
 * Decides whether a data directory is its installation or a copy, before anything acts on it, and records the
 * decision for all processes. `readOnly` is for processes without the directory's lock; they come to the same
 * decision. Embedded databases only, because an external one may serve several directories.
 */
export async function settleInstallation(
  { dataDir, url }: Installed,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<Settled> {
  return await withClient(url, async (client) => {
    const row = await readRow(client);
    const facts = { ...(await readFacts(dataDir)), databaseId: row?.id ?? null };
    const judgement = judge(facts);
    const former = facts.record;
    const id = row?.id ?? former?.id ?? newId("ins");
    if (judgement.kind === "standby") {
      const standby = { reason: judgement.reason, path: former?.path ?? null };
      await writeRow(client, { id, standby });
      return { standby, formerPath: null };
    }
    if (!readOnly) {
      // The file is written first: the next start repairs a directory whose file is newer than its database.
      const createdAt = former?.created_at ?? new Date().toISOString();
      if (isOutdated(judgement, facts)) await writeRecord(dataDir, { id, createdAt });
      if (row?.id !== id || row.standby) await writeRow(client, { id, standby: null });
    }
    const hasMoved = judgement.kind === "original" && judgement.change === "moved";
    return { standby: null, formerPath: hasMoved ? (former?.path ?? null) : null };
  });
}

function isOutdated(judgement: Judgement, { record, here }: Awaited<ReturnType<typeof readFacts>>): boolean {
  if (judgement.kind !== "original" || judgement.change !== "none") return true;
  return here.machine !== null && record?.machine !== here.machine;
}

/** The installation recorded in the database, with its standby state. Null before the first start. */
export async function readInstallation(url: string): Promise<{ id: string; standby: Standby | null } | null> {
  return await withClient(url, readRow);
}

/**
 * Gives a database, and its directory if it has one, an identity of its own. From then on it works on its own,
 * regardless of what it was copied or restored from. Changes nothing else.
 */
export async function assignNewInstallation({
  dataDir,
  url,
}: {
  dataDir: string | null;
  url: string;
}): Promise<string> {
  const id = newId("ins");
  await withClient(url, async (client) => {
    if (dataDir !== null) await writeRecord(dataDir, { id, createdAt: new Date().toISOString() });
    await writeRow(client, { id, standby: null });
  });
  return id;
}

/**
 * Makes this directory the installation; the directory that it was copied from, if reachable, becomes the copy.
 * Returns that directory's path, or null. Throws while a service runs there.
 */
export async function takeOverInstallation({ dataDir, url }: Installed): Promise<string | null> {
  return await withClient(url, async (client) => {
    const { record, recordedPlace } = await readFacts(dataDir);
    const isThere = recordedPlace === "the installation" || recordedPlace === "another copy";
    const other = isThere && record ? holdFolder(record.path) : null;
    if (other?.isBusy) {
      throw new Error(
        `A service runs on ${other.dataDir}: stop it first, or make this copy a service of its own with ` +
          "`npm run admin -- installation separate`.",
      );
    }
    try {
      const id = (await readRow(client))?.id ?? record?.id ?? newId("ins");
      const createdAt = record?.created_at ?? new Date().toISOString();
      await writeRecord(dataDir, { id, createdAt });
      const own = await readRecord(dataDir);
      if (other && own) await demote(other.dataDir, own);
      await writeRow(client, { id, standby: null });
      return other?.dataDir ?? null;
    } finally {
      other?.release();
    }
  });
}

/** Prevents services from starting on a directory until released; null if it is not writable. */
function holdFolder(dataDir: string): { dataDir: string; isBusy: boolean; release: () => void } | null {
  try {
    const release = tryLock(serviceLock(dataDir));
    return { dataDir, isBusy: release === null, release: release ?? (() => undefined) };
  } catch {
    return null;
  }
}

async function readRow(client: pg.Client): Promise<{ id: string; standby: Standby | null } | null> {
  const { rows } = await client.query<{ id: string; standby: Standby | null }>(
    "SELECT id, standby FROM installation",
  );
  return rows[0] ?? null;
}

async function writeRow(
  client: pg.Client,
  { id, standby }: { id: string; standby: Standby | null },
): Promise<void> {
  await client.query(
    `INSERT INTO installation (id, standby) VALUES ($1, $2)
     ON CONFLICT (is_only) DO UPDATE SET id = excluded.id, standby = excluded.standby`,
    [id, standby && JSON.stringify(standby)],
  );
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
