import type { Messages } from "../translate.ts";
import { common } from "./common.ts";
import { gallery } from "./gallery.ts";
import { orders } from "./orders.ts";

/** German, a file per room of the pages. */
export const german: Messages = { ...common, ...gallery, ...orders };
