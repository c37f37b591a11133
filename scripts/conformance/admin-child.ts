// Runs several commands of the admin tool in one process, because each process takes seconds to load.
import { disconnectDb } from "#lib/db/index.ts";
import { stopQueue } from "#lib/queue/boss.ts";
import { run } from "../admin.ts";

const commands = JSON.parse(process.argv[2] ?? "[]") as string[][];
for (const command of commands) {
  const code = await run(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}`);
}
await stopQueue();
await disconnectDb();
