import { expect, test } from "vitest";
import type { Handler } from "#lib/http/route-table.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import * as auth from "../auth/[...all]/route.ts";
import * as live from "../live/route.ts";
import * as archives from "./archives/route.ts";
import * as credits from "./credits/route.ts";
import * as event from "./events/[id]/route.ts";
import * as events from "./events/route.ts";
import * as generate from "./generate/route.ts";
import * as check from "./generations/[id]/check/route.ts";
import * as file from "./generations/[id]/file/route.ts";
import * as generation from "./generations/[id]/route.ts";
import * as deletion from "./generations/delete/route.ts";
import * as generations from "./generations/route.ts";
import * as look from "./looks/[id]/route.ts";
import * as lookShare from "./looks/[id]/share/route.ts";
import * as lookCopy from "./looks/copy/route.ts";
import * as looks from "./looks/route.ts";
import * as marketplaces from "./marketplaces/route.ts";
import * as openapi from "./openapi.json/route.ts";
import * as previews from "./previews/route.ts";
import * as products from "./products/route.ts";
import * as removeBg from "./remove-bg/route.ts";
import * as scenePreview from "./scenes/[id]/preview/route.ts";
import * as scenes from "./scenes/route.ts";
import * as upload from "./upload/route.ts";
import * as signed from "./upload/signed/route.ts";
import * as redeliver from "./webhook-deliveries/[id]/redeliver/route.ts";
import * as delivery from "./webhook-deliveries/[id]/route.ts";
import * as deliveries from "./webhook-endpoints/[id]/deliveries/route.ts";
import * as replay from "./webhook-endpoints/[id]/replay/route.ts";
import * as rotate from "./webhook-endpoints/[id]/rotate-secret/route.ts";
import * as webhookEndpoint from "./webhook-endpoints/[id]/route.ts";
import * as webhookTest from "./webhook-endpoints/[id]/test/route.ts";
import * as webhookEndpoints from "./webhook-endpoints/route.ts";

const routes: [string, Record<string, Handler>, string[]][] = [
  ["/api/v1/credits", credits, ["GET"]],
  ["/api/v1/events", events, ["GET"]],
  ["/api/v1/events/evt_1", event, ["GET"]],
  ["/api/v1/generate", generate, ["POST"]],
  ["/api/v1/generations", generations, ["GET"]],
  ["/api/v1/generations/gen_1", generation, ["GET", "PATCH", "DELETE"]],
  ["/api/v1/generations/gen_1/check", check, ["GET"]],
  ["/api/v1/generations/gen_1/file", file, ["GET"]],
  ["/api/v1/generations/delete", deletion, ["POST"]],
  ["/api/v1/archives", archives, ["POST"]],
  ["/api/v1/products", products, ["GET"]],
  ["/api/v1/looks", looks, ["GET", "POST"]],
  ["/api/v1/looks/look_1", look, ["GET", "PATCH", "DELETE"]],
  ["/api/v1/looks/look_1/share", lookShare, ["POST", "DELETE"]],
  ["/api/v1/looks/copy", lookCopy, ["POST"]],
  ["/api/v1/marketplaces", marketplaces, ["GET"]],
  ["/api/v1/openapi.json", openapi, ["GET"]],
  ["/api/v1/previews", previews, ["POST"]],
  ["/api/v1/remove-bg", removeBg, ["POST"]],
  ["/api/v1/scenes", scenes, ["GET"]],
  ["/api/v1/scenes/podium-petals/preview", scenePreview, ["GET"]],
  ["/api/v1/upload", upload, ["POST"]],
  ["/api/v1/upload/signed", signed, ["GET"]],
  ["/api/v1/webhook-deliveries/whd_1", delivery, ["GET"]],
  ["/api/v1/webhook-deliveries/whd_1/redeliver", redeliver, ["POST"]],
  ["/api/v1/webhook-endpoints", webhookEndpoints, ["GET", "POST"]],
  ["/api/v1/webhook-endpoints/whe_1", webhookEndpoint, ["GET", "PATCH", "DELETE"]],
  ["/api/v1/webhook-endpoints/whe_1/deliveries", deliveries, ["GET"]],
  ["/api/v1/webhook-endpoints/whe_1/replay", replay, ["POST"]],
  ["/api/v1/webhook-endpoints/whe_1/rotate-secret", rotate, ["POST"]],
  ["/api/v1/webhook-endpoints/whe_1/test", webhookTest, ["POST"]],
  ["/api/live", live, ["GET"]],
  ["/api/auth/ok", auth, ["GET", "POST"]],
];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

test.each(routes)(
  "%s refuses every method that it does not support, and names those that it does",
  async (path, route, has) => {
    const allow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => method === "OPTIONS" || has.includes(method === "HEAD" ? "GET" : method),
    );
    const missing = methods.filter((method) => !has.includes(method));
    tried("methods", missing.length + 1);
    for (const method of [...missing, "OPTIONS"]) {
      const handler = route[method];
      const response = await handler?.(new Request(`http://localhost:3000${path}`, { method }));
      expect([method, response?.status]).toEqual([method, method === "OPTIONS" ? 204 : 405]);
      expect(response?.headers.get("allow")).toBe(allow.join(", "));
      const text = (await response?.text()) ?? "";
      if (method === "OPTIONS") expect(text).toBe("");
      else expect(JSON.parse(text).error.code).toBe("method_not_allowed");
    }
  },
);
