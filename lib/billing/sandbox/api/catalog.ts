import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { flag, integer, metadata, nested, type Params, requireText, text, texts } from "../form.ts";
import { makePrice, makeProduct } from "../objects/catalog.ts";
import { listObjects, realNow, requireObject, saveObject } from "../store.ts";
import { page } from "./lists.ts";
import type { ApiRoutes } from "./route.ts";

export const catalogRoutes: ApiRoutes = {
  "GET /v1/products": ({ tx, params }) =>
    page(tx, "product", params, "/v1/products", {
      where: { active: text(params, "active"), id: texts(params, "ids") },
    }),
  "GET /v1/products/:id": async ({ tx, id }) => (await requireObject(tx, "product", id)).object,
  "POST /v1/products": async ({ tx, params }) => {
    const product = makeProduct({
      name: requireText(params, "name"),
      description: text(params, "description") ?? null,
      metadata: metadata(params),
    });
    await saveObject(tx, "product", product);
    return product;
  },
  "POST /v1/products/:id": async ({ tx, params, id }) => {
    const { object: product } = await requireObject(tx, "product", id);
    product.name = text(params, "name") ?? product.name;
    product.description = text(params, "description") ?? product.description;
    product.active = flag(params, "active") ?? product.active;
    product.metadata = { ...product.metadata, ...metadata(params) };
    product.updated = realNow();
    await saveObject(tx, "product", product);
    return product;
  },
  "GET /v1/prices": ({ tx, params }) =>
    page(tx, "price", params, "/v1/prices", {
      where: {
        active: text(params, "active"),
        product: text(params, "product"),
        currency: text(params, "currency"),
        lookup_key: texts(params, "lookup_keys"),
      },
    }),
  "GET /v1/prices/:id": async ({ tx, id }) => (await requireObject(tx, "price", id)).object,
  "POST /v1/prices": async ({ tx, params }) => {
    const price = makePrice({ ...readPrice(params), metadata: metadata(params) });
    await requireObject(tx, "product", String(price.product), "product");
    if (price.lookup_key) {
      const holders = await listObjects(tx, "price", { where: { lookup_key: price.lookup_key } });
      const [holder] = holders.data;
      if (holder && !flag(params, "transfer_lookup_key")) {
        throw invalidRequest(`A price (\`${holder.object.id}\`) already uses that lookup key.`, "lookup_key");
      }
      if (holder) await saveObject(tx, "price", { ...holder.object, lookup_key: null });
    }
    await saveObject(tx, "price", price);
    return price;
  },
  "POST /v1/prices/:id": async ({ tx, params, id }) => {
    const { object: price } = await requireObject(tx, "price", id);
    const updated: Stripe.Price = {
      ...price,
      active: flag(params, "active") ?? price.active,
      metadata: { ...price.metadata, ...metadata(params) },
    };
    await saveObject(tx, "price", updated);
    return updated;
  },
};

function readPrice(params: Params) {
  const recurring = nested(params, "recurring");
  if (recurring && requireText(recurring, "interval") !== "month") {
    throw invalidRequest("The sandbox bills by the month.", "recurring[interval]");
  }
  const unitAmount = integer(params, "unit_amount");
  if (unitAmount === undefined || unitAmount < 0) throw invalidRequest("Invalid unit_amount", "unit_amount");
  return {
    product: requireText(params, "product"),
    currency: requireText(params, "currency"),
    unitAmount,
    monthly: recurring !== undefined,
    lookupKey: text(params, "lookup_key") ?? null,
  };
}
