import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

export interface Ended {
  /** Null if it was killed. */
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** What the CLI writes to stderr when nobody reads its output. */
export async function errorsWithoutReader(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  return await text(child.stderr);
}

/** Runs the CLI in its own process, with these settings only. */
export function startCli(args: readonly string[], env: Record<string, string> = {}, input = ""): RunningCli {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, NODE_ENV: "test", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
  const all = Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { child, ended: all.then(([status, stdout, stderr]) => ({ status, stdout, stderr })) };
}

/** The lines that it printed with --json, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
export function jsonLines({ stdout }: Ended): any[] {
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}
