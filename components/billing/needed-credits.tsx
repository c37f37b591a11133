import type { FormAction } from "#lib/auth/form.ts";
import type { Item } from "#lib/contract/billing/plans.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { ActionForm } from "../ui/form.tsx";
import { creditsText } from "../ui/format.ts";

/**
 * The smallest top-up that covers the missing credits, or for accounts without a plan the smallest such plan; the
 * largest if none does.
 */
export function fittingOffer(missingCredits: number, { hasPlan }: { hasPlan: boolean }): Item {
  const { plans, tiers, topUps, sizes } = offer();
  if (hasPlan) {
    const size = sizes.find((one) => topUps[one].credits >= missingCredits) ?? sizes.at(-1);
    if (size) return { kind: "topup", size };
  }
  const tier = tiers.find((one) => plans[one].monthlyCredits >= missingCredits) ?? tiers.at(-1) ?? tiers[0];
  return { kind: "plan", tier };
}

interface NeededCreditsProps {
  missingCredits: number;
  hasPlan: boolean;
  choose: FormAction;
  buy: FormAction;
}

export async function NeededCredits({ missingCredits, hasPlan, choose, buy }: NeededCreditsProps) {
  const { t, locale } = await getLanguage();
  const { plans, topUps } = offer();
  const fitting = fittingOffer(missingCredits, { hasPlan });
  const item = fitting.kind === "plan" ? plans[fitting.tier] : topUps[fitting.size];
  const price = formatPrice(item.priceCents, { locale });
  const { name, text } =
    fitting.kind === "plan"
      ? {
          name: t("{name} plan", { name: plans[fitting.tier].name }),
          text: t("{credits} every month, {price} a month", {
            credits: creditsText(plans[fitting.tier].monthlyCredits, t),
            price,
          }),
        }
      : {
          name: creditsText(topUps[fitting.size].credits, t),
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
      {fitting.kind === "plan" ? (
        <ActionForm action={choose} fields={{ tier: fitting.tier }} size="lg">
          {t("Choose {name}", { name: plans[fitting.tier].name })}
        </ActionForm>
      ) : (
        <ActionForm action={buy} fields={{ size: fitting.size }} size="lg">
          {t("Buy {credits}", { credits: name })}
        </ActionForm>
      )}
    </section>
  );
}
