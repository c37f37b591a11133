// The server process: the routes of the API and the framework's pages behind `createFront`. `serve.ts start|dev PORT
// HOST`, started by `server.ts`.
import path from "node:path";
import { DataDirError, explainFileError } from "#lib/platform/data-dir.ts";
import { env } from "#lib/platform/env.ts";
import { makeFilesPrivate } from "#lib/platform/private-files.ts";
import { isDraining, startDraining } from "#lib/platform/process.ts";
import { surviveClosedOutput } from "./output.mjs";
import type { StartFailure } from "./server.ts";
import { listenForStops, Shutdown, type Stop } from "./shutdown.ts";

/** Calls and jobs that run longer are returned to the queue; callers find them by their Idempotency-Key. */
const workTimeoutMs = 60_000;
/** Lets load balancers notice that this process is shutting down. With Ctrl-C there is none. */
const graceMs = { SIGTERM: 5_000, SIGINT: 0, SIGHUP: 0 } as const;

const root = path.resolve(import.meta.dirname, "../..");
surviveClosedOutput();
/** Before the server is ready there is nothing to finish. */
let drain = async (_stop: Stop, _hurried: AbortSignal): Promise<void> => undefined;
const shutdown = new Shutdown({ run: (stop, hurried) => drain(stop, hurried) });
listenForStops(shutdown, { report: true });

// Imported after the signal handlers are installed, because loading takes a second.
const [
  { default: next },
  { noteVersion },
  { readVersion },
  { closeFront, listen },
  { createFront },
  { loadRoutes },
  { startBackground },
  { log },
  { getRequest },
] = await Promise.all([
  import("next"),
  import("#lib/http/version.ts"),
  import("./version.ts"),
  import("#lib/http/listen.ts"),
  import("#lib/http/front.ts"),
  import("#lib/http/route-table.ts"),
  import("#lib/background.ts"),
  import("#lib/platform/log.ts"),
  import("#lib/platform/requests.ts"),
]);
const [mode, port, host] = process.argv.slice(2);
const isDev = mode === "dev";
// The development server also writes the program's files.
if (!isDev) makeFilesPrivate();
// Routes all output, the framework's included, to the log, so that it has one format.
if (!isDev) {
  // What the framework says of a form that it cannot read is of no use to the operator.
  const unless = (level: "error" | "warn") => (getRequest()?.hasUnreadForm ? "debug" : level);
  console.error = (...parts: unknown[]) =>
    log[unless("error")]({ err: parts.find((part) => part instanceof Error) }, parts.map(String).join(" "));
  console.warn = (...parts: unknown[]) => log[unless("warn")](parts.map(String).join(" "));
  console.log = (...parts: unknown[]) => log.debug(parts.map(String).join(" "));
}

await start().catch(giveUp);

async function start(): Promise<void> {
  noteVersion(await readVersion());
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT) (await import("#lib/platform/otel.ts")).startTracing();
  const app = next({ dev: isDev, hostname: host, port: Number(port) });
  const [routes] = await Promise.all([
    loadRoutes(path.join(root, "app"), { seed: process.env.ROUTE_ORDER_SEED }),
    app.prepare(),
  ]);
  // Before it listens: charges of a process that died are refunded first.
  await startBackground();
  // Loading the words of all scenes takes 80 ms and would delay other requests at the first prompt.
  (await import("#lib/scenes/match.ts")).matchScenes("");
  const handler = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  const front = createFront((request, response) => handler(request, response), {
    routes,
    // Only the development server uses web sockets.
    mayUpgrade: ({ headers }) => isDev && headers.upgrade?.toLowerCase() === "websocket",
  });
  if (isDev) front.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  /** Closes the connections. Before the service listens there are none; its workers may already run jobs. */
  let close = async (_graceMs: number): Promise<void> => undefined;
  drain = async ({ signal }, hurried) => {
    startDraining();
    const closed = close(graceMs[signal]);
    const { drainWork } = await import("#lib/background.ts");
    await drainWork(closed, { timeoutMs: workTimeoutMs, hurried });
  };

  // A stop may have come meanwhile.
  if (isDraining()) return;
  await listen(front, { port: Number(port), host: String(host) });
  // The browser's web socket to the development server would never close.
  if (!isDev) close = (graceMs) => closeFront(front, graceMs);
}

/** Without this, the framework would report the error, and the process would go on without listening. */
function giveUp(error: unknown): void {
  const explained = explainFileError(error, env().DATA_DIR);
  const end = () => process.exit(1);
  if (process.send && explained instanceof DataDirError) {
    process.send({ reason: explained.message } satisfies StartFailure, end);
  } else {
    log.fatal({ err: explained }, "the server cannot start");
    end();
  }
}
