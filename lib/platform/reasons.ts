interface ReasonRule {
  /** The code that it is refused with; `refusal` checks that the table of errors has it. */
  code: string;
  /** In English, with the names of its values in braces. */
  text: string;
  /** What to do about it, where that is not what the code says. */
  fix?: string;
}

const withoutModels =
  "The credits were refunded. Try again later, or ask for `mode` `studio`, which needs no model.";

/**
 * Why something was refused or failed, where its code alone does not say it: the text of the API, and the key by which
 * other languages find theirs (`language/de/reasons.ts`). Keys are part of the API: none changes its meaning.
 */
export const reasons = {
  nothing_found: {
    code: "invalid_params",
    text: "no product was found in the picture: use one where it stands out from its background",
  },
  mask_empty: {
    code: "invalid_params",
    text: "the corrected mask is black everywhere: it shows no product",
  },
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
  picture_not_found: { code: "invalid_params", text: "no such picture exists on the image host" },
  image_not_found: { code: "invalid_params", text: "no such image exists on the image host" },
  image_not_among_uploads: {
    code: "invalid_params",
    text: "no such image exists on the image host among your uploads",
  },
  picture_format_unknown: { code: "invalid_params", text: "not a {formats} picture" },
  picture_data_damaged: {
    code: "invalid_params",
    text: "the {format} data is damaged or incomplete",
  },
  picture_damaged: { code: "invalid_params", text: "the picture is damaged" },
  picture_unreadable: { code: "invalid_params", text: "the file is not a picture that can be read" },
  picture_too_small: {
    code: "invalid_params",
    text: "the picture has {width} × {height} pixels: it needs at least {least} × {least}",
  },
  picture_too_large: {
    code: "invalid_params",
    text: "the picture is too large; at most {most} are accepted",
  },
  picture_size_too_large: {
    code: "invalid_params",
    text: "{width}×{height} is too large; at most {most} are accepted",
  },
  heic_too_large: {
    code: "invalid_params",
    text: "the picture is too large: HEIC pictures have at most {most}",
  },
  file_empty: { code: "invalid_params", text: "the file is empty" },
  file_too_large: {
    code: "invalid_params",
    text: "the file has {bytes} bytes; at most {most} are accepted",
  },
  decoding_too_slow: { code: "invalid_params", text: "the picture took too long to decode" },
  loading_too_slow: { code: "invalid_params", text: "the picture took too long to load" },
  decoding_too_large: { code: "invalid_params", text: "the picture needs too much memory to decode" },
  storage_used_up: {
    code: "invalid_params",
    text: "the stored work of this account, its prompts and metadata, takes all of the storage that it may. Delete work that you no longer need, or move to a larger plan",
  },
  uploads_used_up: {
    code: "invalid_params",
    text: "the uploads and stored work of this account may take {storage} MB in {files} files, and that is used up. Delete results that you no longer need, wait for unused uploads to expire ({days} days), or move to a larger plan",
  },
  hourly_work_used_up: {
    code: "rate_limited",
    text: "More work was ordered than this account's plan allows in an hour.",
  },
  previews_used_up: {
    code: "rate_limited",
    text: "More than {count} previews in a day.",
    fix: "Order without a preview, or wait for the seconds in `Retry-After`.",
  },
  too_many_looks: {
    code: "invalid_params",
    text: "An account has at most {count} looks: delete one first.",
  },
  look_not_shared: { code: "invalid_params", text: "no such look is shared any more" },
  too_many_webhook_endpoints: {
    code: "invalid_params",
    text: "An account has at most {count} webhook endpoints: delete one first.",
  },
  webhook_host_busy: {
    code: "rate_limited",
    text: "No more webhooks may be sent to this host at the moment.",
  },
} as const satisfies Record<string, ReasonRule>;

export type ReasonKey = keyof typeof reasons;

type ValueName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never;
type ValuesOf<Key extends ReasonKey> = Record<ValueName<(typeof reasons)[Key]["text"]>, string | number>;

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
  if (typeof problem === "string") return problem;
  const { reason, values } = problem;
  return reasons[reason].text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
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
