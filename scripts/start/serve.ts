// The server process: the app's handler behind our own front. `serve.ts start|dev PORT HOST`, started by `server.ts`.
import { once } from "node:events";
import next from "next";
import { closeFront } from "#lib/http/connections.ts";
import { createFront } from "#lib/http/front.ts";
import { log } from "#lib/platform/log.ts";

const workTimeoutMs = 60_000;
/** Time for proxies to notice that this process is about to go; whoever presses Ctrl-C does not wait for them. */
const graceMs = { SIGTERM: 5_000, SIGINT: 0 } as const;

const [mode, port, host] = process.argv.slice(2);
const isDev = mode === "dev";
// Whatever prints, the framework included: the log has one form.
if (!isDev) {
  console.error = (...parts: unknown[]) =>
    log.error({ err: parts.find((part) => part instanceof Error) }, parts.map(String).join(" "));
  console.warn = (...parts: unknown[]) => log.warn(parts.map(String).join(" "));
  console.log = (...parts: unknown[]) => log.debug(parts.map(String).join(" "));
}

const app = next({ dev: isDev, hostname: host, port: Number(port) });
await app.prepare();
const handler = app.getRequestHandler();
const upgrade = app.getUpgradeHandler();
const front = createFront((request, response) => handler(request, response));
// Only the development server speaks over web sockets.
front.on("upgrade", (request, socket, head) =>
  isDev ? void upgrade(request, socket, head) : socket.destroy(),
);
front.listen(Number(port), host);
await once(front, "listening");

// A terminal that is closed tells every process; the one that started this says then how it ends.
process.on("SIGHUP", () => undefined);
let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    // Only here: the app has its own copy of the database's client, and a second one costs memory for nothing.
    const { drainWork } = await import("#lib/background.ts");
    // The browser's web socket to the development server would never close.
    const closed = isDev ? Promise.resolve() : closeFront(front, graceMs[signal]);
    await drainWork(closed, workTimeoutMs);
    process.exit(0);
  });
}
