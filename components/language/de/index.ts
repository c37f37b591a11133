import type { Messages } from "../translate.ts";
import { account } from "./account.ts";
import { billing } from "./billing.ts";
import { common } from "./common.ts";

/** German, a file per room of the pages. */
export const german: Messages = { ...common, ...account, ...billing };
