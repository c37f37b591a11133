import type Stripe from "stripe";
import { type PaymentMethod, payCheckout, requireOpenCheckout } from "../checkouts.ts";
import { deliverBeforeRedirect } from "../delivery.ts";
import { SandboxError } from "../errors.ts";
import { type Params, text } from "../form.ts";
import { type Hidden, inSandbox } from "../store.ts";
import { button, goTo, html, money, page } from "./html.ts";

const methods: Record<string, PaymentMethod> = {
  pay: { card: "good" },
  decline: { card: "failing" },
  debit: { debit: "succeeds" },
  "debit-fails": { debit: "fails" },
};

/** The hosted payment page. */
export async function showCheckout(id: string, problem?: string): Promise<Response> {
  const { object: session, hidden } = await inSandbox((tx) => requireOpenCheckout(tx, id));
  return renderCheckout(session, hidden, problem);
}

function renderCheckout(session: Stripe.Checkout.Session, hidden: Hidden, problem?: string): Response {
  const monthly = session.mode === "subscription";
  const item = hidden.lineItems?.[0];
  return page(
    "Checkout",
    html`<h1>${monthly ? "Subscribe to" : "Pay for"} ${item?.description}</h1>
${problem ? html`<section class="problem" role="alert"><p>${problem} Try another card.</p></section>` : null}
<section><p class="price">${money(session.amount_total ?? 0)}${monthly ? html`<span class="muted"> a month</span>` : null}</p>
<p class="muted">${session.customer_details?.email}</p></section>
<section><h2>How should the payment go?</h2>
${button("pay", "Pay with a good card (4242)", {}, true)}
${button("decline", "Pay with a card that is declined (0341)")}
${monthly ? null : button("debit", "Pay by bank debit, arrives in seconds")}
${monthly ? null : button("debit-fails", "Pay by bank debit that fails")}
${button("leave", "Leave without paying")}</section>`,
    problem ? 402 : 200,
  );
}

export async function actOnCheckout(id: string, form: Params): Promise<Response> {
  const action = text(form, "action") ?? "";
  if (action === "leave") {
    const { object: session } = await inSandbox((tx) => requireOpenCheckout(tx, id));
    return session.cancel_url ? goTo(session.cancel_url) : await showCheckout(id);
  }
  const method = methods[action];
  if (!method) return await showCheckout(id);
  try {
    const session = await inSandbox((tx) => payCheckout(tx, id, method));
    await deliverBeforeRedirect();
    return goTo((session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id));
  } catch (error) {
    if (error instanceof SandboxError && error.type === "card_error")
      return await showCheckout(id, error.message);
    throw error;
  }
}
