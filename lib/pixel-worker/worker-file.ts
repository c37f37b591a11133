import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The worker's source, run by Node itself. Beside this file when Node runs it; a bundled copy of this file lies
 * elsewhere, and there the project's folder is the working directory. Hidden from the bundler, which would
 * otherwise make an asset of it or pull the whole project into its trace.
 */
export function workerFile(): string {
  const folders = [
    import.meta.dirname,
    path.join(/* turbopackIgnore: true */ process.cwd(), "lib/pixel-worker"),
  ];
  for (const folder of folders) {
    if (typeof folder !== "string") continue;
    const file = path.join(/* turbopackIgnore: true */ folder, "main.ts");
    if (existsSync(/* turbopackIgnore: true */ file)) return file;
  }
  throw new Error("lib/pixel-worker/main.ts was not found: start the service from its own folder");
}
