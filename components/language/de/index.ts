import { receipts } from "#lib/language/de/index.ts";
import type { Messages } from "#lib/language/translate.ts";
import account from "./account.json" with { type: "json" };
import arrange from "./arrange.json" with { type: "json" };
import auth from "./auth.json" with { type: "json" };
import billing from "./billing.json" with { type: "json" };
import common from "./common.json" with { type: "json" };
import docs from "./docs.json" with { type: "json" };
import gallery from "./gallery.json" with { type: "json" };
import keys from "./keys.json" with { type: "json" };
import landing from "./landing.json" with { type: "json" };
import looks from "./looks.json" with { type: "json" };
import maskEditor from "./mask-editor.json" with { type: "json" };
import operator from "./operator.json" with { type: "json" };
import orders from "./orders.json" with { type: "json" };
import shell from "./shell.json" with { type: "json" };
import stripeSandbox from "./stripe-sandbox.json" with { type: "json" };
import studioIntake from "./studio-intake.json" with { type: "json" };
import studioOrder from "./studio-order.json" with { type: "json" };
import usage from "./usage.json" with { type: "json" };
import webhooks from "./webhooks.json" with { type: "json" };

/** German, one file for each area of the pages. */
export const german: Messages = {
  ...receipts,
  ...account,
  ...arrange,
  ...auth,
  ...billing,
  ...common,
  ...docs,
  ...gallery,
  ...keys,
  ...landing,
  ...looks,
  ...maskEditor,
  ...operator,
  ...orders,
  ...shell,
  ...stripeSandbox,
  ...studioIntake,
  ...studioOrder,
  ...usage,
  ...webhooks,
};
