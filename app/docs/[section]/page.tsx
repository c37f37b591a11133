import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "#components/docs/frame.tsx";
import { OperationView } from "#components/docs/operation.tsx";
import { PageHead } from "#components/docs/page-head.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { isSignedIn } from "#lib/auth/page.ts";
import { isSection, markdownOf, pageOf, type SectionId, sections } from "#lib/contract/sections.ts";
import { guidePartsOf } from "#lib/documentation/guide-parts.ts";
import { operationsOf, referenceHere } from "#lib/documentation/reference.ts";
import { findRepeats } from "#lib/documentation/repeats.ts";
import { callOf } from "#lib/documentation/samples.ts";
import { readPrograms } from "#lib/documentation/sources.ts";
import { env } from "#lib/platform/env.ts";
import type { PageOf } from "#lib/platform/search.ts";

async function sectionOf({ params }: PageOf<never, "section">): Promise<SectionId> {
  const { section } = await params;
  if (!isSection(section)) notFound();
  return section;
}

export async function generateMetadata(props: PageOf<never, "section">): Promise<Metadata> {
  const section = await sectionOf(props);
  const path = pageOf(section);
  const { title, description } = sections[section];
  return {
    title: `${title}: API reference`,
    description,
    alternates: { canonical: path, types: { "text/markdown": markdownOf(path) } },
  };
}

export default async function SectionPage(props: PageOf<never, "section">) {
  const section = await sectionOf(props);
  const [signedIn, { directUpload }] = await Promise.all([isSignedIn(), readPrograms()]);
  const { title, description } = sections[section];
  const operations = operationsOf(section);
  const repeats = findRepeats(referenceHere());
  return (
    <DocsFrame page={section}>
      <div className="space-y-12">
        <PageHead title={title} path={pageOf(section)}>
          <p>{description}</p>
          <GuideLinks section={section} />
        </PageHead>
        {operations.map((operation) => (
          <OperationView
            key={operation.id}
            operation={operation}
            repeats={repeats}
            call={operation.id === "signUpload" ? directUpload : callOf(operation, env().BASE_URL)}
            signedIn={signedIn}
          />
        ))}
      </div>
    </DocsFrame>
  );
}

function GuideLinks({ section }: { section: SectionId }) {
  const parts = guidePartsOf(section);
  if (parts.length === 0) return null;
  return (
    <p className="mt-1 text-sm">
      In the guide:{" "}
      {parts.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <TextLink href={`/docs#${id}`}>{title}</TextLink>
        </span>
      ))}
    </p>
  );
}
