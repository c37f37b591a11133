import type { Messages } from "../translate.ts";
import { account } from "./account.ts";
import { arrange } from "./arrange.ts";
import { billing } from "./billing.ts";
import { common } from "./common.ts";
import { gallery } from "./gallery.ts";
import { landing } from "./landing.ts";
import { looks } from "./looks.ts";
import { maskEditor } from "./mask-editor.ts";
import { orders } from "./orders.ts";
import { prompts } from "./prompts.ts";
import { shell } from "./shell.ts";
import { studioIntake } from "./studio-intake.ts";
import { studioOrder } from "./studio-order.ts";

/** German, a file per room of the pages. */
export const german: Messages = {
  ...common,
  ...account,
  ...arrange,
  ...billing,
  ...gallery,
  ...landing,
  ...looks,
  ...maskEditor,
  ...orders,
  ...prompts,
  ...shell,
  ...studioIntake,
  ...studioOrder,
};
