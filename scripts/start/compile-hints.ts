import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** V8 compiles all functions of a script with this first line on a thread in the background (v8.dev/blog/explicit-compile-hints). */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the scripts of pages so that browsers with V8 compile them while they load. Otherwise each module is compiled
 * on the main thread when it first runs, which is a sixth to a quarter of that thread's work for a page. `folder` is
 * `.next/static/chunks`. Returns the number of marked scripts.
 */
export async function addCompileHints(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const marked = names.map(async (name) => {
    const file = path.join(folder, name);
    const script = await readFile(file, "utf8");
    if (!script.startsWith(hint)) await writeFile(file, hint + script);
  });
  return (await Promise.all(marked)).length;
}
