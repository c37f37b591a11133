import type { ReactNode } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import { formatCount } from "#lib/contract/billing/money.ts";
import type { Language } from "#lib/language/translate.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { creditsText } from "../ui/format.ts";
import { Progress } from "../ui/progress.tsx";
import { formatDay } from "./texts.ts";

const tones: Record<AccountState["status"], Tone> = {
  active: "success",
  trialing: "accent",
  past_due: "warn",
  canceled: "neutral",
};

interface CurrentPlanProps {
  account: AccountState;
  /** False: accounts have an allowance from the operator (BILLING=off). */
  hasPlans: boolean;
  action: ReactNode;
}

export async function CurrentPlan({ account, hasPlans, action }: CurrentPlanProps) {
  const language = await getLanguage();
  const { t, locale } = language;
  const { tier, status, monthly, topup, creditsLimit, isPaid } = account;
  return (
    <Card className="grid gap-x-10 gap-y-6 p-5 md:grid-cols-2">
      <div className="flex flex-col items-start">
        <p className="text-faint text-xs">{hasPlans ? t("Plan") : t("Allowance")}</p>
        <h2 className="mt-1 flex flex-wrap items-center gap-2.5 font-semibold text-2xl tracking-tight">
          {status === "canceled"
            ? t("None")
            : hasPlans
              ? offer().plans[tier].name
              : t("{credits} a month", { credits: creditsText(creditsLimit, t) })}
          <Badge tone={tones[status]}>{labelOf(status, language)}</Badge>
        </h2>
        <p className="mt-1 text-muted text-sm">
          {isPaid &&
            `${t("{price} a month.", { price: formatPrice(offer().plans[tier].priceCents, { locale }) })} `}
          {hasPlans ? describeNext(account, language) : t("Set up by the operator of this service.")}
        </p>
        {action && <div className="mt-5">{action}</div>}
      </div>
      <div className="space-y-5">
        <Allowance left={monthly} limit={creditsLimit} language={language} />
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <div>
            <p className="font-medium text-sm">{t("Top-up credits")}</p>
            <p className="text-muted text-xs">{t("Used after the monthly ones; they never expire.")}</p>
          </div>
          <p className="figures font-semibold text-lg" data-testid="topup">
            {formatCount(topup, locale)}
          </p>
        </div>
      </div>
    </Card>
  );
}

function labelOf(status: AccountState["status"], { t }: Language): string {
  if (status === "active") return t("Active");
  if (status === "trialing") return t("Trial");
  return status === "past_due" ? t("Payment due") : t("No plan");
}

function describeNext(account: AccountState, { t, locale }: Language): string {
  const { status, trialEndsAt, periodEndsAt, cancelAtPeriodEnd, nextTier, isPaid } = account;
  if (status === "canceled") return t("Choose a plan to make photos.");
  if (status === "past_due") {
    return t("The last payment failed: update the payment method to continue.");
  }
  if (trialEndsAt) return t("Your trial ends on {date}.", { date: formatDay(trialEndsAt, locale) });
  if (!isPaid || !periodEndsAt) return t("Set up by the operator of this service.");
  const date = formatDay(periodEndsAt, locale);
  if (cancelAtPeriodEnd) return t("Ends on {date}.", { date });
  if (nextTier) return t("Changes to {plan} on {date}.", { plan: offer().plans[nextTier].name, date });
  return t("Renews on {date}.", { date });
}

interface AllowanceProps {
  left: number;
  limit: number;
  language: Language;
}

function Allowance({ left, limit, language: { t, locale } }: AllowanceProps) {
  const share = limit === 0 ? 0 : Math.min(1, left / limit);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-medium text-sm">{t("Monthly credits left")}</p>
        <p className="figures text-sm">
          <b className="font-semibold text-lg" data-testid="monthly">
            {formatCount(left, locale)}
          </b>
          <span className="text-muted"> {t("of {limit, number}", { limit })}</span>
        </p>
      </div>
      <Progress value={share} label={t("Monthly credits left")} className="mt-2 h-2" />
    </div>
  );
}
