import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CatalogueScene } from "#lib/scenes/catalogue.ts";

const folder = "assets/makers/scenes/library";

/** A catalogue of all scenes that have a script, as if all were rendered. */
export function listScriptedScenes(): CatalogueScene[] {
  const scripts = readdirSync(folder).filter((file) => /^[a-z_]+\.py$/.test(file));
  return scripts.map((file) => {
    const id = path.basename(file, ".py").replace(/^_/, "").replaceAll("_", "-");
    return {
      id,
      ...readFacts(file),
      flatLay: false,
      pitches: ["middle"],
      productCm: { from: 6, to: 32 },
      previewFile: `${id}.webp`,
    };
  });
}

/** A Python dictionary of strings and lists is valid JSON except for its trailing commas. */
function readFacts(
  file: string,
): Omit<CatalogueScene, "id" | "flatLay" | "pitches" | "productCm" | "previewFile"> {
  const [, facts = ""] = /^FACTS = (\{.*?^\})/ms.exec(readFileSync(path.join(folder, file), "utf8")) ?? [];
  return JSON.parse(facts.replace(/,(\s*[\]}])/g, "$1"));
}
