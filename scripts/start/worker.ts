// `npm run worker`: makes photos and cut-outs and runs scheduled tasks, beside the processes that serve.
import { setTimeout as delay } from "node:timers/promises";
import { findPostgres } from "#lib/db/embedded.ts";
import { explainFileError } from "#lib/platform/data-dir.ts";
import { env, imageHostSettings } from "#lib/platform/env.ts";
import { makeFilesPrivate } from "#lib/platform/private-files.ts";
import { generateClient } from "../generate.ts";
import { listenAddress } from "./address.ts";
import { prepareCutOutNetwork } from "./cut-out-network.ts";
import { prepareDataFolder, type ServiceFile } from "./lock.ts";
import { migrateOnStart } from "./migrate.ts";
import { requireOpenFiles } from "./open-files.ts";
import { surviveClosedOutput } from "./output.mjs";
import { readServiceFile } from "./port.mjs";
import { reportReady } from "./ready.ts";
import { readSettingsOrExit } from "./settings.ts";
import { listenForStops, Shutdown, type Stop } from "./shutdown.ts";

/** After this time the worker returns its running jobs to the queue. */
const drainTimeoutMs = 60_000;
const pollMs = 2_000;
/** Exit code that makes `run.mjs` restart the worker: the embedded database has moved to another port. */
const runAgain = 75;

surviveClosedOutput();
const given = await readSettingsOrExit();
let isWorking = false;
const shutdown = new Shutdown({
  run: drain,
  isTerminal: process.stdin.isTTY === true,
  print: (message) => console.log(`\n${message}`),
});
listenForStops(shutdown);

try {
  await work();
} catch (error) {
  if (!shutdown.hasBegun) {
    const explained = explainFileError(error, given.DATA_DIR);
    console.error(explained instanceof Error ? explained.message : explained);
    process.exit(1);
  }
}

async function work(): Promise<void> {
  if (given.WORKERS === 0) throw new Error("WORKERS=0 disables this worker: unset it.");
  requireOpenFiles();
  await prepareDataFolder(given.DATA_DIR);
  await prepareCutOutNetwork();
  const { databaseUrl, baseUrl } = await findService();
  await Promise.all([migrateOnStart(databaseUrl, given), generateClient()]);
  makeFilesPrivate();
  // Read by all modules that are loaded from here on.
  Object.assign(process.env, {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    BASE_URL: baseUrl,
    DATA_DIR: given.DATA_DIR,
    BACKUP_SCHEDULE: given.BACKUP_SCHEDULE,
  });
  const [{ startBackground }, { workerSlots }] = await Promise.all([
    import("#lib/background.ts"),
    import("#lib/generations/run/worker.ts"),
  ]);
  await answerProbes();
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT) (await import("#lib/platform/otel.ts")).startTracing();
  isWorking = true;
  await startBackground();
  if (shutdown.hasBegun) return;
  reportReady();
  console.log(`✓ Working for ${baseUrl}, ${workerSlots()} jobs at a time. Stop: Ctrl-C`);
  if (!given.DATABASE_URL) await untilMoved(databaseUrl);
}

/** Serves health probes on WORKER_PORT until the process ends. */
async function answerProbes(): Promise<void> {
  const { WORKER_PORT: port } = given;
  if (port === undefined) return;
  const [{ serveProbes }, { noteVersion }, { readVersion }] = await Promise.all([
    import("#lib/http/probes.ts"),
    import("#lib/http/version.ts"),
    import("./version.ts"),
  ]);
  noteVersion(await readVersion());
  await serveProbes({ port, host: listenAddress(env().BASE_URL) }).catch((cause: unknown) => {
    const problem = cause instanceof Error ? cause.message : String(cause);
    const fix = "set a different one for each worker of a machine.";
    throw new Error(`WORKER_PORT cannot be used (${problem}): ${fix}`, { cause });
  });
}

/** Database and address of the service, from the environment or from the service running on this DATA_DIR. */
async function findService(): Promise<{ databaseUrl: string; baseUrl: string }> {
  const { DATA_DIR, DATABASE_URL, BASE_URL } = given;
  const hostNames = imageHostSettings.join(" or ");
  const service = readServiceFile(DATA_DIR) as ServiceFile | null;
  const isBeside = service?.purpose === "service";
  if (DATABASE_URL && !isBeside && !imageHostSettings.some((name) => given[name])) {
    throw new Error(
      `The picture storage is not set: set ${hostNames} as for the service, or DATA_DIR to the folder of a service ` +
        `on this machine, which ${DATA_DIR} is not.`,
    );
  }
  const databaseUrl = DATABASE_URL ?? (await findPostgres(DATA_DIR))?.url;
  if (!databaseUrl || !(isBeside || DATABASE_URL)) {
    throw new Error(
      `No service runs on ${DATA_DIR}: run npm start first, or set DATABASE_URL (and ${hostNames}) to those of ` +
        "the service on another machine.",
    );
  }
  return { databaseUrl, baseUrl: process.env.BASE_URL || !service ? BASE_URL : service.base_url };
}

/** Waits until the embedded database has another port, as after a restart of the service. */
async function untilMoved(url: string): Promise<void> {
  for (;;) {
    await delay(pollMs, undefined, { ref: false });
    const found = await findPostgres(given.DATA_DIR).catch(() => null);
    if (shutdown.hasBegun) return;
    if (found && found.url !== url) {
      shutdown.request({ message: "The database has moved: restarting …", exitCode: runAgain });
      return;
    }
  }
}

/** Accepts no new jobs and finishes the running ones. */
async function drain({ exitCode }: Stop, hurried: AbortSignal): Promise<void> {
  if (!isWorking) return;
  const { drainWork } = await import("#lib/background.ts");
  // If the database has moved, running jobs cannot be completed.
  const timeoutMs = exitCode === runAgain ? 0 : drainTimeoutMs;
  await drainWork(Promise.resolve(), { timeoutMs, hurried });
}
