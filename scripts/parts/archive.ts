import { readFile } from "node:fs/promises";
import { env } from "#lib/platform/env.ts";

/** Exit code of a restore that did all it had to, on an archive in which something was wrong already. */
export const restoredWithProblems = 3;

/** The first line of a file, or BACKUP_PASSPHRASE. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return env().BACKUP_PASSPHRASE;
  const [line = ""] = (await readFile(file, "utf8")).split(/\r?\n/, 1);
  if (line === "") throw new Error(`${file} has no passphrase in its first line`);
  return line;
}
