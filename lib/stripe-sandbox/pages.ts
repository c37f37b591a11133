import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { type PaymentMethod, payCheckout, requireOpenCheckout } from "./checkouts.ts";
import { deliverPending } from "./delivery.ts";
import { SandboxError } from "./errors.ts";
import { type Params, parseForm, readFormText, text } from "./form.ts";
import { actOnPortal, type PortalPage, showPortal } from "./portal.ts";
import { inSandbox, requireObject } from "./store.ts";

const maxFormBytes = 16 * 1024;

export interface CheckoutPage {
  kind: "checkout";
  monthly: boolean;
  item: string | null;
  email: string | null;
  amountCents: number;
  /** The last card attempt was declined. */
  isDeclined: boolean;
}

export interface ReceiptPage {
  kind: "receipt";
  id: string;
  item: string | null;
  amountCents: number;
  /** Unix seconds. */
  createdAt: number;
}

export interface ProblemPage {
  kind: "problem";
  message: string;
  returnUrl: string;
}

/** The data of a page; the caller renders it. */
export type SandboxPage = CheckoutPage | PortalPage | ReceiptPage | ProblemPage;

export type PageAnswer = { page: SandboxPage; status: number } | { goTo: string };

/** Handles `/checkout/:id`, `/portal/:id` and `/receipts/:id` with their forms; null for other paths. */
export async function answerPage(request: Request, path: string): Promise<PageAnswer | null> {
  const [, kind = "", id = "", ...rest] = path.split("/");
  if (id === "" || rest.length > 0) return null;
  try {
    if (request.method === "POST") {
      const form = parseForm(await readFormText(request, maxFormBytes));
      if (kind === "checkout") return await actOnCheckout(id, form);
      return kind === "portal" ? await actOnPortal(id, form) : null;
    }
    if (kind === "checkout") return await showCheckout(id);
    if (kind === "portal") return await showPortal(id, new URL(request.url).searchParams.get("notice"));
    return kind === "receipts" ? await showReceipt(id) : null;
  } catch (error) {
    if (!(error instanceof SandboxError)) {
      log.error({ err: error, kind }, "a page of the billing sandbox failed");
      throw error;
    }
    const returnUrl = `${env().BASE_URL}/billing`;
    return { page: { kind: "problem", message: error.message, returnUrl }, status: error.status };
  }
}

async function showCheckout(id: string, isDeclined = false): Promise<PageAnswer> {
  const { object: session, hidden } = await inSandbox((tx) => requireOpenCheckout(tx, id));
  const page: CheckoutPage = {
    kind: "checkout",
    monthly: session.mode === "subscription",
    item: hidden.lineItems?.[0]?.description ?? null,
    email: session.customer_details?.email ?? null,
    amountCents: session.amount_total ?? 0,
    isDeclined,
  };
  return { page, status: isDeclined ? 402 : 200 };
}

const methods: Record<string, PaymentMethod> = {
  pay: { card: "good" },
  decline: { card: "failing" },
  debit: { debit: "succeeds" },
  "debit-fails": { debit: "fails" },
};

async function actOnCheckout(id: string, form: Params): Promise<PageAnswer> {
  const action = text(form, "action") ?? "";
  if (action === "leave") {
    const { object: session } = await inSandbox((tx) => requireOpenCheckout(tx, id));
    return session.cancel_url ? { goTo: session.cancel_url } : await showCheckout(id);
  }
  const method = methods[action];
  if (!method) return await showCheckout(id);
  try {
    const session = await inSandbox((tx) => payCheckout(tx, id, method));
    await deliverPending();
    return { goTo: (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
  } catch (error) {
    const declined = error instanceof SandboxError && error.details.type === "card_error";
    if (declined) return await showCheckout(id, true);
    throw error;
  }
}

async function showReceipt(id: string): Promise<PageAnswer> {
  const { object: charge } = await requireObject(db(), "charge", id);
  const { description: item, amount: amountCents, created: createdAt } = charge;
  return { page: { kind: "receipt", id, item, amountCents, createdAt }, status: 200 };
}
