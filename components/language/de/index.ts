import type { Messages } from "../translate.ts";
import { arrange } from "./arrange.ts";
import { common } from "./common.ts";
import { looks } from "./looks.ts";
import { studioOrder } from "./studio-order.ts";

/** German, a file per room of the pages. */
export const german: Messages = { ...common, ...looks, ...studioOrder, ...arrange };
