import type { Metadata } from "next";
import { makeKey } from "#app/(dashboard)/developers/keys/actions.ts";
import { CodeTabs, KeyFiller } from "#components/docs/code.tsx";
import { ErrorTable } from "#components/docs/error-table.tsx";
import { DocsFrame } from "#components/docs/frame.tsx";
import { Guide } from "#components/docs/guide.tsx";
import { Overview } from "#components/docs/overview.tsx";
import { PageHead } from "#components/docs/page-head.tsx";
import { Section } from "#components/docs/section.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { isSignedIn } from "#lib/auth/page.ts";
import { keyLifetimesDays } from "#lib/contract/limits.ts";
import { markdownOf } from "#lib/contract/sections.ts";
import { keyPlaceholder } from "#lib/documentation/samples.ts";
import { readPrograms } from "#lib/documentation/sources.ts";
import { getBrand } from "#lib/platform/brand.ts";

export function generateMetadata(): Metadata {
  return {
    title: "API reference",
    alternates: { canonical: "/docs", types: { "text/markdown": markdownOf("/docs") } },
    description: `Quickstart, guide and every operation of the API of ${getBrand().name}.`,
  };
}

export default function DocsPage() {
  return (
    <DocsFrame page="index">
      <div className="space-y-12">
        <PageHead title="API reference" path="/docs">
          Studio photos and cut-outs from your shop's backend: plain HTTP, JSON answers, exact charges.
        </PageHead>
        <Guide
          parts={{ quickstart: <Quickstart key="quickstart" />, errors: <ErrorTable key="errors" /> }}
          after={{
            quickstart: (
              <Section key="reference" id="reference" title="Operations by resource">
                <Overview />
              </Section>
            ),
          }}
        />
      </div>
    </DocsFrame>
  );
}

async function Quickstart() {
  const [signedIn, { firstPhoto }] = await Promise.all([isSignedIn(), readPrograms()]);
  return (
    <>
      {signedIn ? (
        <KeyFiller action={makeKey} days={keyLifetimesDays[0]} />
      ) : (
        <p>
          <TextLink href="/sign-up?next=%2Fdocs">Create an account</TextLink> or{" "}
          <TextLink href="/sign-in?next=%2Fdocs">sign in</TextLink> to make a key; put it in place of{" "}
          <code className="font-mono text-xs">{keyPlaceholder}</code>.
        </p>
      )}
      <CodeTabs title="A first photo" samples={firstPhoto} />
    </>
  );
}
