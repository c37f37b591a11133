import { formReasons } from "./form-reasons.ts";

/** In English, with the names of its values in braces. Alone it is refused with `invalid_params`. */
type ReasonRule = string | { code: string; text: string; fix?: string };

const withoutModels =
  "The credits were refunded. Try again later, or ask for `mode` `studio`, which needs no model.";

/**
 * Why something was refused or failed, where its code alone does not say it: the text of the API, and the key by which
 * other languages find theirs (`language/de/reasons.ts`). Keys are part of the API: none changes its meaning.
 */
export const apiReasons = {
  nothing_found: "no product was found in the picture: use one where it stands out from its background",
  mask_empty: "the corrected mask is black everywhere: it shows no product",
  mask_deleted: {
    code: "generation_failed",
    text: "The corrected mask of this picture is not there any more.",
  },
  model_refused: {
    code: "generation_failed",
    text: "The image model refused to paint this: its content rules do not allow it.",
    fix: "The credits were refunded. Change the prompt or the picture, leaving out brands, people and anything that may offend, or ask for mode `studio`, which no image model takes part in.",
  },
  product_changed: {
    code: "generation_failed",
    text: "The image model changed the product.",
    fix: "The credits were refunded. Ask for `mode` `scene`, which keeps the product's own pixels, or try again.",
  },
  model_picture_unusable: {
    code: "generation_failed",
    text: "The image model made no usable picture.",
    fix: withoutModels,
  },
  models_too_slow: {
    code: "generation_failed",
    text: "No image model made the picture in time.",
    fix: withoutModels,
  },
  models_cannot_edit: {
    code: "generation_failed",
    text: "None of the image models that are set can edit a picture.",
    fix: withoutModels,
  },
  no_worker: {
    code: "overloaded",
    text: "No worker is running, so no picture can be made at the moment.",
  },
  options_withdrawn: {
    code: "generation_failed",
    text: "This style, shape or size is not on offer any more.",
  },
  mode_withdrawn: { code: "generation_failed", text: "The mode `{mode}` is not on offer any more." },
  picture_not_found: "no such picture exists on the image host",
  image_not_found: "no such image exists on the image host",
  image_not_among_uploads: "no such image exists on the image host among your uploads",
  picture_format_unknown: "not a {formats} picture",
  picture_data_damaged: "the {format} data is damaged or incomplete",
  picture_damaged: "the picture is damaged",
  picture_unreadable: "the file is not a picture that can be read",
  picture_too_small: "the picture has {width} × {height} pixels: it needs at least {least} × {least}",
  picture_too_large: "the picture is too large; at most {most} are accepted",
  picture_size_too_large: "{width}×{height} is too large; at most {most} are accepted",
  heic_too_large: "the picture is too large: HEIC pictures have at most {most}",
  file_empty: "the file is empty",
  file_too_large: "the file has {bytes} bytes; at most {most} are accepted",
  decoding_too_slow: "the picture took too long to decode",
  loading_too_slow: "the picture took too long to load",
  decoding_too_large: "the picture needs too much memory to decode",
  storage_used_up:
    "the stored work of this account, its prompts and metadata, takes all of the storage that it may. Delete work that you no longer need, or move to a larger plan",
  uploads_used_up:
    "the uploads and stored work of this account may take {storage} MB in {files} files, and that is used up. Delete results that you no longer need, wait for unused uploads to expire ({days} days), or move to a larger plan",
  no_such_key: {
    code: "not_found",
    text: "No such API key exists.",
    fix: "Look for the id in the list of keys. A deleted key does not come back: make another one.",
  },
  scope_not_granted: {
    code: "missing_scope",
    text: "This key does not have the scope `{scope}`, so it cannot grant it or change a key that has it.",
    fix: "Use a key that has all scopes of the other one, or leave the scope out.",
  },
  key_outlives_grantor: "a key that expires makes only keys that expire no later",
  key_outspends_grantor: "this key has a limit of {most} credits a month, so it cannot grant more",
  key_out_of_reach:
    "this key may not be changed with yours: it expires later, or was not made with yours, which has a limit",
  test_key_makes_test_keys: "a key of test mode makes only keys of test mode",
  time_is_past: "must be in the future",
  test_without_credits: {
    code: "insufficient_credits",
    text: "This test picture forces the answer to a balance that does not cover the call.",
    fix: "Use another test picture, such as `ok.jpg`, for a call that succeeds.",
  },
  test_work_used_up: {
    code: "rate_limited",
    text: "Test keys of this account ordered as much as they may in a day.",
    fix: "Wait for the seconds in `Retry-After`, or use a live key.",
  },
  key_budget_used_up: {
    code: "key_budget_exceeded",
    text: "This costs more than the key of the call may still spend in this month (UTC).",
  },
  hourly_work_used_up: {
    code: "rate_limited",
    text: "More work was ordered than this account's plan allows in an hour.",
  },
  review_unfinished: "only a finished result can be reviewed: wait until its `status` is `succeeded`",
  remake_not_found: "you have no finished photo with this id",
  remake_of_other_picture:
    "that photo was made from another picture: use its `image_url`, or leave `remake_of` out",
  previews_used_up: {
    code: "rate_limited",
    text: "More than {count} previews in a day.",
    fix: "Order without a preview, or wait for the seconds in `Retry-After`.",
  },
  too_many_looks: "An account has at most {count} looks: delete one first.",
  look_not_shared: "no such look is shared any more",
  too_many_webhook_endpoints: "An account has at most {count} webhook endpoints: delete one first.",
  too_many_replayed:
    "more than {count} events would wait for this endpoint: name a later time or fewer types, or wait until some were sent",
  picture_host_refused: {
    code: "invalid_params",
    text: "the address could not be reached: it refused the connection",
    fix: "Check that the server of the picture runs and lets this service in, or upload the picture first.",
  },
  picture_host_unresolved: {
    code: "invalid_params",
    text: "the address could not be reached: its host name could not be resolved at the moment",
    fix: "Check the host name of the picture, then try again in a minute, or upload the picture first.",
  },
  picture_host_busy: {
    code: "rate_limited",
    text: "Too many pictures could not be loaded from this host.",
    fix: "Check the addresses of your pictures, then try again in a minute.",
  },
  webhook_host_busy: {
    code: "rate_limited",
    text: "No more webhooks may be sent to this host at the moment.",
  },
} as const satisfies Record<string, ReasonRule>;

export const reasons = { ...formReasons, ...apiReasons } as const;

export type ReasonKey = keyof typeof reasons;

type ValueName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never;
type Rule<Key extends ReasonKey> = (typeof reasons)[Key];
type TextOf<Key extends ReasonKey> = Rule<Key> extends { text: infer Text extends string } ? Text : Rule<Key>;
type ValuesOf<Key extends ReasonKey> = Record<ValueName<TextOf<Key> & string>, string | number>;

/** A key of the table with the values of its text. */
export interface Reason {
  reason: ReasonKey;
  values: Readonly<Record<string, string | number>>;
}

/** A reason whose text has all its values. */
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
  return { code: rule.code, text: rule.text, fix: "fix" in rule ? rule.fix : undefined };
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
