import { plans, planTiers } from "#lib/contract/billing/plans.ts";
import { getBrand } from "#lib/platform/brand.ts";

/** The offer for search engines (schema.org, as JSON-LD). The script policy of the page does not apply to data. */
export function StructuredData({ baseUrl, description }: { baseUrl: string; description: string }) {
  const data = {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: getBrand().name,
    description,
    url: baseUrl,
    image: new URL("/opengraph-image.jpg", baseUrl).href,
    applicationCategory: "MultimediaApplication",
    operatingSystem: "Any",
    offers: planTiers.map((tier) => ({
      "@type": "Offer",
      name: plans[tier].name,
      price: (plans[tier].priceCents / 100).toFixed(2),
      priceCurrency: "USD",
    })),
  };
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own table of plans, in which `<` is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
