import type Stripe from "stripe";
import { db, Prisma, sql } from "../db/index.ts";
import { randomBase62 } from "../platform/ids.ts";
import { missing } from "./errors.ts";

/** The objects that the sandbox stores, by Stripe's type names. */
export interface SandboxObjects {
  product: Stripe.Product;
  price: Stripe.Price;
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  "checkout.session": Stripe.Checkout.Session;
  "billing_portal.session": Stripe.BillingPortal.Session;
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
}

export type ObjectType = keyof SandboxObjects;
export type Transaction = Prisma.TransactionClient;
type Reader = Pick<Transaction, "$queryRaw">;

/** Data that the sandbox stores in addition to the object. */
export interface Hidden {
  /** Of a customer: how far its clock is ahead of real time. */
  clockAheadSeconds?: number;
  /** Of a checkout session: the purchased items. */
  lineItems?: Stripe.LineItem[];
  subscriptionMetadata?: Record<string, string>;
  /** Of a checkout session: a pending bank debit. */
  settles?: { at: number; succeeds: boolean };
}

export interface Stored<T> {
  object: T;
  hidden: Hidden;
}

/** Advisory lock that serializes all writes of the sandbox over all processes. */
const lockKey = 7_405_282;
const transactionOptions = { maxWait: 15_000, timeout: 30_000 };

export function inSandbox<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    return await run(tx);
  }, transactionOptions);
}

export function newStripeId(prefix: string): string {
  return `${prefix}_${randomBase62(24)}`;
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The fields, named in one string, that Stripe returns as null while unset. */
export function unset<Names extends string>(names: Names): { [Name in Words<Names>]: null } {
  return Object.fromEntries(names.split(" ").map((name) => [name, null])) as { [Name in Words<Names>]: null };
}

export const realNow = () => Math.floor(Date.now() / 1000);

export async function findObject<T extends ObjectType>(
  on: Reader,
  type: T,
  id: string,
): Promise<Stored<SandboxObjects[T]> | null> {
  const rows = await on.$queryRaw<Stored<SandboxObjects[T]>[]>(sql`
    SELECT data AS object, hidden FROM sandbox_object WHERE id = ${id} AND type = ${type}`);
  return rows[0] ?? null;
}

/** Like `findObject`. Throws Stripe's `resource_missing`; `param` names the parameter that contained the id. */
export async function requireObject<T extends ObjectType>(
  on: Reader,
  type: T,
  id: string,
  param?: string,
): Promise<Stored<SandboxObjects[T]>> {
  const found = await findObject(on, type, id);
  if (!found) throw missing(type.replace(/[._]/g, " "), id, param);
  return found;
}

/** Deletes a customer with all its data in the sandbox, including stored responses of idempotency keys. */
export async function deleteCustomer(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw(sql`
    DELETE FROM sandbox_delivery WHERE event_id IN (
      SELECT id FROM sandbox_object WHERE type = 'event' AND customer = ${id})`);
  await tx.$executeRaw(sql`
    DELETE FROM sandbox_request
    WHERE body->>'id' = ${id} OR body->>'customer' = ${id}
       OR body->>'id' IN (SELECT id FROM sandbox_object WHERE customer = ${id})`);
  await tx.$executeRaw(sql`DELETE FROM sandbox_object WHERE id = ${id} OR customer = ${id}`);
}

/** Objects of any type by their ids. */
export async function findAny(on: Reader, ids: string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await on.$queryRaw<{ id: string; data: unknown }[]>(sql`
    SELECT id, data FROM sandbox_object WHERE id = ANY(${ids})`);
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/**
 * Stores a new object, or a new state of one. `hidden` is unchanged if omitted; `customer` is the owner, if the
 * object does not contain it.
 */
export async function saveObject<T extends ObjectType>(
  tx: Transaction,
  type: T,
  object: SandboxObjects[T],
  hidden?: Hidden,
  customer = customerOf(object),
): Promise<void> {
  const created = "created" in object ? object.created : realNow();
  const kept = hidden === undefined ? null : JSON.stringify(hidden);
  await tx.$executeRaw(sql`
    INSERT INTO sandbox_object (id, type, customer, created, data, hidden)
    VALUES (${object.id}, ${type}, ${customer}, ${created}, ${JSON.stringify(object)}::jsonb,
            COALESCE(${kept}::jsonb, '{}'))
    ON CONFLICT (id) DO UPDATE
    SET data = EXCLUDED.data, hidden = COALESCE(${kept}::jsonb, sandbox_object.hidden)`);
}

function customerOf(object: SandboxObjects[ObjectType]): string | null {
  if (object.object === "customer") return object.id;
  if (!("customer" in object)) return null;
  return typeof object.customer === "string" ? object.customer : null;
}

export interface ListQuery {
  customer?: string | undefined;
  /**
   * Conditions on fields of the object (`payment.intent` for a nested one): equal to a text, or to one of several.
   */
  where?: Record<string, string | string[] | undefined>;
  /** Unix seconds. */
  createdFrom?: number | undefined;
  limit?: number;
  startingAfter?: string | undefined;
}

/** Objects of a type, newest first, like Stripe's lists. */
export async function listObjects<T extends ObjectType>(
  on: Reader,
  type: T,
  query: ListQuery = {},
): Promise<{ data: Stored<SandboxObjects[T]>[]; hasMore: boolean }> {
  const { customer, createdFrom, limit = 100, startingAfter } = query;
  const conditions = [sql`type = ${type}`];
  if (customer !== undefined) conditions.push(sql`customer = ${customer}`);
  for (const [field, wanted] of Object.entries(query.where ?? {})) {
    if (wanted === undefined) continue;
    const values = Array.isArray(wanted) ? wanted : [wanted];
    const path = field.split(".");
    conditions.push(
      path.length > 1 ? sql`data#>>${path} = ANY(${values})` : sql`data->>${field} = ANY(${values})`,
    );
  }
  if (createdFrom !== undefined) conditions.push(sql`created >= ${createdFrom}`);
  if (startingAfter) {
    conditions.push(sql`sequence < (SELECT sequence FROM sandbox_object WHERE id = ${startingAfter})`);
  }
  const rows = await on.$queryRaw<Stored<SandboxObjects[T]>[]>(sql`
    SELECT data AS object, hidden FROM sandbox_object WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY sequence DESC LIMIT ${limit + 1}`);
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}
