import type { ReactNode } from "react";
import { getLanguage } from "../language/server.ts";
import { SiteFrame } from "../shell/site-frame.tsx";
import { Contents, type DocumentationPage } from "./contents.tsx";

/** The frame of a documentation page, with the table of contents beside it. The page itself is English. */
export async function DocsFrame({ page, children }: { page: DocumentationPage; children: ReactNode }) {
  const { t } = await getLanguage();
  return (
    <SiteFrame>
      <div className="mx-auto grid w-full max-w-7xl px-4 sm:px-6 lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-10 lg:px-8">
        <aside className="sticky top-16 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto py-8 lg:block">
          <Contents page={page} label={t("Contents")} />
        </aside>
        <details className="mt-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card lg:hidden">
          <summary className="rounded-sm font-medium text-sm">{t("Contents")}</summary>
          <div className="mt-4">
            <Contents page={page} label={t("Contents of the page")} />
          </div>
        </details>
        <main id="content" lang="en" tabIndex={-1} className="min-w-0 pt-8 pb-20 outline-none">
          {children}
        </main>
      </div>
    </SiteFrame>
  );
}
