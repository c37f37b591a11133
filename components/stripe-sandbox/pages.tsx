import type { ReactNode } from "react";
import { formatAmount } from "#lib/contract/billing/money.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import type { CheckoutPage } from "#lib/stripe-sandbox/checkout.ts";
import { cards } from "#lib/stripe-sandbox/objects.ts";
import type { PortalPage } from "#lib/stripe-sandbox/portal.ts";
import { describePayment } from "../billing/texts.ts";

interface ActionButtonProps {
  action: string;
  label: string;
  fields?: Record<string, string>;
  primary?: boolean;
}

/** A form with one button that submits `action` and the fields. */
function ActionButton({ action, label, fields, primary }: ActionButtonProps) {
  return (
    <form method="post">
      {Object.entries({ action, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={primary ? "primary" : undefined}>
        {label}
      </button>
    </form>
  );
}

/** `November 22, 2026` for a Unix time in seconds. */
function formatDay(unixSeconds: number, { locale }: Language): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return format.format(unixSeconds * 1000);
}

/** The name of a catalog item in the page's language. */
function nameOfItem(name: string | null, { t }: Language): string {
  const [, plan] = /^(\w+) plan$/.exec(name ?? "") ?? [];
  if (plan) return t("{plan} plan", { plan });
  const [, credits] = /^Top-up: ([\d,]+) credits$/.exec(name ?? "") ?? [];
  if (!credits) return name ?? "";
  return t("Top-up: {credits, number} credits", { credits: Number(credits.replaceAll(",", "")) });
}

interface PageProps<Page> {
  page: Page;
  language: Language;
}

export function Checkout({ page, language }: PageProps<CheckoutPage>) {
  const { t, locale } = language;
  const { monthly, email, amountCents, wasDeclined } = page;
  const item = nameOfItem(page.item, language);
  return (
    <>
      <h1>{monthly ? t("Subscribe to {item}", { item }) : t("Pay for {item}", { item })}</h1>
      {wasDeclined && (
        <section className="problem" role="alert">
          <p>{t("Your card was declined. Try another card.")}</p>
        </section>
      )}
      <section>
        <p className="price">
          {formatAmount(amountCents, { locale })}
          {monthly && <span className="muted"> {t("a month")}</span>}
        </p>
        <p className="muted">{email}</p>
      </section>
      <section>
        <h2>{t("How should the payment go?")}</h2>
        <ActionButton action="pay" label={t("Pay with a good card (4242)")} primary />
        <ActionButton action="decline" label={t("Pay with a card that is declined (0341)")} />
        <ActionButton action="leave" label={t("Leave without paying")} />
      </section>
    </>
  );
}

export function Problem({ returnUrl, language: { t } }: { returnUrl: string; language: Language }) {
  return (
    <>
      <h1>{t("This page cannot be shown")}</h1>
      <section className="problem">
        <p>{t("It is complete or has expired: open it again from the billing page.")}</p>
      </section>
      <ReturnLink url={returnUrl} t={t} />
    </>
  );
}

const ReturnLink = ({ url, t }: { url: string; t: Translate }) => (
  <p>
    <a href={url}>{t("Return to the service")}</a>
  </p>
);

const noticesOf = (t: Translate) =>
  new Map([
    ["now", t("The plan was changed, and the difference was paid.")],
    ["renewal", t("The plan changes at the next renewal.")],
    ["declined", t("The card was declined: the plan stays as it was.")],
    ["cancel", t("The subscription ends with the current period.")],
    ["resume", t("The subscription continues.")],
    ["card", t("The card was changed.")],
    ["advance", t("The clock was advanced.")],
  ]);

export function Portal({ page, language }: PageProps<PortalPage>) {
  const { t, locale } = language;
  const { card, payments, subscription } = page;
  const notice = noticesOf(t).get(page.notice ?? "");
  const next = subscription?.nextMoment;
  return (
    <>
      <h1>{t("Your subscription")}</h1>
      <p className="muted">{page.email}</p>
      {notice && (
        <section className="notice" role="status">
          <p>{notice}</p>
        </section>
      )}
      <ConfirmChange page={page} language={language} />
      <Subscription page={page} language={language} />
      <section>
        <h2>{t("Card")}</h2>
        <p>{card ? t("Visa ending in {digits}", { digits: cards[card] }) : t("No card yet.")}</p>
        <ActionButton action="card" label={t("Use a good card (4242)")} fields={{ kind: "good" }} />
        <ActionButton action="card" label={t("Use a card that fails (0341)")} fields={{ kind: "failing" }} />
      </section>
      <section>
        <h2>{t("Test clock")}</h2>
        <p>{t("For this customer it is {day}.", { day: formatDay(page.now, language) })}</p>
        {next && (
          <ActionButton action="advance" label={t("Advance to {day}", { day: formatDay(next, language) })} />
        )}
      </section>
      {payments.length > 0 && (
        <section>
          <h2>{t("Payments")}</h2>
          {payments.map(({ charge, createdAt, description, amountCents, state }) => (
            <p key={charge}>
              {formatDay(createdAt, language)}: {describePayment(description ?? "", t)},{" "}
              {formatAmount(amountCents, { locale })} ({describeState(state, t)})
            </p>
          ))}
        </section>
      )}
      <ReturnLink url={page.returnUrl} t={t} />
    </>
  );
}

/** The status of a subscription or payment as text. */
function describeState(state: string, t: Translate): string {
  if (state === "active") return t("active");
  if (state === "past_due") return t("past due");
  if (state === "failed") return t("failed");
  return state === "refunded" ? t("refunded") : t("paid");
}

function ConfirmChange({ page: { plans, wantedPlan, subscription }, language }: PageProps<PortalPage>) {
  const { t, locale } = language;
  const target = plans.find(({ id }) => id === wantedPlan);
  if (!target || !subscription || subscription.price.id === wantedPlan) return null;
  const plan = nameOfItem(target.name, language);
  return (
    <section className="notice">
      <h2>{t("Change to {plan}?", { plan })}</h2>
      <p>
        {t("{price} a month. A larger plan starts now, a smaller one at the renewal.", {
          price: formatAmount(target.priceCents, { locale }),
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

function Subscription({ page: { plans, subscription }, language }: PageProps<PortalPage>): ReactNode {
  const { t, locale } = language;
  if (!subscription) return <section>{t("There is no running subscription.")}</section>;
  const { id, price, ends, nextPlan } = subscription;
  const nameOf = (plan: string) => nameOfItem(plans.find((each) => each.id === plan)?.name ?? plan, language);
  return (
    <section>
      <h2>{nameOf(price.id)}</h2>
      <dl>
        <dt>{t("Status")}</dt>
        <dd>{describeState(subscription.status, t)}</dd>
        <dt>{ends ? t("Ends") : t("Renews")}</dt>
        <dd>{formatDay(subscription.periodEndsAt, language)}</dd>
        <dt>{t("Price")}</dt>
        <dd>{t("{price} a month", { price: formatAmount(price.unit_amount, { locale }) })}</dd>
      </dl>
      {nextPlan && <p>{t("Changes to {plan} at the renewal.", { plan: nameOf(nextPlan) })}</p>}
      {plans
        .filter((plan) => plan.id !== price.id)
        .map((plan) => (
          <ActionButton
            key={plan.id}
            action="plan"
            label={`${nameOf(plan.id)}, ${formatAmount(plan.priceCents, { locale })}`}
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
