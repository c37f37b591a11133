import type { Metadata } from "next";
import { DocsFrame } from "#components/docs/frame.tsx";
import { Markdown } from "#components/docs/markdown.tsx";
import { PageHead } from "#components/docs/page-head.tsx";
import { markdownOf } from "#lib/contract/sections.ts";
import { readAgentsPage, splitTitle } from "#lib/documentation/sources.ts";

const path = "/docs/mcp";

export const metadata: Metadata = {
  title: "Agents (MCP)",
  alternates: { canonical: path, types: { "text/markdown": markdownOf(path) } },
};

export default async function AgentsPage() {
  const { title, text } = splitTitle(await readAgentsPage());
  return (
    <DocsFrame page="mcp">
      <div className="space-y-6">
        <PageHead title={title} path={path} />
        <Markdown text={text} />
      </div>
    </DocsFrame>
  );
}
