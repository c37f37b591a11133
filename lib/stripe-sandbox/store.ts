import { db, Prisma, sql } from "../db/index.ts";
import { randomBase62 } from "../platform/ids.ts";
import { missing } from "./errors.ts";
import type { SandboxObjects } from "./objects.ts";

export type ObjectType = keyof SandboxObjects;
export type Transaction = Prisma.TransactionClient;

/** Advisory lock that serializes all writes of the sandbox over all processes. */
const lockKey = 7_405_282;

export function inSandbox<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  const locked = async (tx: Transaction) => {
    await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    return await run(tx);
  };
  return db().$transaction(locked, { maxWait: 15_000, timeout: 30_000 });
}

export const newStripeId = (prefix: string) => `${prefix}_${randomBase62(24)}`;
export const realNow = () => Math.floor(Date.now() / 1000);

/** Throws Stripe's `resource_missing`; `param` names the parameter that contained the id. */
export async function requireObject<T extends ObjectType>(
  tx: Transaction,
  type: T,
  id: string,
  param?: string,
): Promise<SandboxObjects[T]> {
  const [row] = await tx.$queryRaw<{ data: SandboxObjects[T] }[]>(sql`
    SELECT data FROM sandbox_object WHERE id = ${id} AND type = ${type}`);
  if (!row) throw missing(type, id, param);
  return row.data;
}

/** Stores a new object, or a new state of one, and returns it. */
export async function saveObject<T extends SandboxObjects[ObjectType]>(
  tx: Transaction,
  object: T,
): Promise<T> {
  const created = "created" in object ? object.created : realNow();
  const customer = "customer" in object ? object.customer : null;
  await tx.$executeRaw(sql`
    INSERT INTO sandbox_object (id, type, customer, created, data)
    VALUES (${object.id}, ${object.object}, ${customer}, ${created}, ${JSON.stringify(object)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET data = EXCLUDED.data`);
  return object;
}

/** Deletes a customer with all its data, including stored responses of idempotency keys. */
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

export interface ListQuery {
  /** Fields of the object, each with its accepted values; `undefined` accepts all. */
  where?: Record<string, readonly string[] | undefined>;
  createdFrom?: number | undefined;
  limit?: number;
  startingAfter?: string | undefined;
}

/** Objects of a type, newest first, like Stripe's lists. */
export async function listObjects<T extends ObjectType>(
  tx: Transaction,
  type: T,
  { where = {}, createdFrom = 0, limit = 10_000, startingAfter }: ListQuery = {},
): Promise<SandboxObjects[T][]> {
  const conditions = [sql`type = ${type} AND created >= ${createdFrom}`];
  for (const [field, values] of Object.entries(where)) {
    if (field === "customer" && values) conditions.push(sql`customer = ANY(${[...values]})`);
    else if (values) conditions.push(sql`data->>${field} = ANY(${[...values]})`);
  }
  if (startingAfter) {
    conditions.push(sql`sequence < (SELECT sequence FROM sandbox_object WHERE id = ${startingAfter})`);
  }
  const rows = await tx.$queryRaw<{ data: SandboxObjects[T] }[]>(sql`
    SELECT data FROM sandbox_object WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY sequence DESC LIMIT ${limit}`);
  return rows.map(({ data }) => data);
}
