// The server process: the app's request handler behind `createFront`. `serve.ts start|dev PORT HOST`, started by
// `server.ts`.
import { setTimeout as delay } from "node:timers/promises";
import { env } from "#lib/platform/env.ts";
import { isDraining, startDraining } from "#lib/platform/process.ts";
import { surviveClosedOutput } from "./output.mjs";
import { listenForStops, Shutdown, type Stop } from "./shutdown.ts";

/** Calls and jobs that run longer are returned to the queue; callers find them by their Idempotency-Key. */
const workTimeoutMs = 60_000;
/** Lets load balancers notice that this process is shutting down. With Ctrl-C there is none. */
const graceMs = { SIGTERM: 5_000, SIGINT: 0, SIGHUP: 0 } as const;

/** Without a database some pages cannot be rendered: the server answers then as well. */
const pagesWithinMs = 5_000;

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
  { closeFront, listenOnAll },
  { createFront },
  { log },
] = await Promise.all([
  import("next"),
  import("#lib/http/version.ts"),
  import("./version.ts"),
  import("#lib/http/listeners.ts"),
  import("#lib/http/front.ts"),
  import("#lib/platform/log.ts"),
]);
const [mode, port, host] = process.argv.slice(2);
const isDev = mode === "dev";
// Routes all output, the framework's included, to the log, so that it has one format.
if (!isDev) {
  console.error = (...parts: unknown[]) =>
    log.error({ err: parts.find((part) => part instanceof Error) }, parts.map(String).join(" "));
  console.warn = (...parts: unknown[]) => log.warn(parts.map(String).join(" "));
  console.log = (...parts: unknown[]) => log.debug(parts.map(String).join(" "));
}

noteVersion(await readVersion());
if (env().OTEL_EXPORTER_OTLP_ENDPOINT) (await import("#lib/platform/otel.ts")).startTracing();
const app = next({ dev: isDev, hostname: host, port: Number(port) });
await app.prepare();
const handler = app.getRequestHandler();
const upgrade = app.getUpgradeHandler();
const front = createFront((request, response) => handler(request, response), {
  // Only the development server uses web sockets.
  mayUpgrade: ({ headers }) => isDev && headers.upgrade?.toLowerCase() === "websocket",
});
if (isDev) front.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
/** Closes the connections. Before the service listens there are none; its workers may already run jobs. */
let close = async (_graceMs: number): Promise<void> => undefined;
drain = async ({ signal }, hurried) => {
  startDraining();
  const closed = close(graceMs[signal]);
  // Imported only here, because the app has its own copy of the database client and a second one costs memory.
  const { drainWork } = await import("#lib/background.ts");
  await drainWork(closed, { timeoutMs: workTimeoutMs, hurried });
};

// Before it listens, so that no probe or caller waits for them.
if (!isDev) await Promise.race([front.preparePages(), delay(pagesWithinMs)]);
// A stop may have come meanwhile.
const others = isDraining() ? [] : await listenOnAll(front, { port: Number(port), host: String(host) });
// The browser's web socket to the development server would never close.
if (!isDev) close = (graceMs) => closeFront(front, others, graceMs);
