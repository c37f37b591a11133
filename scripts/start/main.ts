// Starts the service under the project's own Node: `main.ts start` or `main.ts dev`.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { surviveClosedOutput } from "./output.mjs";
import { listenForStops, Shutdown } from "./shutdown.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const mode = process.argv[2] === "dev" ? "dev" : "start";

surviveClosedOutput();
let stopService: InstanceType<typeof import("./service.ts").Service>["tearDown"] = async () => undefined;
const shutdown = new Shutdown({
  run: (stop, hurried) => stopService(stop, hurried),
  isTerminal: process.stdin.isTTY === true,
  print: (message, { exitCode }) => (exitCode === 0 ? console.log : console.error)(`\n${message}`),
});
listenForStops(shutdown);

// `start.mjs` may have run under Node 18, which cannot load it. Variables that are already set take precedence.
if (existsSync(path.join(root, ".env"))) process.loadEnvFile(path.join(root, ".env"));

// Imported after the signal handlers are installed, because loading takes a moment.
const [{ readSettingsOrExit }, { Service }] = await Promise.all([
  import("./settings.ts"),
  import("./service.ts"),
]);
const environment = await readSettingsOrExit();
const service = new Service(path.resolve(root), mode, environment, (stop) => shutdown.request(stop));
stopService = (stop, hurried) => service.tearDown(stop, hurried);
if (!shutdown.hasBegun) await service.run();
