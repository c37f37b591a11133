import type { ErrorCode } from "../../platform/errors.ts";
import type { apiReasons as englishApiReasons, ReasonKey, ReasonText } from "../../platform/reasons.ts";
import type { Messages } from "../translate.ts";
import codeTexts from "./codes.json" with { type: "json" };
import formReasons from "./form-reasons.json" with { type: "json" };
import mailTexts from "./mails.json" with { type: "json" };
import receiptTexts from "./receipts.json" with { type: "json" };
import requestReasons from "./request-reasons.json" with { type: "json" };
import workReasons from "./work-reasons.json" with { type: "json" };

/** By error code; null for codes that only developers see. `unknown`: a response that did not come from the service. */
export const codes: Readonly<Record<ErrorCode | "unknown", { message: string; fix: string } | null>> =
  codeTexts;

/** Reasons of the API, for pages. */
export const apiReasons: Readonly<Record<keyof typeof englishApiReasons, ReasonText>> = {
  ...workReasons,
  ...requestReasons,
};

export const reasons: Readonly<Record<ReasonKey, ReasonText>> = { ...formReasons, ...apiReasons };

/** Receipts, on pages and in mails. */
export const receipts: Messages = receiptTexts;

export const mails: Messages = { ...receiptTexts, ...mailTexts };
