import { formatDollars } from "#lib/billing/money.ts";
import type { CheckoutPage, ProblemPage, ReceiptPage } from "#lib/stripe-sandbox/pages.ts";

interface ActionButtonProps {
  action: string;
  label: string;
  fields?: Record<string, string>;
  primary?: boolean;
}

/** A form with one button that sends `action` and the fields. */
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

export function formatDay(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

export function Checkout({ page }: { page: CheckoutPage }) {
  const { monthly, item, email, amountCents, problem } = page;
  return (
    <>
      <h1>
        {monthly ? "Subscribe to" : "Pay for"} {item}
      </h1>
      {problem && (
        <section className="problem" role="alert">
          <p>{problem} Try another card.</p>
        </section>
      )}
      <section>
        <p className="price">
          {formatDollars(amountCents)}
          {monthly && <span className="muted"> a month</span>}
        </p>
        <p className="muted">{email}</p>
      </section>
      <section>
        <h2>How should the payment go?</h2>
        <ActionButton action="pay" label="Pay with a good card (4242)" primary />
        <ActionButton action="decline" label="Pay with a card that is declined (0341)" />
        {!monthly && <ActionButton action="debit" label="Pay by bank debit, arrives in seconds" />}
        {!monthly && <ActionButton action="debit-fails" label="Pay by bank debit that fails" />}
        <ActionButton action="leave" label="Leave without paying" />
      </section>
    </>
  );
}

export function Receipt({ page: { id, item, amountCents, createdAt } }: { page: ReceiptPage }) {
  return (
    <>
      <h1>Receipt</h1>
      <section>
        <p className="price">{formatDollars(amountCents)}</p>
        <dl>
          <dt>For</dt>
          <dd>{item}</dd>
          <dt>Date</dt>
          <dd>{formatDay(createdAt)}</dd>
          <dt>Number</dt>
          <dd>{id}</dd>
        </dl>
      </section>
    </>
  );
}

export function Problem({ page: { message, returnUrl } }: { page: ProblemPage }) {
  return (
    <>
      <h1>This page cannot be shown</h1>
      <section className="problem">
        <p>{message}</p>
      </section>
      <p>
        <a href={returnUrl}>Return to the service</a>
      </p>
    </>
  );
}
