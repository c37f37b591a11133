import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Licences compatible with AGPL-3.0-or-later; weak copyleft ones stay in separate files. */
const allowed = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"],
  ...["CC-BY-4.0", "CC0-1.0", "OFL-1.1", "Unlicense"],
  ...["AGPL-3.0", "AGPL-3.0-or-later", "LGPL-3.0", "LGPL-3.0-or-later", "MPL-2.0"],
]);

/** Packages whose metadata names no licence, with the one in their licence file. */
const readFromFile: Record<string, string> = {
  "@imgly/background-removal-node": "AGPL-3.0",
  "seq-queue": "MIT",
};

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
});

type LockedPackages = z.output<typeof lockfile>["packages"];

/** Production packages of a lockfile whose licence is not allowed, as `name: licence`. */
export function findRefusedLicences(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([folder, { license, dev, link }]) => {
    if (folder === "" || dev || link) return [];
    const name = folder.replace(/^.*node_modules\//, "");
    const stated = readFromFile[name] ?? license ?? "none stated";
    return isAllowed(stated) ? [] : [`${name}: ${stated}`];
  });
}

/** Of `OR` one must be allowed, of `AND` each. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, "").split(/\s+OR\s+/i);
  return alternatives.some((all) => all.split(/\s+AND\s+/i).every((name) => allowed.has(name)));
}

export async function readLockedPackages(root: string): Promise<LockedPackages> {
  return lockfile.parse(JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"))).packages;
}
