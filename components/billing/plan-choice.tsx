import { Check } from "lucide-react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction } from "#lib/auth/action.ts";
import { formatMoney } from "#lib/billing/money.ts";
import { type PlanTier, plans, planTiers } from "#lib/billing/plans.ts";
import { generationCost, resolutions } from "#lib/contract/styles.ts";
import { Badge } from "../ui/badge.tsx";
import { cn } from "../ui/cn.ts";
import { ActionForm } from "../ui/form.tsx";
import { formatCredits } from "../ui/format.ts";

const centsDigits = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

interface PlanChoiceProps {
  account: AccountState;
  choose: FormAction;
}

/** The plans side by side; choosing leads to the payment provider, which asks before anything changes. */
export function PlanChoice({ account, choose }: PlanChoiceProps) {
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-3 font-semibold text-base">
        {account.isPaid ? "Change plan" : "Choose a plan"}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {planTiers.map((tier) => (
          <Plan key={tier} tier={tier} account={account} choose={choose} />
        ))}
      </ul>
    </section>
  );
}

function Plan({ tier, account, choose }: PlanChoiceProps & { tier: PlanTier }) {
  const { name, monthlyCredits, priceCents } = plans[tier];
  const current = account.isPaid && account.tier === tier;
  const larger = monthlyCredits > plans[account.tier].monthlyCredits;
  const verb = !account.isPaid ? "Choose" : larger ? "Upgrade to" : "Switch to";
  return (
    <li
      className={cn(
        "flex flex-col rounded-lg border bg-surface p-5 shadow-card",
        current ? "border-accent-ink" : "border-line",
      )}
    >
      <h3 className="flex items-center justify-between gap-2 font-medium text-sm">
        {name} {current && <Badge tone="accent">Yours</Badge>}
      </h3>
      <p className="figures mt-2">
        <span className="font-semibold text-2xl tracking-tight">{formatMoney(priceCents)}</span>
        <span className="text-muted text-sm"> a month</span>
      </p>
      <p className="mt-3 flex items-start gap-2 text-muted text-sm">
        <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        {formatCredits(monthlyCredits)} every month
      </p>
      <p className="mt-1.5 mb-5 flex items-start gap-2 text-muted text-sm">
        <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        {centsDigits.format((priceCents / monthlyCredits) * generationCost("studio", resolutions[0]))} ¢ a
        photo in {resolutions[0]}
      </p>
      <div className="mt-auto">
        {current ? (
          <p className="grid h-9.5 place-items-center text-muted text-sm">Your plan</p>
        ) : (
          <ActionForm action={choose} fields={{ tier }} variant="secondary" className="w-full">
            {verb} {name}
          </ActionForm>
        )}
      </div>
    </li>
  );
}
