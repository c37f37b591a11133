import type { apiReasons as english, ReasonKey, ReasonText } from "../../platform/reasons.ts";
import { formReasons } from "./form-reasons.ts";
import { requestReasons } from "./request-reasons.ts";
import { workReasons } from "./work-reasons.ts";

/** German of the API's reasons, for pages. */
export const apiReasons: Readonly<Record<keyof typeof english, ReasonText>> = {
  ...workReasons,
  ...requestReasons,
};

export const reasons: Readonly<Record<ReasonKey, ReasonText>> = { ...formReasons, ...apiReasons };
