import { generationCost, resolutions } from "#lib/contract/styles.ts";
import { ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Section } from "./section.tsx";

const promises = [
  {
    title: "Exact charges",
    text: `A photo costs ${listCosts()} credits. What fails is refunded before you hear of it.`,
  },
  {
    title: "Safe retries",
    text: "Send an Idempotency-Key: the same request is never made or charged twice.",
  },
  { title: "Errors with the fix", text: "Every error has a stable code, and says what to do about it." },
];

export function ApiTeaser({ baseUrl }: { baseUrl: string }) {
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
      title="One call from your shop's backend"
      description="Everything the studio does is in a REST API with a machine-readable description."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="relative min-w-0 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
          <CopyButton text={call} label="Copy the call" className="absolute top-2.5 right-2.5" />
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
            Read the API reference
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** `1, 2 or 4`: what a photo costs in each size. */
function listCosts(): string {
  const costs = resolutions.map((resolution) => String(generationCost("studio", resolution)));
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(costs);
}
