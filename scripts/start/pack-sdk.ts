import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { create } from "tar";
import { runNode } from "../parts/child.ts";

/** Equal sources give equal bytes, so that the integrity in /api/version is that of every machine. */
const packedAt = new Date("2000-01-01T00:00:00Z");

/** Compiles the client library and packs it as npm does, to `target`. */
export async function packSdk(root: string, target: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-sdk-"));
  try {
    const packed = path.join(folder, "package");
    const compiler = path.join(root, "node_modules/typescript/bin/tsc");
    const project = path.join(root, "sdk/tsconfig.json");
    const { code, output } = await runNode(
      [compiler, "-p", project, "--outDir", path.join(packed, "dist")],
      process.env,
    );
    if (code !== 0) throw new Error(`the client library cannot be compiled:\n${output.trim()}`);
    const { scripts: _, ...manifest } = JSON.parse(
      await readFile(path.join(root, "sdk/package.json"), "utf8"),
    );
    await writeFile(path.join(packed, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    await cp(path.join(root, "sdk/README.md"), path.join(packed, "README.md"));
    const scratch = path.join(folder, "sdk.tgz");
    await create({ file: scratch, cwd: folder, gzip: true, portable: true, mtime: packedAt }, ["package"]);
    await cp(scratch, `${target}.part`);
    await rename(`${target}.part`, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
