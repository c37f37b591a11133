import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import type { Locale } from "#lib/contract/locales.ts";
import { markdownOf } from "#lib/contract/sections.ts";
import { getLanguage } from "../language/server.ts";

interface PageHeadProps {
  title: string;
  /** Language of the title, if it is not English like the page. */
  titleLanguage?: Locale;
  /** Path of the page, used to link to its Markdown version. */
  path: string;
  children?: ReactNode;
  /** Additional links next to the one to the Markdown version. */
  links?: ReactNode;
}

export async function PageHead({ title, titleLanguage, path, children, links }: PageHeadProps) {
  const { t, locale } = await getLanguage();
  return (
    <header>
      <h1 lang={titleLanguage} className="font-semibold text-3xl tracking-tight">
        {title}
      </h1>
      {children && <div className="mt-2 max-w-2xl text-muted">{children}</div>}
      {locale !== "en" && (
        <p lang={locale} className="mt-2 text-muted text-sm">
          {t("This page is only available in English.")}
        </p>
      )}
      <p lang={locale} className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 touch:gap-y-6 text-sm">
        <a
          href={markdownOf(path)}
          className="tap inline-flex items-center gap-1.5 rounded-sm text-muted hover:text-ink [&_svg]:size-3.5"
        >
          <FileText aria-hidden /> {t("This page as Markdown")}
        </a>
        {links}
      </p>
    </header>
  );
}
