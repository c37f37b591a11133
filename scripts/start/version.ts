import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Version } from "#lib/http/version.ts";
import { env } from "#lib/platform/env.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const gitTimeoutMs = 3_000;

/** Version of the running code, read at the start because the files may be replaced later. */
export async function readVersion(): Promise<Version> {
  const [{ version }, names, commit] = await Promise.all([
    readFile(path.join(root, "package.json"), "utf8").then(JSON.parse),
    readdir(path.join(root, "prisma/migrations")),
    env().COMMIT ?? readCommit(),
  ]);
  return {
    version,
    schema:
      names
        .filter((name) => /^\d/.test(name))
        .sort()
        .at(-1) ?? "",
    commit,
  };
}

/** Commit of the working copy; null without git or outside a repository. */
async function readCommit(): Promise<string | null> {
  const options = { cwd: root, timeout: gitTimeoutMs };
  const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], options).catch(() => ({
    stdout: "",
  }));
  return stdout.trim() || null;
}
