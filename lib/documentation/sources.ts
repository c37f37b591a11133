import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/platform/env.ts";
import { hostAddresses } from "./reference.ts";
import type { Samples } from "./samples.ts";

/** The repository's documents that the service publishes. */
export type Source = "guide.md" | "examples.md" | "prompts.md" | "mcp.md" | "changelog.md";

export function readSource(name: Source): Promise<string> {
  return readFile(path.join(process.cwd(), "docs", name), "utf8");
}

/** A document without its title, which its page renders separately. */
export function splitTitle(document: string): { title: string; text: string } {
  const [, title, text] = /^# ([^\n]+)\n(.*)$/s.exec(document) ?? [];
  if (title === undefined || text === undefined) throw new Error("a document begins with its title");
  return { title, text };
}

/** docs/mcp.md with the URL of this deployment. */
export async function readAgentsPage(): Promise<string> {
  return (await readSource("mcp.md")).replaceAll("BASE_URL", env().BASE_URL);
}

/** The programs of docs/examples.md, in order, with the URLs of this deployment. */
export async function readPrograms(): Promise<{ firstPhoto: Samples; directUpload: Samples }> {
  const filled = (await readSource("examples.md"))
    .replaceAll("BASE_URL", env().BASE_URL)
    .replaceAll("UPLOAD_URL", hostAddresses().uploadUrl);
  const program = (language: string, at: number) =>
    [...filled.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "gs"))][at]?.[1] ?? "";
  const samples = (at: number): Samples => ({
    curl: program("sh", at),
    javascript: program("js", at),
    python: program("python", at),
  });
  return { firstPhoto: samples(0), directUpload: samples(1) };
}
