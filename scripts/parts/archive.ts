import { readFile } from "node:fs/promises";
import { env } from "#lib/platform/env.ts";

/** Exit code of a complete restore from an archive that itself has problems. */
export const restoredWithProblems = 3;

/** Reads the passphrase from the first line of a file, or from BACKUP_PASSPHRASE. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return env().BACKUP_PASSPHRASE;
  const [line = ""] = (await readFile(file, "utf8")).split(/\r?\n/, 1);
  if (line === "") throw new Error(`The first line of ${file} must be the passphrase`);
  return line;
}
