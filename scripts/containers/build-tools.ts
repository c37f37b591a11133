import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Packages that build the app and are not loaded at runtime. Their output (stylesheet, icons, database client) is in
 * the build. `prisma/package.json` stays: the start compares it with the generated client.
 */
const packages = [
  "@next/swc-linux-arm64-gnu",
  "@next/swc-linux-x64-gnu",
  "@tailwindcss",
  "@types",
  "@typescript",
  "caniuse-lite",
  "effect",
  "lightningcss",
  "lightningcss-linux-arm64-gnu",
  "lightningcss-linux-x64-gnu",
  "lucide-react",
  "tailwindcss",
  "typescript",
];
/** Parts of packages for a C library that the image does not have: an old npm installs them all the same. */
const otherLibraries = /(musl|wasm32)(-x64|-arm64)?$/;
/** Files that only editors and debuggers read. Licence files are kept, whatever their names. */
const unread = /^(?!.*(licen[cs]e|notice|copying)).*\.(map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/i;

/** Reduces node_modules to what an image needs. The next `npm install` restores removed files. */
export async function removeBuildTools(modules: string): Promise<void> {
  for (const name of packages) await rm(path.join(modules, name), { recursive: true, force: true });
  for (const folder of [modules, path.join(modules, "@img"), path.join(modules, "@next")])
    for (const name of await readdir(folder))
      if (otherLibraries.test(name)) await rm(path.join(folder, name), { recursive: true });
  for (const name of await readdir(path.join(modules, "prisma")))
    if (name !== "package.json") await rm(path.join(modules, "prisma", name), { recursive: true });
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && unread.test(entry.name)) await rm(path.join(entry.parentPath, entry.name));
}
