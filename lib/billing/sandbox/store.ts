import type Stripe from "stripe";
import { db, Prisma, sql } from "../../db/index.ts";
import { randomBase62 } from "../../ids.ts";
import { missing } from "./errors.ts";

/** The objects that the sandbox keeps, by Stripe's own name for the type. */
export interface SandboxObjects {
  product: Stripe.Product;
  price: Stripe.Price;
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  "checkout.session": Stripe.Checkout.Session;
  "billing_portal.session": Stripe.BillingPortal.Session;
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
}

export type ObjectType = keyof SandboxObjects;
export type Transaction = Prisma.TransactionClient;
type Reader = Pick<Transaction, "$queryRaw">;

/** What the sandbox knows beside the object itself. */
export interface Hidden {
  /** Of a customer: how far its clock is ahead of the real one. */
  clockAheadSeconds?: number;
  /** Of a subscription: the price that the renewal brings. */
  nextPrice?: string;
  /** Of a checkout session: what is bought. */
  lineItems?: Stripe.LineItem[];
  subscriptionMetadata?: Record<string, string>;
  trialDays?: number;
  /** Of a checkout session: a bank debit on its way. */
  settles?: { at: number; succeeds: boolean };
}

export interface Stored<T> {
  object: T;
  hidden: Hidden;
}

/** All writes of the sandbox happen one after another, over all processes. */
const lockKey = 7_405_282;
const transactionOptions = { maxWait: 15_000, timeout: 30_000 };

export function inSandbox<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    return await run(tx);
  }, transactionOptions);
}

/** Reads need no turn; each statement sees what is committed. */
export function readSandbox<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  return run(db());
}

export function newStripeId(prefix: string): string {
  return `${prefix}_${randomBase62(24)}`;
}

export const realNow = () => Math.floor(Date.now() / 1000);

export async function findObject<T extends ObjectType>(
  on: Reader,
  type: T,
  id: string,
): Promise<Stored<SandboxObjects[T]> | null> {
  const rows = await on.$queryRaw<{ data: SandboxObjects[T]; hidden: Hidden }[]>(sql`
    SELECT data, hidden FROM sandbox_object WHERE id = ${id} AND type = ${type}`);
  return rows[0] ? { object: rows[0].data, hidden: rows[0].hidden } : null;
}

/** As `findObject`. Throws Stripe's `resource_missing`; `param` names the parameter that held the id. */
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

/** Objects of any type by their ids. */
export async function findAny(on: Reader, ids: string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await on.$queryRaw<{ id: string; data: unknown }[]>(sql`
    SELECT id, data FROM sandbox_object WHERE id = ANY(${ids})`);
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/**
 * Writes a new object, or a new state of one. `hidden` stays as it is when it is not given; `customer` is whose
 * object it is, where the object itself does not say.
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
  /** Conditions on fields of the object: equal to the text, or to one of them. */
  where?: Record<string, string | string[] | undefined>;
  created?: { gte?: number; gt?: number; lte?: number; lt?: number };
  limit?: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/** Objects of a type, newest first, as Stripe's lists give them. */
export async function listObjects<T extends ObjectType>(
  on: Reader,
  type: T,
  query: ListQuery = {},
): Promise<{ data: Stored<SandboxObjects[T]>[]; hasMore: boolean }> {
  const { customer, created = {}, limit = 100, startingAfter, endingBefore } = query;
  const conditions = [sql`type = ${type}`];
  if (customer !== undefined) conditions.push(sql`customer = ${customer}`);
  for (const [field, wanted] of Object.entries(query.where ?? {})) {
    if (wanted === undefined) continue;
    const values = Array.isArray(wanted) ? wanted : [wanted];
    conditions.push(sql`data->>${field} = ANY(${values})`);
  }
  if (created.gte !== undefined) conditions.push(sql`created >= ${created.gte}`);
  if (created.gt !== undefined) conditions.push(sql`created > ${created.gt}`);
  if (created.lte !== undefined) conditions.push(sql`created <= ${created.lte}`);
  if (created.lt !== undefined) conditions.push(sql`created < ${created.lt}`);
  const sequenceOf = (id: string) => sql`(SELECT sequence FROM sandbox_object WHERE id = ${id})`;
  if (startingAfter) conditions.push(sql`sequence < ${sequenceOf(startingAfter)}`);
  if (endingBefore) conditions.push(sql`sequence > ${sequenceOf(endingBefore)}`);
  const order = endingBefore ? sql`sequence ASC` : sql`sequence DESC`;
  const rows = await on.$queryRaw<{ data: SandboxObjects[T]; hidden: Hidden }[]>(sql`
    SELECT data, hidden FROM sandbox_object WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${order} LIMIT ${limit + 1}`);
  const hasMore = rows.length > limit;
  const page = rows.slice(0, limit).map(({ data, hidden }) => ({ object: data, hidden }));
  return { data: endingBefore ? page.reverse() : page, hasMore };
}
