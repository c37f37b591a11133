import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { deployMigrations } from "../db/migrate.ts";
import { startScratchPostgres } from "../db/scratch.ts";

/** A folder in memory, where it is large enough: copying a database takes a tenth of the time there. */
async function fastFolder(): Promise<string> {
  const memory = "/dev/shm";
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 2 * 1024 ** 3 ? memory : os.tmpdir();
}

/** One disposable PostgreSQL for the whole run, with a migrated template database, and one cache folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startScratchPostgres(await fastFolder());
  const template = new URL(server.url);
  template.pathname = "/template_photos";
  if (server.sockets !== "") template.searchParams.set("host", server.sockets);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("CREATE DATABASE template_photos");
  await client.end();
  await deployMigrations(template.href);
  // Vite uses BASE_URL for something else in the test runner's own process.
  Object.assign(process.env, { BASE_URL: "http://localhost:3000", LOG_LEVEL: "silent" });
  const { installQueue } = await import("../queue/boss.ts");
  await installQueue(template.href);
  project.provide("templateDatabaseUrl", template.href);
  const runDir = await mkdtemp(path.join(os.tmpdir(), "photos-test-"));
  const cacheDir = process.env.TEST_CACHE_DIR ?? path.join(runDir, "cache");
  await mkdir(cacheDir, { recursive: true });
  project.provide("runDir", runDir);
  project.provide("cacheDir", cacheDir);
  return async () => {
    await server.stop();
    await rm(runDir, { recursive: true, force: true });
  };
}
