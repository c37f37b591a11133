import { operations } from "#lib/contract/operations.ts";
import { promptKinds } from "#lib/contract/photos/values.ts";
import { documentPages, markdownOf, pageOf, sectionIds, sections } from "#lib/contract/sections.ts";
import { documentedWords } from "#lib/imaging/renderer/prompt/vocabulary/documented.ts";
import { getBrand } from "#lib/platform/brand.ts";
import { env } from "#lib/platform/env.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { readGuide } from "./guide.ts";
import { operationsOf } from "./reference.ts";
import { sectionText } from "./section-text.ts";
import { readAgentsPage, readPrograms, readSource } from "./sources.ts";
import { errorsTable, markdownTable } from "./tables.ts";

/** The Markdown of a documentation page with absolute URLs; null for other pages. */
export async function documentOf(page: string): Promise<string | null> {
  const text = await textOf(page);
  return text === null ? null : `${withAddresses(text).trim()}\n`;
}

async function textOf(page: string): Promise<string | null> {
  const section = sectionIds.find((id) => pageOf(id) === page);
  if (section) return await sectionText(section);
  if (page === "/docs") return await indexText();
  if (page === "/docs/prompts") return await promptsText();
  if (page === "/docs/mcp") return await readAgentsPage();
  return page === "/changelog" ? await readSource("changelog.md") : null;
}

/** llms.txt after llmstxt.org: an index of the documents for clients that load one at a time. */
export function llmsText(): string {
  const at = (path: string) => new URL(path, env().BASE_URL).href;
  const line = (title: string, path: string, what: string) => `- [${title}](${at(path)}): ${what}`;
  return [
    `# ${getBrand().name}`,
    "> Turns a plain product picture into a studio photo and cuts products out of their backgrounds: a REST API with JSON answers, paid with credits.",
    `Base address: \`${env().BASE_URL}\`. The key goes into \`Authorization: Bearer\`. Every page below /docs is also answered as Markdown, with \`.md\` behind its address or with \`Accept: text/markdown\`.`,
    "## Guide",
    line(
      "Guide",
      "/docs.md",
      "quickstart, keys, pictures, prompts, credits, retries, webhooks, errors, versions",
    ),
    "## Reference",
    sectionIds
      .map((id) => line(sections[id].title, markdownOf(pageOf(id)), sections[id].description))
      .join("\n"),
    "## Optional",
    [
      line("OpenAPI 3.1", "/api/v1/openapi.json", "every operation, for generators of clients"),
      line("Prompts", "/docs/prompts.md", "what the embedded studio understands of a prompt"),
      line("Agents (MCP)", "/docs/mcp.md", "the same as tools of the Model Context Protocol"),
      line("Changelog", "/changelog.md", "what changed in the API, newest first"),
    ].join("\n"),
    "",
  ].join("\n\n");
}

async function indexText(): Promise<string> {
  const [calls, ...guide] = await readGuide();
  const { firstPhoto } = await readPrograms();
  const shown: Record<string, string> = {
    quickstart: `\`\`\`sh\n${firstPhoto.curl}\n\`\`\``,
    errors: errorsTable(Object.keys(errorTable) as ErrorCode[]),
  };
  return [
    "# API reference",
    `## ${calls?.title}`,
    calls?.text,
    "## Operations by resource",
    `${Object.keys(operations).length} operations, by resource:`,
    ...sectionIds.flatMap((id) => [
      `- [${sections[id].title}](${pageOf(id)}): ${sections[id].description}\n${operationsOf(id)
        .map(({ method, path, summary }) => `  - \`${method} ${path}\`: ${summary}`)
        .join("\n")}`,
    ]),
    ...guide.flatMap(({ title, text }) => [
      `## ${title}`,
      text.replace(/^<!-- (\w+) -->$/gm, (comment, name: string) => shown[name] ?? comment),
    ]),
  ].join("\n\n");
}

async function promptsText(): Promise<string> {
  const words = Object.fromEntries(
    promptKinds.map((kind) => [
      kind,
      markdownTable(
        ["Value", "Words"],
        documentedWords
          .filter((word) => word.kind === kind)
          .map(({ value, words }) => [`\`${value}\``, words.join(", ")]),
      ),
    ]),
  );
  const text = await readSource("prompts.md");
  return text.replace(/^<!-- (\w+) -->$/gm, (comment, name: string) => words[name] ?? comment);
}

/** Makes links absolute; those to documentation pages lead to their Markdown. */
function withAddresses(text: string): string {
  return text.replace(/\]\((\/[^)#]*)(#[^)]*)?\)/g, (_all, path: string, anchor = "") => {
    const target = documentPages.includes(path) ? markdownOf(path) : path;
    return `](${new URL(target, env().BASE_URL).href}${anchor})`;
  });
}
