import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const output = path.join(root, "lib", "db", "generated");

/** Makes the database client anew when the schema or Prisma changed since the last time. */
export async function generateClient(): Promise<boolean> {
  const stampFile = path.join(output, ".stamp");
  const stamp = await expectedStamp();
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return false;
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  await run(process.execPath, [cli, "generate"], {
    cwd: root,
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: "1",
      // Generating needs no engine, yet the tool downloads one unless it is told where to find it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    },
  }).catch((error) => {
    throw new Error(`prisma generate failed:\n${error.stderr}${error.stdout}`, { cause: error });
  });
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
