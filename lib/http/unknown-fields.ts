import { z } from "zod";
import type { ErrorIssue } from "../platform/errors.ts";
import { formatPath } from "../platform/issue-words.ts";
import { isTypo } from "../platform/typo.ts";
import { shorten } from "./query.ts";

/** Reported fields per body. */
const maxFields = 50;
const maxHeaderLength = 1_000;
/** A name counts as a typo if at most this many letters are changed, left out, added or swapped. */
const maxErrors = 2;
const longestWord = 40;

/** A field of a body that its schema does not have. */
export interface UnknownField {
  path: string;
  /** The field of the same object that was probably meant. */
  meant: string | null;
  /** Set if it is another service's name for it. */
  isForeign?: true;
}

/** Names of well-known services for fields of this one; a field of this name is reported with ours. */
const foreignNames: Readonly<Record<string, string>> = {
  image: "image_url",
  image_b64: "image_url",
  image_base64: "image_url",
  file: "image_file",
  image_file_b64: "image_url",
  input_image: "image_url",
  source_image_url: "image_url",
  output_format: "format",
  output_size: "size",
  image_size: "size",
  dimensions: "size",
  bg_color: "background.color",
  background_color: "background.color",
  bg_image_url: "background.image_url",
  background_image_url: "background.image_url",
  random_seed: "seed",
  text_prompt: "prompt",
  ratio: "aspect_ratio",
  num_images: "n",
  num_outputs: "n",
  num_samples: "n",
  webhook: "webhook_url",
  callback_url: "webhook_url",
};

/** The fields of a body that its schema does not know, in order, at most `maxFields`. */
export function findUnknownFields(schema: z.ZodType, body: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  walk(schema, body, [], found);
  return found;
}

/** One issue per unknown field. */
export function describeUnknown(fields: readonly UnknownField[]): ErrorIssue[] {
  return fields.map(({ path, meant }) => {
    const hint = meant === null ? "" : `: did you mean ${meant}?`;
    return { path, message: `${path} is no field of this call${hint}` };
  });
}

/** The paths as a header value; the rest is cut to `...`. */
export function toHeader(fields: readonly UnknownField[]): string {
  let text = "";
  for (const { path, meant, isForeign } of fields) {
    const name = path.replace(/[\s,]/g, "?");
    const next = isForeign ? `${name} (${meant})` : name;
    if (text.length + next.length > maxHeaderLength) return `${text}, ...`;
    text += text === "" ? next : `, ${next}`;
  }
  return fields.length < maxFields ? text : `${text}, ...`;
}

/** The known name closest to an unknown one, if one is close enough. */
export function closest(name: string, known: readonly string[]): string | null {
  if (name.length > longestWord) return null;
  const bound = Math.min(maxErrors, Math.floor(name.length / 3) + 1, name.length - 1);
  for (let errors = 0; errors <= bound; errors += 1) {
    const near = known.find((word) => isTypo(name.toLowerCase(), word, errors));
    if (near !== undefined) return near;
  }
  return null;
}

type Path = readonly (string | number)[];

function walk(schema: unknown, value: unknown, path: Path, found: UnknownField[]): void {
  if (found.length >= maxFields || typeof value !== "object" || value === null) return;
  if (!schema) return;
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    value.forEach((element, place) => {
      walk(schema.element, element, [...path, place], found);
    });
  } else if (schema instanceof z.ZodObject) walkObject(schema, value, path, found);
  else if (schema instanceof z.ZodRecord) {
    for (const [name, inner] of Object.entries(value)) walk(schema.valueType, inner, [...path, name], found);
  } else walk(innerOf(schema, value), value, path, found);
}

function walkObject({ shape, def }: z.ZodObject, value: object, path: Path, found: UnknownField[]): void {
  if (Array.isArray(value)) return;
  const known = Object.keys(shape);
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= maxFields) return;
    if (Object.hasOwn(shape, name)) walk(shape[name], inner, [...path, name], found);
    else if (def.catchall === undefined) {
      const at = formatPath([...path, shorten(name)]);
      const ours = Object.hasOwn(foreignNames, name) ? foreignNames[name] : undefined;
      const isForeign = ours !== undefined && known.includes("image_url");
      found.push(
        isForeign ? { path: at, meant: ours, isForeign } : { path: at, meant: closest(name, known) },
      );
    }
  }
}

/** The schema inside a wrapping schema that applies to this value; null if it has no fields. */
function innerOf(schema: unknown, value: object): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap();
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly) return schema.unwrap();
  if (schema instanceof z.ZodPipe) return schema.in;
  if (!(schema instanceof z.ZodUnion)) return null;
  const options = schema.options as readonly z.ZodType[];
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return options.find((one) => one instanceof z.ZodObject);
  const { discriminator } = schema.def;
  const name: unknown = Reflect.get(value, discriminator);
  return options.find(
    (one) => one instanceof z.ZodObject && one.shape[discriminator]?.safeParse(name).success === true,
  );
}
