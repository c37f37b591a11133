import type { Messages } from "#lib/language/translate.ts";
import { account } from "./account.ts";
import { arrange } from "./arrange.ts";
import { auth } from "./auth.ts";
import { billing } from "./billing.ts";
import { common } from "./common.ts";
import { docs } from "./docs.ts";
import { gallery } from "./gallery.ts";
import { keys } from "./keys.ts";
import { landing } from "./landing.ts";
import { looks } from "./looks.ts";
import { maskEditor } from "./mask-editor.ts";
import { operator } from "./operator.ts";
import { orders } from "./orders.ts";
import { shell } from "./shell.ts";
import { stripeSandbox } from "./stripe-sandbox.ts";
import { studioIntake } from "./studio-intake.ts";
import { studioOrder } from "./studio-order.ts";
import { usage } from "./usage.ts";
import { webhooks } from "./webhooks.ts";

/** German, one file for each area of the pages. */
export const german: Messages = {
  ...common,
  ...account,
  ...arrange,
  ...auth,
  ...billing,
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
