import { z } from "zod";
import { differenceOf, recordAudit } from "../audit/record.ts";
import { countries } from "../contract/billing/countries.ts";
import { db } from "../db/index.ts";
import { reasonKey } from "../platform/reasons.ts";
import { updateCustomer } from "./customer.ts";
import { readTaxId } from "./tax-ids.ts";

/** One line of printable text: no control characters and no marks that reverse the direction of what follows. */
const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, reasonKey("line_unprintable"));

const fields = z.object({
  name: line(150),
  line1: line(150),
  line2: line(150),
  postalCode: line(20),
  city: line(100),
  country: line(2).refine((code) => code === "" || countries.includes(code), reasonKey("field_required")),
  taxId: line(40),
});

export type BillingDetails = z.infer<typeof fields>;
const fieldNames = fields.keyof().options;

const required = ["name", "line1", "city", "country"] as const;

/** The form of the billing details: all empty, which removes them, or an address that a receipt can have. */
export const billingDetailsForm = fields.transform((given, context): BillingDetails | null => {
  if (Object.values(given).every((value) => value === "")) return null;
  for (const name of required) {
    if (given[name] === "")
      context.addIssue({ code: "custom", path: [name], message: reasonKey("field_required") });
  }
  const taxId = given.taxId === "" ? "" : readTaxId(given.taxId, given.country);
  if (taxId === null)
    context.addIssue({ code: "custom", path: ["taxId"], message: reasonKey("tax_id_malformed") });
  return { ...given, taxId: taxId ?? "" };
});

const withoutKeys = { userId: true, updatedAt: true } as const;

/** The customer on an account's future receipts; null if its owner entered none. */
export async function getBillingDetails(userId: string): Promise<BillingDetails | null> {
  return await db().billingDetails.findUnique({ where: { userId }, omit: withoutKeys });
}

/** Changes the customer on future receipts, here and at Stripe; null removes it. */
export async function saveBillingDetails(userId: string, details: BillingDetails | null): Promise<void> {
  await db().$transaction(async (tx) => {
    const before = await tx.billingDetails.findUnique({ where: { userId }, omit: withoutKeys });
    if (details) {
      await tx.billingDetails.upsert({ where: { userId }, create: { userId, ...details }, update: details });
    } else await tx.billingDetails.deleteMany({ where: { userId } });
    const difference = differenceOf<Partial<BillingDetails>>(before ?? {}, details ?? {}, fieldNames);
    if (difference) await recordAudit({ accountId: userId, action: "account.changed", ...difference }, tx);
  });
  await updateCustomer(userId, { isErased: details === null });
}
