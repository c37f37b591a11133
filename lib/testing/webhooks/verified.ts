import { db, sql } from "../../db/index.ts";
import { noteAnswered, spendBudget } from "../../webhooks/budget.ts";
import { createEndpoint } from "../../webhooks/endpoints.ts";

type Fields = Parameters<typeof createEndpoint>[0];
type By = Parameters<typeof createEndpoint>[1];

/** A verified endpoint on this machine without waiting deliveries. */
export async function createVerifiedEndpoint(fields: Fields, by: By) {
  const endpoint = await createEndpoint(fields, by);
  const { id } = endpoint;
  const verifiedAt = new Date();
  await db().webhookEndpoint.update({ where: { id }, data: { verifiedAt } });
  await db().webhookEvent.deleteMany({ where: { deliveries: { some: { endpointId: id } } } });
  await db().$executeRaw(sql`DELETE FROM pgboss.job WHERE data->>'endpointId' = ${id}`);
  const target = { ...by, url: fields.url, address: "127.0.0.1" };
  await spendBudget(target);
  await noteAnswered(target);
  return { ...endpoint, verifiedAt };
}
