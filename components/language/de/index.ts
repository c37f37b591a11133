import type { Messages } from "../translate.ts";
import { common } from "./common.ts";
import { maskEditor } from "./mask-editor.ts";

/** German, a file per room of the pages. */
export const german: Messages = { ...common, ...maskEditor };
