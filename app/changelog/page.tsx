import { Rss } from "lucide-react";
import type { Metadata } from "next";
import { DocsFrame } from "#components/docs/frame.tsx";
import { Inline, Markdown } from "#components/docs/markdown.tsx";
import { PageHead } from "#components/docs/page-head.tsx";
import { Section } from "#components/docs/section.tsx";
import { getLanguage } from "#components/language/server.ts";
import { markdownOf } from "#lib/contract/sections.ts";
import { readChangelog } from "#lib/documentation/changelog.ts";
import { getBrand } from "#lib/platform/brand.ts";

const path = "/changelog";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getLanguage();
  return {
    title: t("Changelog"),
    description: `What changed in the API of ${getBrand().name}, newest first.`,
    alternates: {
      canonical: path,
      types: { "text/markdown": markdownOf(path), "application/atom+xml": `${path}.xml` },
    },
  };
}

export default async function ChangelogPage() {
  const [{ intro, entries }, { t, locale }] = await Promise.all([readChangelog(), getLanguage()]);
  const feed = (
    <a
      href={`${path}.xml`}
      className="tap inline-flex items-center gap-1.5 rounded-sm text-muted hover:text-ink [&_svg]:size-3.5"
    >
      <Rss aria-hidden /> {t("Feed")}
    </a>
  );
  return (
    <DocsFrame page="changelog">
      <div className="space-y-12">
        <PageHead title={t("Changelog")} titleLanguage={locale} path={path} links={feed}>
          <Inline text={intro.replaceAll("\n", " ")} />
        </PageHead>
        {entries.map(({ day, text }) => (
          <Section key={day} id={day} title={formatDay(day)} className="[&_ul]:max-w-3xl">
            <Markdown text={text} />
          </Section>
        ))}
      </div>
    </DocsFrame>
  );
}

function formatDay(day: string) {
  return (
    <time dateTime={day}>
      {new Date(day).toLocaleDateString("en-GB", {
        day: "numeric",
        month: "long",
        year: "numeric",
        timeZone: "UTC",
      })}
    </time>
  );
}
