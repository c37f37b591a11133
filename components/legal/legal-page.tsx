import { notFound } from "next/navigation";
import { type LegalPage, readLegalPage } from "#lib/legal/index.ts";
import { Markdown } from "../docs/markdown.tsx";
import { SiteFrame } from "../shell/site-frame.tsx";

/** The operator's text for this page; 404 if there is none. */
export async function LegalText({ page, title }: { page: LegalPage; title: string }) {
  const text = await readLegalPage(page);
  if (text === null) notFound();
  const hasTitle = /^# /m.test(text);
  return (
    <SiteFrame>
      <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-10 pb-24 outline-none sm:px-6">
        {!hasTitle && <h1 className="mb-6 font-semibold text-3xl tracking-tight">{title}</h1>}
        <Markdown text={spaced(text)} />
      </main>
    </SiteFrame>
  );
}

/** Adds blank lines around headings, which this project's Markdown renderer requires. */
function spaced(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/^(#{1,6} .*)$/gm, "\n$1\n");
}
