import { Fragment } from "react";
import {
  cutoutCost,
  largestResolution,
  type Resolution,
  resolutions,
  styleNames,
  styles,
} from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer, photoCost, photoCostRange, recommendedTier } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CheckList } from "../ui/check-list.tsx";
import { cn } from "../ui/cn.ts";
import { creditsText } from "../ui/format.ts";
import { Section } from "./section.tsx";

/** The price of the dearest style, so that a plan has at least the photos that it names. */
const costOf = (resolution: Resolution) => photoCostRange(resolution).most;
const [smallest, ...larger] = resolutions;

export async function Pricing({ signedIn }: { signedIn: boolean }) {
  const { t, locale } = await getLanguage();
  const { plans, tiers, topUps, sizes } = offer();
  const money = (cents: number, digits = 2) => formatPrice(cents, { locale, digits });
  const { least, most } = photoCostRange(smallest);
  // `2 in 2K and 4 in 4K`
  const largerCosts = new Intl.ListFormat(locale === "en" ? "en-GB" : locale).format(
    larger.map((size) => t("{credits} in {size}", { credits: costOf(size), size })),
  );
  const href = signedIn ? "/billing" : "/sign-up?next=%2Fbilling";
  return (
    <Section
      id="pricing"
      title={t("Pay for photos, not for seats")}
      description={
        least === most
          ? t(
              "A photo costs {count, plural, one {# credit} other {# credits}} in {size}, {larger}. A cut-out costs {cutout}. Failed work costs nothing.",
              { count: most, size: smallest, larger: largerCosts, cutout: cutoutCost },
            )
          : t(
              "A photo costs {costs} credits in {size}: {styles}. A cut-out costs {cutout}. Failed work costs nothing.",
              { costs: `${least}–${most}`, size: smallest, styles: listStyleCosts(t), cutout: cutoutCost },
            )
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {tiers.map((tier) => {
          const { name, monthlyCredits, priceCents } = plans[tier];
          return (
            <li
              key={tier}
              className={cn(
                "flex flex-col rounded-xl border bg-surface p-6 shadow-card",
                tier === recommendedTier() ? "border-accent-ink" : "border-line",
              )}
            >
              <h3 className="flex items-center justify-between gap-2 font-semibold">
                {name} {tier === recommendedTier() && <Badge tone="accent">{t("Recommended")}</Badge>}
              </h3>
              <p className="figures mt-4 flex items-baseline gap-1.5">
                <span className="font-semibold text-4xl tracking-[-0.035em]">{money(priceCents)}</span>
                <span className="text-muted text-sm">{t("a month")}</span>
              </p>
              <CheckList
                className="mt-5 mb-7 space-y-2.5"
                facts={[
                  <Fragment key="photos">
                    <b className="font-medium text-ink">
                      {t("{count, plural, one {# photo} other {# photos}} in {size}", {
                        count: Math.floor(monthlyCredits / costOf(smallest)),
                        size: smallest,
                      })}
                    </b>{" "}
                    {t("every month")}
                  </Fragment>,
                  t("or {count, number} in {size}", {
                    count: Math.floor(monthlyCredits / costOf(largestResolution)),
                    size: largestResolution,
                  }),
                  t("{price} a photo in {size}", {
                    price: money(priceCents / (monthlyCredits / costOf(smallest)), 3),
                    size: smallest,
                  }),
                  creditsText(monthlyCredits, t),
                ]}
              />
              <ButtonLink
                href={href}
                variant={tier === recommendedTier() ? "primary" : "secondary"}
                className="mt-auto w-full"
              >
                {t("Choose {plan}", { plan: name })}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl border border-line bg-surface px-6 py-5 shadow-card">
        <div>
          <h3 className="font-semibold">{t("Top-ups")}</h3>
          <p className="text-muted text-sm">{t("On top of a plan. They never expire.")}</p>
        </div>
        <ul className="flex flex-wrap gap-2">
          {sizes.map((size) => (
            <li key={size}>
              <Badge className="figures px-3 py-1.5">
                {creditsText(topUps[size].credits, t)}{" "}
                <span className="font-normal">
                  {t("for {price}", { price: money(topUps[size].priceCents) })}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** `Studio 1, Luxury 3`: what a photo in the smallest size costs in each style. */
function listStyleCosts(t: Translate): string {
  return styleNames.map((style) => `${t(styles[style].name)} ${photoCost(style, smallest)}`).join(", ");
}
