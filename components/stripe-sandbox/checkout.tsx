import type { Language } from "#lib/language/translate.ts";
import type { CheckoutPage, ProblemPage, ReceiptPage } from "#lib/stripe-sandbox/pages.ts";
import { describePayment } from "../billing/texts.ts";
import { describeProblem, formatDay, formatDollars, nameOfItem } from "./words.ts";

interface ActionButtonProps {
  action: string;
  label: string;
  fields?: Record<string, string>;
  primary?: boolean;
}

/** A form with one button that submits `action` and the fields. */
export function ActionButton({ action, label, fields, primary }: ActionButtonProps) {
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

interface PageProps<Page> {
  page: Page;
  language: Language;
}

export function Checkout({ page, language }: PageProps<CheckoutPage>) {
  const { t } = language;
  const { monthly, email, amountCents, isDeclined } = page;
  const item = nameOfItem(page.item, language);
  return (
    <>
      <h1>{monthly ? t("Subscribe to {item}", { item }) : t("Pay for {item}", { item })}</h1>
      {isDeclined && (
        <section className="problem" role="alert">
          <p>{t("Your card was declined. Try another card.")}</p>
        </section>
      )}
      <section>
        <p className="price">
          {formatDollars(amountCents, language)}
          {monthly && <span className="muted"> {t("a month")}</span>}
        </p>
        <p className="muted">{email}</p>
      </section>
      <section>
        <h2>{t("How should the payment go?")}</h2>
        <ActionButton action="pay" label={t("Pay with a good card (4242)")} primary />
        <ActionButton action="decline" label={t("Pay with a card that is declined (0341)")} />
        {!monthly && <ActionButton action="debit" label={t("Pay by bank debit, arrives in seconds")} />}
        {!monthly && <ActionButton action="debit-fails" label={t("Pay by bank debit that fails")} />}
        <ActionButton action="leave" label={t("Leave without paying")} />
      </section>
    </>
  );
}

export function Receipt({ page, language }: PageProps<ReceiptPage>) {
  const { t } = language;
  const { id, item, amountCents, createdAt } = page;
  return (
    <>
      <h1>{t("Receipt")}</h1>
      <section>
        <p className="price">{formatDollars(amountCents, language)}</p>
        <dl>
          <dt>{t("For")}</dt>
          <dd>{describePayment(item ?? "", t)}</dd>
          <dt>{t("Date")}</dt>
          <dd>{formatDay(createdAt, language)}</dd>
          <dt>{t("Number")}</dt>
          <dd>{id}</dd>
        </dl>
      </section>
    </>
  );
}

export function Problem({ page: { message, returnUrl }, language: { t } }: PageProps<ProblemPage>) {
  return (
    <>
      <h1>{t("This page cannot be shown")}</h1>
      <section className="problem">
        <p>{describeProblem(message, t)}</p>
      </section>
      <p>
        <a href={returnUrl}>{t("Return to the service")}</a>
      </p>
    </>
  );
}
