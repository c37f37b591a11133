import { plans, planTiers } from "#lib/contract/billing/plans.ts";
import { getBrand } from "#lib/platform/brand.ts";

/** What search engines read of the offer (schema.org, as JSON-LD). It is data: no policy of scripts applies to it. */
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own table of plans, without a character that ends it
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
