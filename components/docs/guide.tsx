import type { ComponentType, ReactNode } from "react";
import { readGuide } from "#lib/documentation/guide.ts";
import type { GuidePartId } from "#lib/documentation/guide-parts.ts";
import { Markdown } from "./markdown.tsx";
import { Section } from "./section.tsx";

interface GuideProps {
  /** What it shows in its own way in place of a comment. */
  parts: Record<string, ComponentType>;
  /** What follows a part. */
  after: Partial<Record<GuidePartId, ReactNode>>;
}

/** The guide, part by part. */
export async function Guide({ parts, after }: GuideProps) {
  const guide = await readGuide();
  return guide.flatMap(({ id, title, text }) => [
    <Section key={id} id={id} title={title}>
      <Markdown text={text} parts={parts} />
    </Section>,
    after[id],
  ]);
}
