import { readFile } from "node:fs/promises";

const handbook = new URL("../../../docs/operations.md", import.meta.url);

/** The settings in the marked blocks of the operator's handbook, with some values replaced. */
export async function documentedSettings(replaced: Record<string, string>): Promise<[string, string]> {
  const text = await readFile(handbook, "utf8");
  const blocks = [...text.matchAll(/The test reads this block. -->\n *```ini\n(.*?)```/gs)];
  const [primary, recovery] = blocks.map(([, block = ""]) => {
    let settings = block.replace(/^ +/gm, "");
    for (const [from, to] of Object.entries(replaced)) settings = settings.replaceAll(from, to);
    return settings;
  });
  if (!primary || !recovery) throw new Error("docs/operations.md lacks the settings for recovery");
  return [primary, recovery];
}
