import type { Metadata } from "next";
import { DocsFrame } from "#components/docs/frame.tsx";
import { Markdown } from "#components/docs/markdown.tsx";
import { PageHead } from "#components/docs/page-head.tsx";
import { WordPictures } from "#components/docs/word-pictures.tsx";
import { promptKinds } from "#lib/contract/photos/values.ts";
import { markdownOf } from "#lib/contract/sections.ts";
import { readSource, splitTitle } from "#lib/documentation/sources.ts";

const path = "/docs/prompts";

export const metadata: Metadata = {
  title: "Prompts",
  alternates: { canonical: path, types: { "text/markdown": markdownOf(path) } },
};

/** Content that replaces the placeholders such as `<!-- surface -->`. */
const pictures = Object.fromEntries(
  promptKinds.map((kind) => [kind, <WordPictures key={kind} kind={kind} />]),
);

export default async function PromptsPage() {
  const { title, text } = splitTitle(await readSource("prompts.md"));
  return (
    <DocsFrame page="prompts">
      <div className="space-y-6">
        <PageHead title={title} path={path} />
        <Markdown text={text} parts={pictures} />
      </div>
    </DocsFrame>
  );
}
