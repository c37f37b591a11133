import type { Language } from "#lib/language/translate.ts";
import type { PortalPage } from "#lib/stripe-sandbox/portal.ts";
import { describePayment } from "../billing/texts.ts";
import { ActionButton } from "./checkout.tsx";
import { describeState, formatDay, formatDollars, nameOfItem, noticeTexts } from "./words.ts";

interface PortalProps {
  page: PortalPage;
  language: Language;
}

export function Portal({ page, language }: PortalProps) {
  const { t } = language;
  const { notice, payments } = page;
  return (
    <>
      <h1>{t("Your subscription")}</h1>
      <p className="muted">{page.email}</p>
      {notice && (
        <section className="notice" role="status">
          <p>{noticeTexts(t)[notice]}</p>
        </section>
      )}
      <ConfirmChange page={page} language={language} />
      <Subscription page={page} language={language} />
      <section>
        <h2>{t("Card")}</h2>
        <p>{describeCard(page, language)}</p>
        <ActionButton action="card" label={t("Use a good card (4242)")} fields={{ kind: "good" }} />
        <ActionButton action="card" label={t("Use a card that fails (0341)")} fields={{ kind: "failing" }} />
      </section>
      <TestClock page={page} language={language} />
      {payments.length > 0 && (
        <section>
          <h2>{t("Payments")}</h2>
          {payments.map((payment) => (
            <Payment key={payment.charge} payment={payment} language={language} />
          ))}
        </section>
      )}
      <p>
        <a href={page.returnUrl}>{t("Return to the service")}</a>
      </p>
    </>
  );
}

function describeCard({ cardLast4: digits }: PortalPage, { t }: Language): string {
  if (!digits) return t("No card yet.");
  return digits === "0341"
    ? t("Visa ending in {digits} (its payments fail)", { digits })
    : t("Visa ending in {digits}", { digits });
}

function ConfirmChange({ page: { plans, wantedPlan, subscription }, language }: PortalProps) {
  const { t } = language;
  const target = plans.find(({ id }) => id === wantedPlan);
  if (!target || !subscription || subscription.plan === wantedPlan) return null;
  const plan = nameOfItem(target.name, language);
  return (
    <section className="notice">
      <h2>{t("Change to {plan}?", { plan })}</h2>
      <p>
        {t("{price} a month. A larger plan starts now, a smaller one at the renewal.", {
          price: formatDollars(target.priceCents, language),
        })}
      </p>
      <ActionButton
        action="plan"
        label={t("Confirm the change to {plan}", { plan })}
        fields={{ price: target.id, subscription: subscription.id }}
        primary
      />
    </section>
  );
}

function Subscription({ page: { plans, subscription }, language }: PortalProps) {
  const { t } = language;
  if (!subscription) {
    return (
      <section>
        <p>{t("There is no running subscription.")}</p>
      </section>
    );
  }
  const { id, plan: current, ends, nextPlan } = subscription;
  const nameOf = (price: string) =>
    nameOfItem(plans.find((plan) => plan.id === price)?.name ?? price, language);
  return (
    <section>
      <h2>{nameOf(current)}</h2>
      <dl>
        <dt>{t("Status")}</dt>
        <dd>{describeState(subscription.status, t)}</dd>
        <dt>{ends ? t("Ends") : t("Renews")}</dt>
        <dd>{formatDay(subscription.periodEndsAt, language)}</dd>
        <dt>{t("Price")}</dt>
        <dd>{t("{price} a month", { price: formatDollars(subscription.priceCents, language) })}</dd>
      </dl>
      {nextPlan && <p>{t("Changes to {plan} at the renewal.", { plan: nameOf(nextPlan) })}</p>}
      {plans
        .filter((plan) => plan.id !== current)
        .map((plan) => (
          <ActionButton
            key={plan.id}
            action="plan"
            label={`${nameOf(plan.id)}, ${formatDollars(plan.priceCents, language)}`}
            fields={{ subscription: id, price: plan.id }}
          />
        ))}
      <ActionButton
        action={ends ? "resume" : "cancel"}
        label={ends ? t("Keep the subscription") : t("Cancel the subscription")}
        fields={{ subscription: id }}
      />
    </section>
  );
}

function TestClock({ page: { now, subscription }, language }: PortalProps) {
  const { t } = language;
  const next = subscription?.nextMoment;
  return (
    <section>
      <h2>{t("Test clock")}</h2>
      <p>{t("For this customer it is {day}.", { day: formatDay(now, language) })}</p>
      {next ? (
        <ActionButton action="advance" label={t("Advance to {day}", { day: formatDay(next, language) })} />
      ) : null}
    </section>
  );
}

interface PaymentProps {
  payment: PortalPage["payments"][number];
  language: Language;
}

function Payment({ payment, language }: PaymentProps) {
  const { t } = language;
  const { charge, createdAt, amountCents, canGoBack, openDispute: dispute } = payment;
  const description = describePayment(payment.description ?? "", t);
  // A `div`, because a paragraph must not contain forms.
  return (
    <div>
      <p>
        {formatDay(createdAt, language)}: {description}, {formatDollars(amountCents, language)} (
        {describeState(payment.state, t)})
      </p>
      {canGoBack && <ActionButton action="refund" label={t("Refund")} fields={{ charge }} />}
      {canGoBack && <ActionButton action="dispute" label={t("Dispute")} fields={{ charge }} />}
      {dispute && (
        <>
          <ActionButton action="dispute-won" label={t("Service wins the dispute")} fields={{ dispute }} />
          <ActionButton action="dispute-lost" label={t("Service loses the dispute")} fields={{ dispute }} />
        </>
      )}
    </div>
  );
}
