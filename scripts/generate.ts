import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runNode } from "./parts/child.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = path.join(root, "lib", "db", "generated", ".stamp");

/** Generates the database client if the schema or Prisma has changed since the last time. */
export async function generateClient(): Promise<boolean> {
  const stamp = await expectedStamp();
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return false;
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const { code, output } = await runNode([cli, "generate"], {
    ...process.env,
    CHECKPOINT_DISABLE: "1",
    // Generating needs no engine, but Prisma downloads one unless this variable is set.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  });
  if (code !== 0) throw new Error(`prisma generate failed:\n${output}`);
  await writeFile(stampFile, stamp);
  return true;
}

async function expectedStamp(): Promise<string> {
  const files = ["prisma/schema.prisma", "node_modules/prisma/package.json"];
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(path.join(root, file)));
  return hash.digest("hex");
}

if (import.meta.main) await generateClient();
