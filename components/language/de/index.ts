import type { Messages } from "../translate.ts";
import { arrange } from "./arrange.ts";
import { common } from "./common.ts";

/** German, a file per room of the pages. */
export const german: Messages = { ...common, ...arrange };
