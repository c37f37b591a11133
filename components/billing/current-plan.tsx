import type { ReactNode } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import { formatCount, formatMoney } from "#lib/billing/money.ts";
import { plans } from "#lib/billing/plans.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Progress } from "../ui/progress.tsx";
import { Time } from "../ui/time.tsx";

const statuses: Record<AccountState["status"], { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "success" },
  trialing: { label: "Trial", tone: "accent" },
  past_due: { label: "Payment due", tone: "warn" },
  canceled: { label: "No plan", tone: "neutral" },
};

export function CurrentPlan({ account, action }: { account: AccountState; action: ReactNode }) {
  const { tier, status, monthly, topup, creditsLimit, isPaid } = account;
  const { label, tone } = statuses[status];
  return (
    <Card className="grid gap-x-10 gap-y-6 p-5 md:grid-cols-2">
      <div className="flex flex-col items-start">
        <p className="text-faint text-xs">Plan</p>
        <h2 className="mt-1 flex flex-wrap items-center gap-2.5 font-semibold text-2xl tracking-tight">
          {status === "canceled" ? "None" : plans[tier].name}
          <Badge tone={tone}>{label}</Badge>
        </h2>
        <p className="mt-1 text-muted text-sm">
          {isPaid && `${formatMoney(plans[tier].priceCents)} a month. `}
          <NextDate account={account} />
        </p>
        {action && <div className="mt-5">{action}</div>}
      </div>
      <div className="space-y-5">
        <Allowance left={monthly} limit={creditsLimit} />
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <div>
            <p className="font-medium text-sm">Top-up credits</p>
            <p className="text-muted text-xs">Used after the monthly ones; they never expire.</p>
          </div>
          <p className="figures font-semibold text-lg" data-testid="topup">
            {formatCount(topup)}
          </p>
        </div>
      </div>
    </Card>
  );
}

function NextDate({ account }: { account: AccountState }) {
  const { status, trialEndsAt, periodEndsAt, cancelAtPeriodEnd, isPaid } = account;
  if (status === "canceled") return "Choose a plan to make photos.";
  if (status === "past_due") return "The last payment did not go through: mend it and go on where you were.";
  if (trialEndsAt) {
    return (
      <>
        Your trial ends on <Time at={trialEndsAt} />.
      </>
    );
  }
  if (!isPaid || !periodEndsAt) return "Set up by the operator of this service.";
  return (
    <>
      {cancelAtPeriodEnd ? "Ends on " : "Renews on "}
      <Time at={periodEndsAt} />.
    </>
  );
}

function Allowance({ left, limit }: { left: number; limit: number }) {
  const share = limit === 0 ? 0 : Math.min(1, left / limit);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="font-medium text-sm">Monthly credits left</p>
        <p className="figures text-sm">
          <b className="font-semibold text-lg" data-testid="monthly">
            {formatCount(left)}
          </b>
          <span className="text-muted"> of {formatCount(limit)}</span>
        </p>
      </div>
      <Progress value={share} label="Monthly credits left" className="mt-2 h-2" />
    </div>
  );
}
