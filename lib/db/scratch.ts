import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { clusterAt } from "./embedded/cluster.ts";
import { findLivePostmaster, isAlive, stopPostmaster } from "./embedded/postmaster.ts";
import { socketFolder } from "./embedded/server.ts";
import { ensurePostgres } from "./embedded.ts";

const prefix = "photos-scratch-";

/**
 * A separate empty PostgreSQL in a temporary folder, for tests and for comparing schemas; `sockets`: the folder of its
 * socket file, or empty.
 */
export async function startScratchPostgres(
  parent = os.tmpdir(),
): Promise<{ url: string; sockets: string; stop(): Promise<void> }> {
  await clearLeftovers(parent);
  const folder = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
  await chmod(folder, 0o711);
  const server = await ensurePostgres(folder, { durable: false });
  return {
    url: server.url,
    sockets: socketFolder(clusterAt(folder)),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the servers of killed test runs. */
async function clearLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    names.map(async (name) => {
      const owner = Number(name.slice(prefix.length).split("-")[0]);
      if (isAlive(owner)) return;
      const folder = path.join(parent, name);
      const live = await findLivePostmaster(clusterAt(folder).data).catch(() => null);
      if (live) await stopPostmaster(live.pid).catch(() => {});
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }),
  );
}
