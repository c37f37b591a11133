import type { ReactNode } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction } from "#lib/auth/form.ts";
import { findOpenPayment } from "#lib/billing/scheduled.ts";
import { formatAmount } from "#lib/contract/billing/money.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer } from "#lib/plans/offer.ts";
import { log } from "#lib/platform/log.ts";
import { getLanguage } from "../language/server.ts";
import { Callout } from "../ui/callout.tsx";
import { ActionForm } from "../ui/form.tsx";
import { formatDay } from "./texts.ts";

/**
 * A downgrade or cancellation that takes effect at the renewal: its date, and a button to undo it. Renders nothing if
 * there is none.
 */
export async function ScheduledChange({ account, undo }: { account: AccountState; undo: FormAction }) {
  const { t, locale } = await getLanguage();
  const { isPaid, status, cancelAtPeriodEnd, nextTier, periodEndsAt, tier, topup } = account;
  const waits = isPaid && status === "active" && periodEndsAt && (cancelAtPeriodEnd || nextTier);
  if (!waits) return null;
  const date = formatDay(periodEndsAt, locale);
  const plan = offer().plans[tier].name;
  const next = nextTier && offer().plans[nextTier];
  const values = {
    date,
    plan: next?.name ?? "",
    price: formatPrice(next?.priceCents ?? 0, { locale }),
    credits: next?.monthlyCredits ?? 0,
  };
  return (
    <Callout
      tone="warn"
      title={
        next
          ? t("Your plan changes to {plan} on {date}", values)
          : t("Your {plan} plan ends on {date}", { plan, date })
      }
      actions={
        <ActionForm action={undo} variant="secondary" size="sm">
          {t("Keep {plan}", { plan })}
        </ActionForm>
      }
    >
      {next
        ? t(
            "Until then everything stays as it is. From that day on it is {price} a month for {credits, number} credits.",
            values,
          )
        : t(
            "Until then everything stays as it is. After that, nothing more is charged; your photos{topup, plural, =0 {} other { and # top-up credits}} stay yours.",
            { topup },
          )}
    </Callout>
  );
}

/**
 * The amount due for the plan and how to pay it; renders nothing if nothing is due. `manage` is the link to the
 * payment provider.
 */
export async function PaymentDue({ userId, manage }: { userId: string; manage: ReactNode }) {
  const { t, locale } = await getLanguage();
  const payment = await findOpenPayment(userId).catch((error: unknown) => {
    log.warn({ err: error }, "an open payment could not be read");
    return null;
  });
  if (!payment) return null;
  const { amountCents, currency, nextAttemptAt, payUrl } = payment;
  return (
    <Callout
      tone="warn"
      title={t("{amount} is due", { amount: formatAmount(amountCents, { currency, locale }) })}
      actions={
        <>
          {payUrl && (
            <a
              href={payUrl}
              className="rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent text-sm hover:bg-accent-strong"
            >
              {t("Pay now")}
            </a>
          )}
          {manage}
        </>
      }
    >
      <p>
        {t("Your credits are kept, and new photos wait until it is paid.")}{" "}
        {nextAttemptAt &&
          t("Your card is tried again on {date}; with another card it continues at once.", {
            date: formatDay(nextAttemptAt, locale),
          })}
      </p>
    </Callout>
  );
}
