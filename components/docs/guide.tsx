import type { ReactNode } from "react";
import { readGuide } from "#lib/documentation/guide.ts";
import type { GuidePartId } from "#lib/documentation/guide-parts.ts";
import { GuideText } from "./guide-text.tsx";
import { Section } from "./section.tsx";

interface GuideProps {
  /** Contents that replace the placeholders `<!-- name -->`. */
  parts: Record<string, ReactNode>;
  /** Content after each part. */
  after: Partial<Record<GuidePartId, ReactNode>>;
}

export async function Guide({ parts, after }: GuideProps) {
  const guide = await readGuide();
  const partsIn = (text: string) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`<!-- ${name} -->`)));
  return guide.flatMap(({ id, title, text }) => [
    <Section key={id} id={id} title={title}>
      <GuideText text={text} parts={partsIn(text)} />
    </Section>,
    after[id],
  ]);
}
