import type { Locale } from "../contract/locales.ts";
import { fillText, type Reason, textOf } from "../platform/reasons.ts";
import { reasons as german } from "./de/index.ts";

const tables: Partial<Record<Locale, typeof german>> = { de: german };

/** A reason in the reader's language; any other text is returned unchanged. */
export function describeReason(problem: Reason | string, locale: Locale): string {
  const text = typeof problem === "string" ? undefined : tables[locale]?.[problem.reason];
  if (typeof problem === "string" || text === undefined) return textOf(problem);
  return fillText(typeof text === "string" ? text : text.message, problem.values);
}
