import { invalidRequest } from "../errors.ts";
import { integer, requireText, text, texts } from "../form.ts";
import { closeDispute, refundCharge } from "../payments.ts";
import { requireObject } from "../store.ts";
import { page } from "./lists.ts";
import type { ApiRoutes } from "./route.ts";

export const paymentRoutes: ApiRoutes = {
  "GET /v1/payment_intents/:id": async ({ tx, id }) => (await requireObject(tx, "payment_intent", id)).object,
  "GET /v1/charges": ({ tx, params }) =>
    page(tx, "charge", params, "/v1/charges", {
      customer: text(params, "customer"),
      where: { payment_intent: text(params, "payment_intent") },
    }),
  "GET /v1/charges/:id": async ({ tx, id }) => (await requireObject(tx, "charge", id)).object,
  "GET /v1/refunds": ({ tx, params }) =>
    page(tx, "refund", params, "/v1/refunds", {
      where: { charge: text(params, "charge"), payment_intent: text(params, "payment_intent") },
    }),
  "GET /v1/refunds/:id": async ({ tx, id }) => (await requireObject(tx, "refund", id)).object,
  "POST /v1/refunds": async ({ tx, params }) => {
    const intent = text(params, "payment_intent");
    if (!intent) return await refundCharge(tx, requireText(params, "charge"), integer(params, "amount"));
    const { object } = await requireObject(tx, "payment_intent", intent, "payment_intent");
    if (typeof object.latest_charge !== "string") {
      throw invalidRequest(`PaymentIntent ${intent} has no charge to refund.`, "payment_intent");
    }
    return await refundCharge(tx, object.latest_charge, integer(params, "amount"));
  },
  "GET /v1/disputes": ({ tx, params }) =>
    page(tx, "dispute", params, "/v1/disputes", {
      where: { charge: text(params, "charge"), payment_intent: text(params, "payment_intent") },
    }),
  "GET /v1/disputes/:id": async ({ tx, id }) => (await requireObject(tx, "dispute", id)).object,
  "POST /v1/disputes/:id/close": ({ tx, id }) => closeDispute(tx, id, "lost"),
  "GET /v1/events": ({ tx, params }) => {
    const types = texts(params, "types") ?? text(params, "type");
    return page(tx, "event", params, "/v1/events", types ? { where: { type: types } } : {});
  },
  "GET /v1/events/:id": async ({ tx, id }) => (await requireObject(tx, "event", id)).object,
};
