import type { FormAction } from "#lib/auth/form.ts";
import { formatMoney } from "#lib/contract/billing/money.ts";
import { type Item, plans, planTiers, topUpSizes, topUps } from "#lib/contract/billing/plans.ts";
import { getLanguage } from "../language/server.ts";
import { ActionForm } from "../ui/form.tsx";
import { creditsText } from "../ui/format.ts";

/**
 * The smallest top-up that covers the missing credits, or for accounts without a plan the smallest such plan; the
 * largest if none does.
 */
export function fittingOffer(missingCredits: number, { isPaid }: { isPaid: boolean }): Item {
  if (isPaid) {
    const size = topUpSizes.find((one) => topUps[one].credits >= missingCredits) ?? topUpSizes.at(-1);
    if (size) return { kind: "topup", size };
  }
  const tier = planTiers.find((one) => plans[one].monthlyCredits >= missingCredits) ?? planTiers.at(-1);
  if (!tier) throw new Error("nothing is for sale");
  return { kind: "plan", tier };
}

interface NeededCreditsProps {
  missingCredits: number;
  isPaid: boolean;
  choose: FormAction;
  buy: FormAction;
}

export async function NeededCredits({ missingCredits, isPaid, choose, buy }: NeededCreditsProps) {
  const { t, locale } = await getLanguage();
  const offer = fittingOffer(missingCredits, { isPaid });
  const item = offer.kind === "plan" ? plans[offer.tier] : topUps[offer.size];
  const price = formatMoney(item.priceCents, { locale });
  const { name, text } =
    offer.kind === "plan"
      ? {
          name: t("{name} plan", { name: plans[offer.tier].name }),
          text: t("{credits} every month, {price} a month", {
            credits: creditsText(plans[offer.tier].monthlyCredits, t),
            price,
          }),
        }
      : {
          name: creditsText(topUps[offer.size].credits, t),
          text: t("{price}, bought once. They never expire.", { price }),
        };
  return (
    <section
      aria-labelledby="needed-title"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-accent-ink bg-surface px-5 py-4 shadow-card"
    >
      <div className="min-w-0">
        <h2 id="needed-title" className="text-muted text-sm">
          {t("Your order needs {credits} more", { credits: creditsText(missingCredits, t) })}
        </h2>
        <p className="mt-1 font-semibold text-lg tracking-tight">{name}</p>
        <p className="figures text-muted text-sm">
          {text} {t("You come back to your order after the payment.")}
        </p>
      </div>
      {offer.kind === "plan" ? (
        <ActionForm action={choose} fields={{ tier: offer.tier }} size="lg">
          {t("Choose {name}", { name: plans[offer.tier].name })}
        </ActionForm>
      ) : (
        <ActionForm action={buy} fields={{ size: offer.size }} size="lg">
          {t("Buy {credits}", { credits: name })}
        </ActionForm>
      )}
    </section>
  );
}
