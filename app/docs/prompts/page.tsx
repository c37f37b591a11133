import { readFile } from "node:fs/promises";
import path from "node:path";
import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import { Markdown } from "#components/docs/markdown.tsx";
import { WordPictures } from "#components/docs/word-pictures.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { promptKinds } from "#lib/contract/photos/values.ts";

export const metadata: Metadata = { title: "Prompts" };

/** What replaces `<!-- surface -->`. */
const pictures = Object.fromEntries(promptKinds.map((kind) => [kind, () => <WordPictures kind={kind} />]));

export default async function PromptsPage() {
  const text = await readFile(path.join(process.cwd(), "docs", "prompts.md"), "utf8");
  return (
    <>
      <p className="mb-5 text-sm">
        <TextLink href="/docs#prompts" className="inline-flex items-center gap-1.5">
          <ArrowLeft aria-hidden className="size-4" /> API reference
        </TextLink>
      </p>
      <Markdown text={text} tables={pictures} />
    </>
  );
}
