#!/usr/bin/env node
import { createRequire } from "node:module";
import { checkFlags, readArguments } from "./arguments.ts";
import { runBatch } from "./commands/batch.ts";
import { replayEvents } from "./commands/events.ts";
import { listen } from "./commands/listen.ts";
import { login } from "./commands/login.ts";
import { makeEach } from "./commands/work.ts";
import { exitStatus, statusOf } from "./exit.ts";
import type { Invocation } from "./invocation.ts";
import { openOutput, reportError } from "./output.ts";
import { type CommandName, UsageError, usages } from "./usage.ts";

const commands: Record<Exclude<CommandName, "">, (invocation: Invocation) => Promise<number>> = {
  login,
  generate: makeEach,
  cutout: makeEach,
  batch: runBatch,
  listen,
  events: replayEvents,
};

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // A second signal exits without waiting for running work.
    if (interrupted.signal.aborted) process.exit(exitStatus.interrupted);
    interrupted.abort();
  });
}

// The reader of a pipe (`photos batch … | head`) has gone: nobody reads what would follow.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitStatus.interrupted);
  });
}

process.exitCode = await run(process.argv.slice(2));
// Idle connections would keep the process alive for some seconds.
process.exit();

async function run(args: readonly string[]): Promise<number> {
  let isJson = args.includes("--json");
  try {
    const { words, given } = readArguments(args);
    isJson = given.json ?? false;
    if (given.version) {
      const { version } = createRequire(import.meta.url)("../../package.json");
      process.stdout.write(`${version}\n`);
      return exitStatus.done;
    }
    const [name = "", ...rest] = words;
    if (given.help || name === "") {
      const usage = usages[name as CommandName] ?? usages[""];
      (given.help ? process.stdout : process.stderr).write(`${usage}\n`);
      return given.help ? exitStatus.done : exitStatus.usage;
    }
    const command = commands[name as keyof typeof commands];
    if (!command) throw new UsageError(`Unknown command: ${name}.`, { fix: "See `photos --help`." });
    checkFlags(name, given);
    const output = openOutput(isJson);
    return await command({ command: name, words: rest, given, output, signal: interrupted.signal });
  } catch (error) {
    if (interrupted.signal.aborted) {
      process.stderr.write("photos: interrupted\n");
      return exitStatus.interrupted;
    }
    reportError(error, { isJson });
    return statusOf(error);
  }
}
