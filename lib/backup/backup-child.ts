// Runs a scheduled backup in a separate process, with a lower priority than the serving processes. Started by
// `task.ts`.
import { disconnectDb } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { lowerPriority } from "./create.ts";
import { runBackup } from "./scheduled.ts";

lowerPriority();
const ended = new AbortController();
const end = (why: string) => ended.abort(new Error(why));
process.on("disconnect", () => end("the process that started the backup has ended"));
process.on("SIGTERM", () => end("the backup was stopped"));
// Ctrl-C reaches the whole process group, but the service decides when its work ends.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

try {
  const { name, location, sizeBytes, expired } = await runBackup({ signal: ended.signal });
  log.info({ name, location, sizeBytes, expired: expired.length }, "backed up");
} catch (error) {
  process.exitCode = 1;
  // Without a parent process there is no receiver.
  if (process.connected) process.send?.({ error: error instanceof Error ? error.message : String(error) });
} finally {
  await disconnectDb();
  if (process.connected) process.disconnect();
}
