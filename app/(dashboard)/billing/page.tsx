import { redirect } from "next/navigation";
import { Suspense } from "react";
import { CurrentPlan } from "#components/billing/current-plan.tsx";
import { DetailsForm } from "#components/billing/details-form.tsx";
import { NeededCredits } from "#components/billing/needed-credits.tsx";
import { ownPlan, PlanChoice } from "#components/billing/plan-choice.tsx";
import { PaymentDue, ScheduledChange } from "#components/billing/plan-notices.tsx";
import { Receipts, ReceiptsSkeleton } from "#components/billing/receipts.tsx";
import { TopUpChoice } from "#components/billing/top-up-choice.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { BillingTabs } from "#components/shell/sections.tsx";
import { ReturnToStudio } from "#components/studio/return-to-studio.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { ActionForm } from "#components/ui/form.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireAccount } from "#lib/accounts/state.ts";
import { requireShownUser, requireUser } from "#lib/auth/page.ts";
import { refreshCheckout, refreshSubscription } from "#lib/billing/checkout.ts";
import { getBillingDetails } from "#lib/billing/details.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { listCountries } from "#lib/contract/billing/countries.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { buyTopUp, choosePlan, managePayment, saveDetails, undoPlanChange } from "./actions.ts";

export const generateMetadata = titled((t) => t("Billing"));

export default async function BillingPage({ searchParams }: PageOf<"checkout" | "portal" | "done" | "need">) {
  const { checkout, portal, done, need } = await searchParams;
  // Returning from a payment updates the account, so only its owner may do it, not an operator's view.
  const user = await (checkout || portal ? requireUser : requireShownUser)("/billing");
  if (checkout || portal) redirect(`/billing?done=${await syncWithStripe(user.id, checkout, portal)}`);
  const { t, locale } = await getLanguage();
  const mode = billingMode();
  const account = await requireAccount(user.id);
  const missingCredits = typeof need === "string" && /^[1-9]\d{0,6}$/.test(need) ? Number(need) : 0;
  const hasCustomer = mode !== "off" && account.stripeCustomerId !== null;
  return (
    <>
      <PageHeader
        title={mode === "off" ? t("Credits") : t("Billing")}
        description={
          mode === "off"
            ? t("What you can use this month.")
            : t("Your plan, your credits, and what you paid.")
        }
      />
      <BillingTabs hasPlans={mode !== "off"} />
      <div className="space-y-8">
        {mode === "sandbox" && (
          <Callout tone="accent" title={t("Billing sandbox")}>
            {t(
              "Nothing here costs real money: payments go to a sandbox inside this installation, with its own test cards. Stripe takes its place once it is set up.",
            )}
          </Callout>
        )}
        <Outcome done={done} />
        {done === "paid" && <ReturnToStudio userId={user.id} />}
        {hasCustomer && account.status === "past_due" && (
          <Suspense>
            <PaymentDue
              userId={user.id}
              manage={
                <ActionForm action={managePayment} variant="secondary" size="sm">
                  {t("Pay or change the card")}
                </ActionForm>
              }
            />
          </Suspense>
        )}
        {mode !== "off" && missingCredits > 0 && (
          <NeededCredits
            missingCredits={missingCredits}
            hasPlan={ownPlan(account) !== null}
            choose={choosePlan}
            buy={buyTopUp}
          />
        )}
        {hasCustomer && <ScheduledChange account={account} undo={undoPlanChange} />}
        <CurrentPlan
          account={account}
          hasPlans={env().BILLING === "on"}
          action={
            hasCustomer && (
              <ActionForm action={managePayment} variant="secondary">
                {t("Manage payment")}
              </ActionForm>
            )
          }
        />
        {mode === "off" ? (
          <Callout title={t("Credits come from the operator")}>
            {t("This installation sells nothing online. Its operator can give you more credits.")}
          </Callout>
        ) : (
          <>
            <PlanChoice account={account} choose={choosePlan} />
            <TopUpChoice buy={buyTopUp} />
            <Card
              padded
              title={t("Billing details")}
              description={t("The customer on your receipts. A change counts from the next payment on.")}
            >
              <DetailsForm
                action={saveDetails}
                details={await getBillingDetails(user.id)}
                countries={listCountries(locale)}
              />
            </Card>
            <Card title={t("Receipts")}>
              <Suspense fallback={<ReceiptsSkeleton />}>
                <Receipts userId={user.id} />
              </Suspense>
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** Synchronizes the account with the payment provider and returns the outcome. */
async function syncWithStripe(
  userId: string,
  checkout: string | string[] | undefined,
  portal: string | string[] | undefined,
): Promise<string> {
  if (checkout === "left") return "left";
  try {
    if (typeof checkout === "string") await refreshCheckout(userId, checkout);
    if (portal) await refreshSubscription(userId);
    return checkout ? "paid" : "back";
  } catch (error) {
    log.warn({ err: error }, "a return from checkout could not be followed up");
    return "later";
  }
}

async function Outcome({ done }: { done: string | string[] | undefined }) {
  const { t } = await getLanguage();
  if (done === "paid") {
    return (
      <Callout tone="success" title={t("Thank you")}>
        {t("Your plan and credits are up to date. A bank payment counts once it arrives.")}
      </Callout>
    );
  }
  if (done === "upgraded") {
    return (
      <Callout tone="success" title={t("Thank you")}>
        {t("Your larger plan has started, and its credits were added.")}
      </Callout>
    );
  }
  if (done === "kept") return <Callout tone="success">{t("Your plan continues unchanged.")}</Callout>;
  if (done === "left") return <Callout title={t("You left the checkout")}>{t("Nothing was paid.")}</Callout>;
  if (done === "later") {
    return (
      <Callout tone="warn" title={t("One moment")}>
        {t(
          "The payment provider has not confirmed yet. Your plan and credits change here as soon as it has.",
        )}
      </Callout>
    );
  }
  return null;
}
