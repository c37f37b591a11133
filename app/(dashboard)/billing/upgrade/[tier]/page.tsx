import { redirect } from "next/navigation";
import { formatDay } from "#components/billing/texts.ts";
import { getLanguage, titled } from "#components/language/server.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ActionForm } from "#components/ui/form.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { offerUpgrade } from "#lib/billing/upgrade.ts";
import { formatAmount } from "#lib/contract/billing/money.ts";
import { planTiers } from "#lib/contract/billing/plans.ts";
import { offer } from "#lib/plans/offer.ts";
import { acceptUpgrade } from "../../actions.ts";

export const generateMetadata = titled((t) => t("Upgrade"));

/** States the price of an upgrade today and from the renewal on, before it is confirmed. */
export default async function UpgradePage({ params }: { params: Promise<{ tier: string }> }) {
  const { tier: requested } = await params;
  const user = await requireUser("/billing");
  const tier = planTiers.find((known) => known === requested);
  const upgrade = tier && (await offerUpgrade(user.id, tier));
  if (!upgrade) redirect("/billing");
  const { t, locale } = await getLanguage();
  const { from, to, todayCents, nextCents, nextAt, currency, token } = upgrade;
  const { plans } = offer();
  const plan = plans[to].name;
  const date = formatDay(nextAt, locale);
  const moreCredits = plans[to].monthlyCredits - plans[from].monthlyCredits;
  const rows = [
    {
      name: t("Today"),
      note: t("The difference for the rest of this period, until {date}", { date }),
      value: formatAmount(todayCents, { currency, locale }),
    },
    {
      name: t("On {date}", { date }),
      note: t("Then every month, until you change or cancel"),
      value: formatAmount(nextCents, { currency, locale }),
    },
    {
      name: t("Credits"),
      note: t("{credits, number} every month from then on", { credits: plans[to].monthlyCredits }),
      value: t("+{credits, number} now", { credits: moreCredits }),
    },
  ];
  return (
    <div className="max-w-xl">
      <PageHeader
        title={t("Upgrade to {name}", { name: plan })}
        description={t("From {from} to {to}. Nothing is charged before you confirm.", {
          from: plans[from].name,
          to: plan,
        })}
      />
      <Card padded title={t("What you pay")}>
        <dl className="divide-y divide-line">
          {rows.map(({ name, note, value }) => (
            <div key={name} className="flex items-start justify-between gap-6 py-3 first:pt-0">
              <dt>
                <span className="block font-medium text-sm">{name}</span>
                <span className="text-muted text-sm">{note}</span>
              </dt>
              <dd className="figures whitespace-nowrap font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-wrap items-start gap-2">
          <ActionForm action={acceptUpgrade} fields={{ token }}>
            {t("Pay {amount} and upgrade", { amount: formatAmount(todayCents, { currency, locale }) })}
          </ActionForm>
          <ButtonLink href="/billing" variant="ghost">
            {t("Not now")}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
