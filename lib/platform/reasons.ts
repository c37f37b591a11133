import { formReasons } from "./form-reasons.ts";
import { requestReasons } from "./request-reasons.ts";
import { workReasons } from "./work-reasons.ts";

/** In English, with the names of its values in braces. Without a code it is refused with `invalid_params`. */
interface ReasonRule {
  code?: string;
  text: string;
  /** What to do about it in just this case, in the words of the API. */
  fix: string;
}

/**
 * Why something was refused or failed, where its code alone does not say it: the text of the API, and the key by which
 * other languages find theirs (`language/de/reasons.ts`). Keys are part of the API: none changes its meaning.
 */
export const apiReasons = { ...workReasons, ...requestReasons } as const satisfies Record<string, ReasonRule>;

export const reasons = { ...formReasons, ...apiReasons } as const;

/** What the operator does where no worker is alive. */
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

/** A reason whose text and fix have all their values. */
export function because<Key extends ReasonKey>(
  reason: Key,
  ...[values]: keyof ValuesOf<Key> extends never ? [] : [values: ValuesOf<Key>]
): Reason {
  return { reason, values: values ?? {} };
}

/** The English text of a reason; any other text as it is. */
export function textOf(problem: Reason | string): string {
  return typeof problem === "string" ? problem : fillText(ruleOf(problem).text, problem.values);
}

/** The code, the text and the fix of a reason; without a fix its code says what to do. */
export function ruleOf({ reason }: Reason) {
  const rule = reasons[reason];
  if (typeof rule === "string") return { code: "invalid_params", text: rule, fix: undefined } as const;
  const code = "code" in rule ? rule.code : "invalid_params";
  return { code, text: rule.text, fix: "fix" in rule ? rule.fix : undefined };
}

/** What to do about a reason, in English; undefined where its code says it. */
export function fixOf(reason: Reason): string | undefined {
  const { fix } = ruleOf(reason);
  return fix === undefined ? undefined : fillText(fix, reason.values);
}

/** A text with its values in place of their names. */
export function fillText(text: string, values: Reason["values"]): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
}

/** A reason as a schema's message; its `count` is the limit of the check. */
export function reasonKey(reason: ReasonKey): ReasonKey {
  return reason;
}

/**
 * The reason that something carries: an error of this process, of another copy of a class, the body of an answer, or a
 * row. Null for none, and for one that a newer version of the service wrote.
 */
export function reasonOf(carrier: unknown): Reason | null {
  if (typeof carrier !== "object" || carrier === null || !("reason" in carrier)) return null;
  const { reason } = carrier;
  if (typeof reason !== "string" || !isReason(reason)) return null;
  return { reason, values: readValues("values" in carrier ? carrier.values : {}) };
}

/** What to say of an error: its reason, or its message. */
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
