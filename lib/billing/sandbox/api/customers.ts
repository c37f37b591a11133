import { emit } from "../events.ts";
import { metadata, text } from "../form.ts";
import { makeCustomer } from "../objects/customer.ts";
import { requireObject, saveObject } from "../store.ts";
import { page } from "./lists.ts";
import type { ApiRoutes } from "./route.ts";

export const customerRoutes: ApiRoutes = {
  "GET /v1/customers": ({ tx, params }) =>
    page(tx, "customer", params, "/v1/customers", { where: { email: text(params, "email") } }),
  "GET /v1/customers/:id": async ({ tx, id }) => (await requireObject(tx, "customer", id)).object,
  "POST /v1/customers": async ({ tx, params }) => {
    const customer = makeCustomer({
      email: text(params, "email") ?? null,
      name: text(params, "name") ?? null,
      metadata: metadata(params),
    });
    await saveObject(tx, "customer", customer);
    await emit(tx, "customer.created", customer);
    return customer;
  },
  "POST /v1/customers/:id": async ({ tx, params, id }) => {
    const { object: customer } = await requireObject(tx, "customer", id);
    customer.email = text(params, "email") ?? customer.email;
    customer.name = text(params, "name") ?? customer.name ?? null;
    customer.metadata = { ...customer.metadata, ...metadata(params) };
    await saveObject(tx, "customer", customer);
    return customer;
  },
};
