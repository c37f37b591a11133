import { formReasons } from "./form-reasons.ts";
import { requestReasons } from "./request-reasons.ts";
import { workReasons } from "./work-reasons.ts";

/** Texts are English, with the names of their values in braces. Without a code the error is `invalid_params`. */
interface ReasonRule {
  code?: string;
  text: string;
  /** How to fix this case, in the terms of the API. */
  fix: string;
}

/**
 * Reasons of refusals and failures that are more specific than the error code: the API's text, and the key by which
 * other languages find their text (`language/de`). Keys are part of the API: their meaning never changes.
 */
export const apiReasons = { ...workReasons, ...requestReasons } as const satisfies Record<string, ReasonRule>;

export const reasons = { ...formReasons, ...apiReasons } as const;

/** What the operator must do when no worker is alive. */
export const noWorkerFix =
  "start one with `npm run worker`, or start the service without WORKERS=0, and look into the log of the worker that ended";

export type ReasonKey = keyof typeof reasons;

type ValueName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never;
type Rule<Key extends ReasonKey> = (typeof reasons)[Key];
type TextsOf<Key extends ReasonKey> =
  Rule<Key> extends { text: infer Text extends string }
    ? Text | (Rule<Key> extends { fix: infer Fix extends string } ? Fix : never)
    : Rule<Key>;
type ValuesOf<Key extends ReasonKey> = Record<ValueName<TextsOf<Key> & string>, string | number>;

/** A key of the table with the values of its text. */
export interface Reason {
  reason: ReasonKey;
  values: Readonly<Record<string, string | number>>;
}

/** A reason with all values that its text and fix need. */
export function because<Key extends ReasonKey>(
  reason: Key,
  ...[values]: keyof ValuesOf<Key> extends never ? [] : [values: ValuesOf<Key>]
): Reason {
  return { reason, values: values ?? {} };
}

/** The English text of a reason; a string is returned unchanged. */
export function textOf(problem: Reason | string): string {
  return typeof problem === "string" ? problem : fillText(ruleOf(problem).text, problem.values);
}

/** The code, the text and the fix of a reason; without a fix, the fix of its code applies. */
export function ruleOf({ reason }: Reason) {
  const rule = reasons[reason];
  if (typeof rule === "string") return { code: "invalid_params", text: rule, fix: undefined } as const;
  const code = "code" in rule ? rule.code : "invalid_params";
  return { code, text: rule.text, fix: "fix" in rule ? rule.fix : undefined };
}

/** The fix of a reason in English; undefined when the fix of its code applies. */
export function fixOf(reason: Reason): string | undefined {
  const { fix } = ruleOf(reason);
  return fix === undefined ? undefined : fillText(fix, reason.values);
}

/** Replaces the names in braces with their values. */
export function fillText(text: string, values: Reason["values"]): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
}

/** A reason as a schema's message; its `count` is the limit of the check. */
export function reasonKey(reason: ReasonKey): ReasonKey {
  return reason;
}

/**
 * The reason of an error, of a response body, or of a row. Null without
 * one, and for one that a newer version of the service wrote.
 */
export function reasonOf(carrier: unknown): Reason | null {
  if (typeof carrier !== "object" || carrier === null || !("reason" in carrier)) return null;
  const { reason } = carrier;
  if (typeof reason !== "string" || !isReason(reason)) return null;
  return { reason, values: readValues("values" in carrier ? carrier.values : {}) };
}

/** The problem to report for an error: its reason, else its message. */
export function problemOf(error: Error): Reason | string {
  return reasonOf(error) ?? error.message;
}

function isReason(text: string): text is ReasonKey {
  return Object.hasOwn(reasons, text);
}

function readValues(values: unknown): Reason["values"] {
  if (typeof values !== "object" || values === null) return {};
  const entries = Object.entries(values).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  return Object.fromEntries(entries);
}

/** One sentence that includes the fix, or message and fix separately. */
export type ReasonText = string | { message: string; fix: string };
