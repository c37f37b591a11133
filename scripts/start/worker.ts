// `npm run worker`: makes photos and cut-outs, and runs what has a time of its own, beside the processes that serve.
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findPostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { readEnvironment } from "#lib/platform/env.ts";
import { generateClient } from "../generate.ts";
import { prepareCutOutNetwork } from "./cut-out-network.ts";
import type { ServiceFile } from "./lock.ts";
import { readServiceFile } from "./port.mjs";

/** After this it hands back what still runs. */
const drainTimeoutMs = 60_000;
const lookEveryMs = 2_000;
/** Tells `run.mjs` to start it again: the embedded database has another address since the service was restarted. */
const runAgain = 75;

const given = readEnvironmentOrExit();
let isWorking = false;
let stopping: Promise<void> | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void stop("Stopping …"));
}
process.on("disconnect", () => void stop("npm run worker has ended: stopping …"));
process.channel?.unref();

try {
  await work();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function work(): Promise<void> {
  if (given.WORKERS === 0) throw new Error("WORKERS=0 leaves a worker nothing to do: unset it here.");
  await prepareCutOutNetwork();
  const { databaseUrl, baseUrl } = await findService();
  await Promise.all([deployMigrations(databaseUrl), generateClient()]);
  // Read by everything that is loaded from here on.
  Object.assign(process.env, {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    BASE_URL: baseUrl,
    DATA_DIR: given.DATA_DIR,
  });
  const [{ startBackground }, { workerSlots }] = await Promise.all([
    import("#lib/background.ts"),
    import("#lib/generations/worker.ts"),
  ]);
  isWorking = true;
  await startBackground();
  if (stopping) return;
  console.log(`✓ Working for ${baseUrl}, ${workerSlots()} at a time. Stop: Ctrl-C`);
  if (!given.DATABASE_URL) await untilMoved(databaseUrl);
}

/** The database and the address of the service: what the environment says, or what runs on this DATA_DIR. */
async function findService(): Promise<{ databaseUrl: string; baseUrl: string }> {
  const { DATA_DIR, DATABASE_URL, CLOUDINARY_URL, BASE_URL } = given;
  const service = readServiceFile(DATA_DIR) as ServiceFile | null;
  const isBeside = service?.purpose === "service";
  if (DATABASE_URL && !isBeside && !CLOUDINARY_URL) {
    throw new Error(
      "Where to put the pictures? Set CLOUDINARY_URL as for the service, or DATA_DIR to the folder of a service " +
        `on this machine: ${DATA_DIR} is none.`,
    );
  }
  const databaseUrl = DATABASE_URL ?? (await findPostgres(DATA_DIR))?.url;
  if (!databaseUrl || !(isBeside || DATABASE_URL)) {
    throw new Error(
      `No service runs on ${DATA_DIR}: begin with npm start, or set DATABASE_URL (and CLOUDINARY_URL) to those of ` +
        "the service elsewhere.",
    );
  }
  return { databaseUrl, baseUrl: process.env.BASE_URL || !service ? BASE_URL : service.base_url };
}

/** A service that was stopped and started again has its database at another port. */
async function untilMoved(url: string): Promise<void> {
  for (;;) {
    await delay(lookEveryMs, undefined, { ref: false });
    const found = await findPostgres(given.DATA_DIR).catch(() => null);
    if (stopping) return;
    if (found && found.url !== url) return await stop("The database has moved: starting again …", runAgain);
  }
}

/** Takes no new jobs and finishes what runs. */
function stop(message: string, exitCode = 0): Promise<void> {
  stopping ??= (async () => {
    console.log(message);
    // Where the database is another now, nothing that runs can be ended well.
    const timeoutMs = exitCode === runAgain ? 0 : drainTimeoutMs;
    if (isWorking) {
      const { drainWork } = await import("#lib/background.ts");
      await drainWork(Promise.resolve(), timeoutMs);
    }
    process.exit(exitCode);
  })();
  return stopping;
}

function readEnvironmentOrExit(): ReturnType<typeof readEnvironment> {
  try {
    const environment = readEnvironment(process.env);
    return { ...environment, DATA_DIR: path.resolve(environment.DATA_DIR) };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
