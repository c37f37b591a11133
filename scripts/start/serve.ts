// The server process: the app's handler behind our own front. `serve.ts start|dev PORT HOST`, started by `server.ts`.
import { env } from "#lib/platform/env.ts";
import { startDraining } from "#lib/platform/process.ts";
import { surviveClosedOutput } from "./output.mjs";
import { listenForStops, Shutdown, type Stop } from "./shutdown.ts";

/** Calls and jobs that are not done by then are handed back: the caller finds them by their Idempotency-Key. */
const workTimeoutMs = 60_000;
/** Load balancers notice meanwhile that this process is about to go. At Ctrl-C there is none. */
const graceMs = { SIGTERM: 5_000, SIGINT: 0, SIGHUP: 0 } as const;

surviveClosedOutput();
/** Until it serves there is nothing to finish. */
let drain = async (_stop: Stop, _hurried: AbortSignal): Promise<void> => undefined;
const shutdown = new Shutdown({ run: (stop, hurried) => drain(stop, hurried) });
listenForStops(shutdown, { report: true });

// Only now: loading takes a second, in which a signal may arrive.
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
// Whatever prints, the framework included: the log has one form.
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
  preparesPages: !isDev,
  // Only the development server speaks over web sockets.
  mayUpgrade: ({ headers }) => isDev && headers.upgrade?.toLowerCase() === "websocket",
});
if (isDev) front.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
const others = await listenOnAll(front, { port: Number(port), host: String(host) });

drain = async ({ signal }, hurried) => {
  startDraining();
  // The browser's web socket to the development server would never close.
  const closed = isDev ? Promise.resolve() : closeFront(front, others, graceMs[signal]);
  // Only here: the app has its own copy of the database's client, and a second one costs memory for nothing.
  const { drainWork } = await import("#lib/background.ts");
  await drainWork(closed, { timeoutMs: workTimeoutMs, hurried });
};
