import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metadata } from "next";
import { makeKey } from "#app/(dashboard)/developers/keys/actions.ts";
import { CodeBlock, CodeTabs, KeyFiller } from "#components/docs/code.tsx";
import { ErrorTable } from "#components/docs/error-table.tsx";
import { Guide } from "#components/docs/guide.tsx";
import { OperationView } from "#components/docs/operation.tsx";
import { findRepeats } from "#components/docs/repeats.ts";
import { keyPlaceholder, type Samples, samplesOf } from "#components/docs/samples.ts";
import { GuidePart } from "#components/docs/section.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { isSignedIn } from "#lib/auth/page.ts";
import { keyLifetimesDays } from "#lib/contract/limits.ts";
import { errorExample } from "#lib/contract/openapi/index.ts";
import { apiReference } from "#lib/contract/openapi/reference.ts";
import { defaultMode } from "#lib/generations/kinds/modes/choice.ts";
import { imageHost } from "#lib/images/index.ts";
import { configuredModels } from "#lib/models/index.ts";
import { getBrand } from "#lib/platform/brand.ts";
import { env } from "#lib/platform/env.ts";

export function generateMetadata(): Metadata {
  return {
    title: "API reference",
    alternates: { canonical: "/docs" },
    description: `Quickstart, every endpoint and every error of the API of ${getBrand().name}.`,
  };
}

export default async function DocsPage() {
  const signedIn = await isSignedIn();
  const { BASE_URL: baseUrl, RATE_LIMIT_PER_MINUTE: requestsPerMinute } = env();
  const { deliveryPrefix } = imageHost();
  const { url: uploadUrl } = imageHost().signUpload("inputs");
  const [firstPhoto, directUpload] = await readPrograms({ baseUrl, uploadUrl });
  const operations = apiReference({ uploadUrl, deliveryPrefix });
  const repeats = findRepeats(operations);
  return (
    <div className="space-y-12">
      <header>
        <h1 className="font-semibold text-3xl tracking-tight">API reference</h1>
        <p className="mt-2 max-w-2xl text-muted">
          Studio photos and cut-outs from your shop's backend: plain HTTP, JSON answers, exact charges.
        </p>
      </header>
      <GuidePart title="Quickstart">
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
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
          <dt className="text-muted">Base address</dt>
          <dd className="break-all font-mono text-xs leading-5.5">{baseUrl}</dd>
          <dt className="text-muted">Uploads go to</dt>
          <dd className="break-all font-mono text-xs leading-5.5">{uploadUrl}</dd>
        </dl>
      </GuidePart>
      <Guide
        baseUrl={baseUrl}
        deliveryPrefix={deliveryPrefix}
        requestsPerMinute={requestsPerMinute}
        models={configuredModels().map(({ label }) => label)}
        defaultMode={defaultMode()}
        retentionDays={env().RESULT_RETENTION_DAYS}
      />
      <GuidePart title="Errors">
        <p>
          Every error has a status, a stable code to branch on, a message that is safe to show, and what to do
          about it. Where one code has several causes, <code>reason</code> is a stable key of the cause, and{" "}
          <code>values</code> are what the message names, for texts of your own.
        </p>
        <CodeBlock title="400 Bad Request" text={JSON.stringify(errorExample("invalid_params"), null, 2)} />
        <ErrorTable operations={operations} />
      </GuidePart>
      {operations.map((operation) => (
        <OperationView
          key={operation.id}
          operation={operation}
          repeats={repeats}
          samples={operation.id === "signUpload" ? directUpload : samplesOf(operation, baseUrl)}
          signedIn={signedIn}
        />
      ))}
    </div>
  );
}

/** The programs of docs/examples.md, in its order, with the addresses of this deployment. */
async function readPrograms({ baseUrl, uploadUrl }: { baseUrl: string; uploadUrl: string }) {
  const text = await readFile(path.join(process.cwd(), "docs", "examples.md"), "utf8");
  const filled = text.replaceAll("BASE_URL", baseUrl).replaceAll("UPLOAD_URL", uploadUrl);
  const program = (language: string, at: number) =>
    [...filled.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "gs"))][at]?.[1] ?? "";
  const samples = (at: number): Samples => ({
    curl: program("sh", at),
    javascript: program("js", at),
    python: program("python", at),
  });
  return [samples(0), samples(1)] as const;
}
