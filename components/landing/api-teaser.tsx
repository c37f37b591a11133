import type { Locale } from "#lib/contract/locales.ts";
import { resolutions } from "#lib/contract/photos/styles.ts";
import { photoCost } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Section } from "./section.tsx";

export async function ApiTeaser({ baseUrl }: { baseUrl: string }) {
  const { t, locale } = await getLanguage();
  const promises = [
    {
      title: t("Exact charges"),
      text: t("A photo costs {costs} credits. Failed work is refunded automatically.", {
        costs: listCosts(locale),
      }),
    },
    {
      title: t("Safe retries"),
      text: t("Send an Idempotency-Key: the same request is never made or charged twice."),
    },
    {
      title: t("Errors with the fix"),
      text: t("Every error has a stable code and names the fix."),
    },
  ];
  const call = `curl ${baseUrl}/api/v1/generate \\
  -H "Authorization: Bearer $PHOTO_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "image_url": "https://shop.example/mug.jpg",
    "type": "product",
    "style": "lifestyle",
    "aspect_ratio": "4:3",
    "resolution": "2K"
  }'`;
  return (
    <Section
      id="api"
      title={t("One call from your shop's backend")}
      description={t("Everything the studio does is in a REST API with a machine-readable description.")}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="relative min-w-0 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
          <CopyButton text={call} label={t("Copy the call")} className="absolute top-2.5 right-2.5" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto p-5 pr-14 font-mono text-sm leading-relaxed">
            {call}
          </pre>
        </div>
        <div>
          <dl className="space-y-5">
            {promises.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1 text-muted text-sm">{text}</dd>
              </div>
            ))}
          </dl>
          <ButtonLink href="/docs" variant="secondary" className="mt-7">
            {t("Read the API reference")}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** The prices of the photo in the call by its resolution: `1, 2 or 4`. */
function listCosts(locale: Locale): string {
  const costs = resolutions.map((resolution) => String(photoCost("lifestyle", resolution)));
  return new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "disjunction" }).format(costs);
}
