// Commands on an archive use a database of their own, not that of a running service.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { inspectArchive } from "#lib/backup/load.ts";
import { beginRestore, endRestore, requireEmptyDatabase } from "#lib/backup/schema.ts";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";
import type { Environment } from "#lib/platform/env.ts";
import { type CommandName, getText, type Values } from "../admin/usage.ts";
import { readPassphrase } from "../parts/archive.ts";
import { lockDataDir } from "./lock.ts";

interface OwnDatabase {
  url: string;
  /** Environment variables for the tool. */
  variables: Record<string, string>;
  /** Must be called when the tool has succeeded, before `release`. */
  succeed(): Promise<void>;
  release(): Promise<void>;
}

/** Opens the empty database that a command fills; null for commands that use the service's database. */
export async function reachOwnDatabase(
  command: CommandName,
  values: Values,
  environment: Environment,
): Promise<OwnDatabase | null> {
  if (command === "restore") return await beginRestoring(values, environment);
  return command === "backup verify" ? await openScratch() : null;
}

async function openScratch(): Promise<OwnDatabase> {
  const [server, folder] = await Promise.all([
    startScratchPostgres(),
    mkdtemp(path.join(os.tmpdir(), "photos-verify-")),
  ]);
  return {
    url: server.url,
    variables: { DATA_DIR: folder },
    succeed: async () => {},
    release: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Validates everything before anything is written. */
async function beginRestoring(values: Values, { PORT: port }: Environment): Promise<OwnDatabase> {
  const file = getText(values, "file");
  const folder = getText(values, "data-dir");
  const dataDir = folder && path.resolve(folder);
  if (!file || !dataDir)
    throw new Error("The archive or the empty folder is missing: restore FILE --data-dir D");
  const { header } = await inspectArchive(file, await readPassphrase(getText(values, "passphrase-file")));
  const givenUrl = getText(values, "database-url");
  if (givenUrl !== undefined) await requireEmptyDatabase(givenUrl);
  await beginRestore(dataDir, file);
  const baseUrl = getText(values, "base-url") ?? header.baseUrl;
  const me = { parent_pid: process.ppid, purpose: "tool", port, base_url: baseUrl } as const;
  const unlock = await lockDataDir(dataDir, me, { isRestoring: true });
  const server = givenUrl === undefined ? await ensurePostgres(dataDir) : null;
  return {
    url: server?.url ?? givenUrl ?? "",
    variables: { DATA_DIR: dataDir, BASE_URL: baseUrl },
    succeed: () => endRestore(dataDir),
    release: async () => {
      await server?.stop();
      unlock();
    },
  };
}
