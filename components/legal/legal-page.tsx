import { notFound } from "next/navigation";
import { type LegalPage, readLegalPage } from "#lib/legal/index.ts";
import { Markdown } from "../docs/markdown.tsx";
import { SiteFrame } from "../shell/site-frame.tsx";

/** What the operator wrote for this page; not found where there is nothing. */
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

/** With empty lines around headings, which other readers of Markdown do not need. */
function spaced(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/^(#{1,6} .*)$/gm, "\n$1\n");
}
