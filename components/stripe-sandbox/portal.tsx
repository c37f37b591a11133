import { formatDollars } from "#lib/billing/money.ts";
import type { PortalPage } from "#lib/stripe-sandbox/portal.ts";
import { ActionButton, formatDay } from "./checkout.tsx";

export function Portal({ page }: { page: PortalPage }) {
  const { notice, cardLast4, payments } = page;
  return (
    <>
      <h1>Your subscription</h1>
      <p className="muted">{page.email}</p>
      {notice && (
        <section className="notice" role="status">
          <p>{notice}</p>
        </section>
      )}
      <ConfirmChange page={page} />
      <Subscription page={page} />
      <section>
        <h2>Card</h2>
        <p>
          {cardLast4
            ? `Visa ending in ${cardLast4}${cardLast4 === "0341" ? " (its payments fail)" : ""}`
            : "No card yet."}
        </p>
        <ActionButton action="card" label="Use a good card (4242)" fields={{ kind: "good" }} />
        <ActionButton action="card" label="Use a card that fails (0341)" fields={{ kind: "failing" }} />
      </section>
      <TestClock page={page} />
      {payments.length > 0 && (
        <section>
          <h2>Payments</h2>
          {payments.map((payment) => (
            <Payment key={payment.charge} payment={payment} />
          ))}
        </section>
      )}
      <p>
        <a href={page.returnUrl}>Return to the service</a>
      </p>
    </>
  );
}

function ConfirmChange({ page: { plans, wantedPlan, subscription } }: { page: PortalPage }) {
  const plan = plans.find(({ id }) => id === wantedPlan);
  if (!plan || !subscription || subscription.plan === wantedPlan) return null;
  return (
    <section className="notice">
      <h2>Change to {plan.name}?</h2>
      <p>{formatDollars(plan.priceCents)} a month. A larger plan starts now, a smaller one at the renewal.</p>
      <ActionButton
        action="plan"
        label={`Confirm the change to ${plan.name}`}
        fields={{ price: plan.id, subscription: subscription.id }}
        primary
      />
    </section>
  );
}

function Subscription({ page: { plans, subscription } }: { page: PortalPage }) {
  if (!subscription) {
    return (
      <section>
        <p>There is no running subscription.</p>
      </section>
    );
  }
  const { id, plan: current, ends, nextPlan } = subscription;
  const nameOf = (price: string) => plans.find((plan) => plan.id === price)?.name ?? price;
  return (
    <section>
      <h2>{nameOf(current)}</h2>
      <dl>
        <dt>Status</dt>
        <dd>{subscription.status.replace("_", " ")}</dd>
        <dt>{ends ? "Ends" : "Renews"}</dt>
        <dd>{formatDay(subscription.periodEndsAt)}</dd>
        <dt>Price</dt>
        <dd>{formatDollars(subscription.priceCents)} a month</dd>
      </dl>
      {nextPlan && <p>Changes to {nameOf(nextPlan)} at the renewal.</p>}
      {plans
        .filter((plan) => plan.id !== current)
        .map((plan) => (
          <ActionButton
            key={plan.id}
            action="plan"
            label={`${plan.name}, ${formatDollars(plan.priceCents)}`}
            fields={{ subscription: id, price: plan.id }}
          />
        ))}
      <ActionButton
        action={ends ? "resume" : "cancel"}
        label={ends ? "Keep the subscription" : "Cancel the subscription"}
        fields={{ subscription: id }}
      />
    </section>
  );
}

function TestClock({ page: { now, subscription } }: { page: PortalPage }) {
  const next = subscription?.nextMoment;
  return (
    <section>
      <h2>Test clock</h2>
      <p>For this customer it is {formatDay(now)}.</p>
      {next ? <ActionButton action="advance" label={`Go forward to ${formatDay(next)}`} /> : null}
    </section>
  );
}

function Payment({ payment }: { payment: PortalPage["payments"][number] }) {
  const { charge, createdAt, description, amountCents, state, canGoBack, openDispute } = payment;
  // A paragraph may not hold forms.
  return (
    <div>
      <p>
        {formatDay(createdAt)}: {description}, {formatDollars(amountCents)} ({state.replaceAll("_", " ")})
      </p>
      {canGoBack && <ActionButton action="refund" label="Refund" fields={{ charge }} />}
      {canGoBack && <ActionButton action="dispute" label="Dispute" fields={{ charge }} />}
      {openDispute &&
        (["won", "lost"] as const).map((verdict) => (
          <ActionButton
            key={verdict}
            action={`dispute-${verdict}`}
            label={`Service ${verdict === "won" ? "wins" : "loses"} the dispute`}
            fields={{ dispute: openDispute }}
          />
        ))}
    </div>
  );
}
