import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Packages that make the app and are not loaded when it runs. The stylesheet, the icons and the database client are in
 * the build; `prisma/package.json` stays, by which a start sees that the client fits.
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
/** Read by editors and debuggers alone. Licences stay, whatever their files are called. */
const unread = /^(?!.*(licen[cs]e|notice|copying)).*\.(map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/i;

/** Makes node_modules as small as an image wants it. What is removed, the next `npm install` brings back. */
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
