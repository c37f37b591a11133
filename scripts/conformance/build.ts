import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Case, expectThat } from "./suite.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The name that an error carries, which no build changes. */
const nameOf = /(?:this\.name = |readonly name = )"(\w+)"/g;

/**
 * The build of the pages has no class of `lib`: they use the classes that Node has loaded, so that an error of one is
 * recognized by the other (docs/decisions/modules.md).
 */
export function buildCases(): Case[] {
  const names = globSync("lib/**/*.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(nameOf)].map(([, name = ""]) => name),
  );
  const chunks = globSync(".next/server/**/*.js", { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  return [...new Set(names)].map((name) => ({
    subject: name,
    name: "exists once in the process",
    async run() {
      const copies = chunks.filter((text) => text.includes(`"${name}"`)).length;
      expectThat(chunks.length > 0 && copies === 0, "no copy in the build of the pages", `${copies}`);
    },
  }));
}
