import { offer } from "#lib/plans/offer.ts";
import { getBrand } from "#lib/platform/brand.ts";

interface StructuredDataProps {
  baseUrl: string;
  description: string;
  hasPlans: boolean;
}

/** The offer for search engines (schema.org, as JSON-LD). The script policy of the page does not apply to data. */
export function StructuredData({ baseUrl, description, hasPlans }: StructuredDataProps) {
  const { currency, plans, tiers } = offer();
  const data = {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: getBrand().name,
    description,
    url: baseUrl,
    image: new URL("/opengraph-image.jpg", baseUrl).href,
    applicationCategory: "MultimediaApplication",
    operatingSystem: "Any",
    ...(hasPlans && {
      offers: tiers.map((tier) => ({
        "@type": "Offer",
        name: plans[tier].name,
        price: (plans[tier].priceCents / 100).toFixed(2),
        priceCurrency: currency.toUpperCase(),
      })),
    }),
  };
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own table of plans, in which `<` is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
