import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction } from "#lib/auth/form.ts";
import type { PlanTier } from "#lib/contract/billing/plans.ts";
import { largestResolution, resolutions } from "#lib/contract/photos/styles.ts";
import type { Language } from "#lib/language/translate.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer, photoCostRange, recommendedTier } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CheckList } from "../ui/check-list.tsx";
import { cn } from "../ui/cn.ts";
import { ActionForm } from "../ui/form.tsx";

/** The plan of an account, paid or set by the operator; null during a trial and without one. */
export function ownPlan({
  tier,
  isPaid,
  status,
}: Pick<AccountState, "tier" | "isPaid" | "status">): PlanTier | null {
  return isPaid || status === "active" ? tier : null;
}

interface PlanChoiceProps {
  account: AccountState;
  choose: FormAction;
}

/** The plans side by side. Every change is confirmed at its price. */
export async function PlanChoice({ account, choose }: PlanChoiceProps) {
  const language = await getLanguage();
  const { t } = language;
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-3 font-semibold text-base">
        {ownPlan(account) ? t("Change plan") : t("Choose a plan")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {offer().tiers.map((tier) => (
          <Plan key={tier} tier={tier} account={account} choose={choose} language={language} />
        ))}
      </ul>
    </section>
  );
}

interface PlanProps extends PlanChoiceProps {
  tier: PlanTier;
  language: Language;
}

function Plan({ tier, account, choose, language: { t, locale } }: PlanProps) {
  const { plans } = offer();
  const { name, monthlyCredits, priceCents } = plans[tier];
  const own = ownPlan(account);
  const current = own === tier;
  const larger = monthlyCredits > plans[account.tier].monthlyCredits;
  const isScheduled = account.cancelAtPeriodEnd || account.nextTier !== null;
  const hasOffer = account.isPaid && account.status === "active" && larger && !isScheduled;
  // A plan that the operator set is not exchanged for a smaller one.
  const isCovered = own !== null && !account.isPaid && !larger;
  const isRecommended =
    tier === recommendedTier() && !current && (own === null || monthlyCredits > plans[own].monthlyCredits);
  const variant = isRecommended ? "primary" : "secondary";
  // Enough for that many photos of any style.
  const cost = photoCostRange(resolutions[0]).most;
  const facts = [
    t("{monthlyCredits, number} credits every month", { monthlyCredits }),
    t("{count, number} photos in {size}, or {few, number} in {large}", {
      count: Math.floor(monthlyCredits / cost),
      size: resolutions[0],
      few: Math.floor(monthlyCredits / photoCostRange(largestResolution).most),
      large: largestResolution,
    }),
    t("{price} a photo in {size}", {
      price: formatPrice((priceCents / monthlyCredits) * cost, { locale, digits: 3 }),
      size: resolutions[0],
    }),
  ];
  return (
    <li
      className={cn(
        "flex flex-col rounded-lg border bg-surface p-5 shadow-card",
        current || isRecommended ? "border-accent-ink" : "border-line",
      )}
    >
      <h3 className="flex items-center justify-between gap-2 font-medium text-sm">
        {name} {current && <Badge tone="accent">{t("Yours")}</Badge>}
        {isRecommended && <Badge tone="accent">{t("Recommended")}</Badge>}
      </h3>
      <p className="figures mt-2">
        <span className="font-semibold text-2xl tracking-tight">{formatPrice(priceCents, { locale })}</span>
        <span className="text-muted text-sm"> {t("a month")}</span>
      </p>
      <CheckList facts={facts} className="mt-3 mb-5" />
      <div className="mt-auto">
        {current || isCovered ? (
          <p className="grid h-9.5 place-items-center text-muted text-sm">
            {current ? t("Your plan") : t("Part of your plan")}
          </p>
        ) : hasOffer ? (
          <ButtonLink href={`/billing/upgrade/${tier}`} variant={variant} className="w-full" prefetch={false}>
            {t("Upgrade to {name}", { name })}
          </ButtonLink>
        ) : (
          <ActionForm action={choose} fields={{ tier }} variant={variant} className="w-full">
            {own === null
              ? t("Choose {name}", { name })
              : larger
                ? t("Upgrade to {name}", { name })
                : t("Switch to {name}", { name })}
          </ActionForm>
        )}
      </div>
    </li>
  );
}
