import path from "node:path";

/** A folder of pictures that the running service reads; the others of `assets` are for their makers and for tests. */
export function assetFolder(name: "backdrops" | "marks" | "props" | "scenes"): string {
  return path.join(import.meta.dirname, "../../assets", name);
}
