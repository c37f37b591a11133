import type { callApi } from "#lib/contract/client.ts";
import { formatNames, hostFormats } from "#lib/contract/images/formats.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { fileEndingOf, nameOfResult, productOf, resultFileName } from "#lib/generations/history/file-name.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { reasonOf } from "#lib/platform/reasons.ts";
import { describeServiceProblem } from "../language/faults.ts";

export type GenerationPage = Awaited<ReturnType<typeof callApi<"GET /api/v1/generations">>>;
/** A photo or cut-out as the API returns it, finished or not. */
export type Entry = GenerationPage["data"][number];

/** A picture on the image host that serves as the source of photos and cut-outs. */
export interface SourcePicture {
  /** File name or product name. */
  name: string;
  imageUrl: string;
  /** The seller's own fields, including the SKU. */
  metadata?: Readonly<Record<string, string>>;
  /** The product's real size, if the seller knows it. */
  sizeCm?: LookOptions["product_size_cm"];
}

export function formatName(format: ResultFormat): string {
  return formatNames[hostFormats[format]];
}

export function isOpen({ status }: { status: string }): boolean {
  return status === "queued" || status === "running";
}

/** Maps the API's fields to those that the naming rules of `lib` read. */
function namedOf({ aspect_ratio: aspectRatio, custom_id: customId, image_url: imageUrl, ...rest }: Entry) {
  return { ...rest, aspectRatio, customId, imageUrl, sourceName: rest.source_name };
}

/** The name of a picture; null if it has none. */
export function nameOf(entry: Entry): string | null {
  return nameOfResult(namedOf(entry));
}

export function productOfEntry({ metadata, image_url: imageUrl }: Entry): string {
  return productOf({ metadata, imageUrl });
}

/** File name such as `blue-mug_amazon_2k.jpg`. `format` null: the format of the stored file. */
export function fileNameOf(entry: Entry, format: ResultFormat | null): string {
  return `${resultFileName(namedOf(entry))}.${format ? hostFormats[format] : endingOf(entry)}`;
}

function endingOf({ operation, content_type: contentType, result_url: resultUrl }: Entry) {
  return fileEndingOf({ operation, contentType, resultUrl });
}

/** The source picture of a result, including the seller's fields. */
export function sourceOf(entry: Entry): SourcePicture {
  const { title, image_url: imageUrl, metadata } = entry;
  const { product_size_cm: sizeCm }: LookOptions = entry.options;
  const name = title ?? nameOf(entry) ?? "picture";
  return { name, imageUrl, ...(metadata && { metadata }), ...(sizeCm && { sizeCm }) };
}

export function distinctPictures(pictures: readonly SourcePicture[]): SourcePicture[] {
  const seen = new Set<string>();
  return pictures.filter(({ imageUrl }) => !seen.has(imageUrl) && seen.add(imageUrl));
}

/** The format of a cut-out, such as `transparent PNG`; null for a photo. */
export function describeCutout(entry: Entry, t: Translate): string | null {
  const { operation, options } = entry;
  if (operation !== "remove_bg") return null;
  const format = formatNames[endingOf(entry)];
  const isOpaque = "background" in options || options.output === "mask";
  return isOpaque ? format : t("transparent {format}", { format });
}

/** Why a photo or cut-out failed and how to fix it; its credits were refunded or never charged. */
export function describeFailure(
  entry: Pick<
    Entry,
    "error_code" | "error_message" | "error_fix" | "error_reason" | "error_values" | "issues"
  >,
  language: Language,
): string {
  const { t } = language;
  const problem = {
    code: entry.error_code ?? "generation_failed",
    fix: entry.error_fix ?? undefined,
    message: entry.error_message ?? t("The image could not be made."),
    reason: reasonOf({ reason: entry.error_reason, values: entry.error_values }),
  };
  const { message, fix } = describeServiceProblem(problem, language);
  // The API marks field names with backticks.
  const isSkipped = entry.issues !== undefined;
  const cost = isSkipped
    ? t("Its batch skipped it, and nothing was charged.")
    : t("Its credits were refunded.");
  return `${message} ${fix?.replaceAll("`", "") ?? cost}`;
}
