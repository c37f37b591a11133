// The start proper, under the project's own Node: `main.ts start` or `main.ts dev`.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readEnvironment } from "#lib/platform/env.ts";
import { Service } from "./service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const mode = process.argv[2] === "dev" ? "dev" : "start";

// Node 18, which may have run the script before, cannot. Variables already set win.
if (existsSync(path.join(root, ".env"))) process.loadEnvFile(path.join(root, ".env"));

let environment: ReturnType<typeof readEnvironment>;
try {
  environment = readEnvironment(process.env);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

const service = new Service(path.resolve(root), mode, environment);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void service.stop("Stopping …", 0, signal === "SIGTERM" ? signal : "SIGINT"));
}
process.on("message", (message) => {
  const wanted = typeof message === "object" && message !== null && "stop" in message ? message.stop : null;
  void service.stop("Stopping …", 0, wanted === "SIGTERM" ? wanted : "SIGINT");
});
process.on("disconnect", () => void service.stop("npm start has ended: stopping …", 1));
process.channel?.unref();
await service.run();
