import type { Messages } from "../translate.ts";
import { account } from "./account.ts";
import { arrange } from "./arrange.ts";
import { billing } from "./billing.ts";
import { common } from "./common.ts";
import { landing } from "./landing.ts";
import { looks } from "./looks.ts";
import { maskEditor } from "./mask-editor.ts";
import { shell } from "./shell.ts";
import { studioIntake } from "./studio-intake.ts";
import { studioOrder } from "./studio-order.ts";

/** German, a file per room of the pages. */
export const german: Messages = {
  ...common,
  ...account,
  ...arrange,
  ...billing,
  ...landing,
  ...looks,
  ...maskEditor,
  ...shell,
  ...studioIntake,
  ...studioOrder,
};
