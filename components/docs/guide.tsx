import type { ComponentType } from "react";
import { readGuide } from "#lib/documentation/guide.ts";
import { Markdown } from "./markdown.tsx";
import { Section } from "./section.tsx";

/** The guide, part by part; `parts` are what it shows in its own way in place of a comment. */
export async function Guide({ parts }: { parts: Record<string, ComponentType> }) {
  const guide = await readGuide();
  return guide.map(({ id, title, text }) => (
    <Section key={id} id={id} title={title} className="[&_ul]:max-w-3xl">
      <Markdown text={text} parts={parts} />
    </Section>
  ));
}
