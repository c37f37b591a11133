import { expect } from "vitest";
import { run } from "../admin.ts";

/** Runs a command in this process; returns its exit code and the lines of both streams. */
export async function runCommand(...words: string[]) {
  const { log, error } = console;
  const said: { log: string[]; error: string[] } = { log: [], error: [] };
  console.log = (line) => void said.log.push(String(line));
  console.error = (line) => void said.error.push(String(line));
  try {
    return { code: await run(words), ...said };
  } finally {
    Object.assign(console, { log, error });
  }
}

/** Runs a command, which must succeed and print no error, and returns its output. */
export async function print(...words: string[]): Promise<string> {
  const { code, log, error } = await runCommand(...words);
  expect([code, error]).toEqual([0, []]);
  return log.join("\n");
}
