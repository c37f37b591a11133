import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount, formatMoney } from "#lib/billing/money.ts";
import { plans, planTiers, topUpSizes, topUps } from "#lib/billing/plans.ts";
import { cutoutCost, generationCost, type Resolution, resolutions } from "#lib/contract/styles.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Section } from "./section.tsx";

/** Every style costs the same; this one stands for all. */
const costOf = (resolution: Resolution) => generationCost("studio", resolution);
const [smallest, ...larger] = resolutions;
const largest = larger.at(-1) ?? smallest;
/** `2 in 2K and 4 in 4K`. */
const largerCosts = new Intl.ListFormat("en-GB").format(larger.map((size) => `${costOf(size)} in ${size}`));
const costs = `${formatCredits(costOf(smallest))} in ${smallest}, ${largerCosts}`;

export function Pricing({ signedIn }: { signedIn: boolean }) {
  const href = signedIn ? "/billing" : "/sign-up?next=%2Fbilling";
  return (
    <Section
      id="pricing"
      title="Pay for photos, not for seats"
      description={`A photo costs ${costs}. A cut-out costs ${cutoutCost}. Failed work costs nothing.`}
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {planTiers.map((tier) => {
          const { name, monthlyCredits, priceCents } = plans[tier];
          return (
            <li key={tier} className="flex flex-col rounded-xl border border-line bg-surface p-6 shadow-card">
              <h3 className="font-semibold">{name}</h3>
              <p className="figures mt-4 flex items-baseline gap-1.5">
                <span className="font-semibold text-4xl tracking-[-0.035em]">{formatMoney(priceCents)}</span>
                <span className="text-muted text-sm">a month</span>
              </p>
              <ul className="mt-5 mb-7 space-y-2.5 text-muted text-sm">
                <Fact>
                  <b className="font-medium text-ink">{formatCredits(monthlyCredits)}</b> every month
                </Fact>
                <Fact>
                  {formatMoney(priceCents / (monthlyCredits / costOf(smallest)), { digits: 3 })} a photo in{" "}
                  {smallest}
                </Fact>
                <Fact>
                  {formatCount(monthlyCredits / costOf(largest))} photos in {largest}
                </Fact>
                <Fact>Studio, gallery and API</Fact>
              </ul>
              <ButtonLink
                href={href}
                variant={tier === "starter" ? "primary" : "secondary"}
                className="mt-auto w-full"
              >
                Choose {name}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl border border-line bg-surface px-6 py-5 shadow-card">
        <div>
          <h3 className="font-semibold">Top-ups</h3>
          <p className="text-muted text-sm">On top of a plan. They never expire.</p>
        </div>
        <ul className="flex flex-wrap gap-2">
          {topUpSizes.map((size) => (
            <li key={size}>
              <Badge className="figures px-3 py-1.5">
                {topUps[size].name}{" "}
                <span className="font-normal">for {formatMoney(topUps[size].priceCents)}</span>
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <span>{children}</span>
    </li>
  );
}
