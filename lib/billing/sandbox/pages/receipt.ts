import { db } from "../../../db/index.ts";
import { findObject, requireObject } from "../store.ts";
import { day, html, money, page } from "./html.ts";

/** The receipt of a charge or an invoice. */
export async function showReceipt(id: string): Promise<Response> {
  const invoice = (await findObject(db(), "invoice", id))?.object;
  const receipt = invoice
    ? { amount: invoice.amount_due, created: invoice.created, what: invoice.lines.data.at(-1)?.description }
    : await readCharge(id);
  return page(
    "Receipt",
    html`<h1>Receipt</h1><section><p class="price">${money(receipt.amount)}</p>
<dl><dt>For</dt><dd>${receipt.what}</dd><dt>Date</dt><dd>${day(receipt.created)}</dd>
<dt>Number</dt><dd>${id}</dd></dl></section>`,
  );
}

async function readCharge(id: string) {
  const { object: charge } = await requireObject(db(), "charge", id);
  return { amount: charge.amount, created: charge.created, what: charge.description };
}
