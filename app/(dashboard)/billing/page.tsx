import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { CurrentPlan } from "#components/billing/current-plan.tsx";
import { PlanChoice } from "#components/billing/plan-choice.tsx";
import { Receipts, ReceiptsSkeleton } from "#components/billing/receipts.tsx";
import { TopUpChoice } from "#components/billing/top-up-choice.tsx";
import { ReturnToStudio } from "#components/studio/return-to-studio.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Card } from "#components/ui/card.tsx";
import { ActionForm } from "#components/ui/form.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireAccount } from "#lib/accounts/state.ts";
import { requireUser } from "#lib/auth/page.ts";
import { refreshCheckout, refreshSubscription } from "#lib/billing/checkout.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { log } from "#lib/platform/log.ts";
import { buyTopUp, choosePlan, managePayment } from "./actions.ts";

interface SearchProps {
  searchParams: Promise<Record<"checkout" | "portal" | "done", string | string[] | undefined>>;
}

export const metadata: Metadata = { title: "Billing" };

export default async function BillingPage({ searchParams }: SearchProps) {
  const user = await requireUser("/billing");
  const { checkout, portal, done } = await searchParams;
  if (checkout || portal) redirect(`/billing?done=${await takeOver(user.id, checkout, portal)}`);
  const mode = billingMode();
  const account = await requireAccount(user.id);
  return (
    <>
      <PageHeader title="Billing" description="Your plan, your credits, and what you paid." />
      <div className="space-y-8">
        {mode === "sandbox" && (
          <Callout tone="accent" title="Billing sandbox">
            Nothing here costs real money: payments go to a sandbox inside this installation, with its own
            test cards. Stripe takes its place once it is set up.
          </Callout>
        )}
        <Outcome done={done} />
        {done === "paid" && <ReturnToStudio userId={user.id} />}
        <CurrentPlan
          account={account}
          action={
            mode !== "off" &&
            account.stripeCustomerId && (
              <ActionForm action={managePayment} variant="secondary">
                Manage payment
              </ActionForm>
            )
          }
        />
        {mode === "off" ? (
          <Callout title="Plans are managed by the operator">
            This installation sells nothing online. Whoever runs it can put your account on another plan or
            add credits.
          </Callout>
        ) : (
          <>
            <PlanChoice account={account} choose={choosePlan} />
            <TopUpChoice buy={buyTopUp} />
            <Card title="Receipts">
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

/** Brings the account in line with what happened at the payment provider, and says what that was. */
async function takeOver(
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

function Outcome({ done }: { done: string | string[] | undefined }) {
  if (done === "paid") {
    return (
      <Callout tone="success" title="Thank you">
        Your plan and credits are up to date. A bank payment counts once it arrives.
      </Callout>
    );
  }
  if (done === "left") return <Callout title="You left the checkout">Nothing was paid.</Callout>;
  if (done === "later") {
    return (
      <Callout tone="warn" title="One moment">
        The payment provider has not confirmed yet. Your plan and credits change here as soon as it has.
      </Callout>
    );
  }
  return null;
}
