import type { ReactNode } from "react";
import { Contents } from "#components/docs/contents.tsx";
import { getLanguage } from "#components/language/server.ts";
import { SiteFrame } from "#components/shell/site-frame.tsx";
import { apiReference } from "#lib/contract/openapi/reference.ts";

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const operations = apiReference();
  const { t } = await getLanguage();
  return (
    <SiteFrame>
      <div
        lang="en"
        className="mx-auto grid w-full max-w-7xl px-4 sm:px-6 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-10 lg:px-8"
      >
        <aside className="sticky top-16 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto py-8 lg:block">
          <Contents operations={operations} label={t("Contents")} />
        </aside>
        <details className="mt-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card lg:hidden">
          <summary className="rounded-sm font-medium text-sm">{t("Contents")}</summary>
          <div className="mt-4">
            <Contents operations={operations} label={t("Contents of the page")} />
          </div>
        </details>
        <main id="content" tabIndex={-1} className="min-w-0 pt-8 pb-20 outline-none">
          {children}
        </main>
      </div>
    </SiteFrame>
  );
}
