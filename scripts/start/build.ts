import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { limitConcurrency } from "#lib/platform/concurrency.ts";
import { runNode } from "../parts/child.ts";
import { addCompileHints } from "./compile-hints.ts";
import { lockWhen } from "./lock.ts";
import { packSdk } from "./pack-sdk.ts";

const folders = ["app", "components", "lib", "prisma", "sdk"];
const files = [
  "next.config.ts",
  "postcss.config.mjs",
  "scripts/start/lib-loader.ts",
  "tsconfig.json",
  "package-lock.json",
];
const ignored = /\/(testing|migrations|db\/generated|sdk\/dist)$/;
const stampFile = ".next/SOURCES";
/** Keeps below the limit of open files: a file that cannot be read would count as changed. */
const readsAtOnce = 64;

/** True when `.next` holds a build of exactly the present sources. */
export async function isBuilt(root: string): Promise<boolean> {
  const [stamp, present] = await Promise.all([
    readFile(path.join(root, stampFile), "utf8").catch(() => null),
    hashSources(root),
  ]);
  return stamp === present;
}

/** Runs `next build`; shows its output only on failure. Of several concurrent processes, only one builds. */
export async function build(root: string): Promise<void> {
  const release = await lockWhen(path.join(root, "node_modules", ".build.lock"), () => true);
  try {
    if (await isBuilt(root)) return;
    const present = await hashSources(root);
    const { code, output } = await runNode(
      ["node_modules/next/dist/bin/next", "build", "--experimental-next-config-strip-types"],
      {
        ...process.env,
        // Turbopack runs the first `node` in PATH for the stylesheet, which might be an older version.
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ""}`,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
      },
    );
    if (code !== 0) throw new Error(`next build failed:\n${output.trim()}`);
    await addCompileHints(path.join(root, ".next/static/chunks"));
    await packSdk(root, path.join(root, ".next/sdk.tgz"));
    await writeFile(path.join(root, stampFile), present);
  } finally {
    release?.();
  }
}

async function hashSources(root: string): Promise<string> {
  const found = await Promise.all(folders.map((folder) => list(path.join(root, folder))));
  const all = [...found.flat(), ...files.map((file) => path.join(root, file))].sort();
  const limit = limitConcurrency({ atOnce: readsAtOnce });
  const contents = await Promise.all(all.map((file) => limit(() => readFile(file))));
  const hash = createHash("sha256").update(process.version);
  for (const [index, file] of all.entries()) {
    hash.update(`${path.relative(root, file)}\0`).update(contents[index] ?? "");
  }
  return hash.digest("hex");
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return ignored.test(file) ? [] : list(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    }),
  );
  return found.flat();
}
