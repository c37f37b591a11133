import { contentTypes, hostFormats } from "../contract/images/formats.ts";
import { isForSeveral } from "../contract/operation.ts";
import { type ResultFormat, resultFormats } from "../contract/photos/values.ts";
import { db } from "../db/index.ts";
import { readResultFile } from "../generations/history/result-file.ts";
import { ApiError, invalidParam, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { type MediaRange, readRanges } from "./negotiate.ts";

const json = "application/json";
const typeOf = (format: ResultFormat) => contentTypes[hostFormats[format]];

/**
 * The formats in which a client wants the picture itself, the preferred one first; null: it wants JSON, as does one that
 * accepts anything. Throws ApiError not_acceptable.
 */
export function acceptedFormats(accept: string, usual: ResultFormat): ResultFormat[] | null {
  const ranges = readRanges(accept);
  const formats = [usual, ...resultFormats.filter((format) => format !== usual)];
  const rated = [json, ...formats.map(typeOf)].map((type) => ({ type, ...rate(type, ranges) }));
  const accepted = rated
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || b.precision - a.precision);
  const [first] = accepted;
  if (first === undefined)
    throw new ApiError("not_acceptable", "This call answers with JSON, or with the picture.");
  if (first.type === json) return null;
  return accepted.flatMap(({ type }) => formats.find((format) => typeOf(format) === type) ?? []);
}

/** The quality of the most precise range that covers the type (RFC 9110, 12.5.1). */
function rate(type: string, ranges: readonly MediaRange[]): { quality: number; precision: number } {
  const [all = ""] = type.split("/");
  for (const [at, name] of [type, `${all}/*`, "*/*"].entries()) {
    const range = ranges.find((one) => one.type === name);
    if (range) return { quality: range.quality, precision: -at };
  }
  return { quality: 0, precision: 0 };
}

/** The request with the format that the client wants. Throws ApiError not_acceptable if it asks for another one. */
export function withFormat(given: unknown, accepted: readonly ResultFormat[], usual: ResultFormat): unknown {
  if (isForSeveral(given)) throw invalidParam("n", because("one_picture_per_response"));
  const { format, look } = given as { format?: ResultFormat; look?: string };
  const [wanted = usual] = accepted;
  if (format === undefined)
    return wanted === usual && look === undefined ? given : { ...(given as object), format: wanted };
  if (accepted.includes(format)) return given;
  throw new ApiError(
    "not_acceptable",
    `The \`format\` of the request is ${format}, which \`Accept\` does not allow.`,
  );
}

/** The picture of a successful call in place of its JSON. */
export async function answerPicture(response: Response, userId: string): Promise<Response> {
  const { result_url: url, credits_remaining: left } = await response.json();
  const { headers } = response;
  const id = headers.get("X-Generation-Id") ?? "";
  const row = await db().generation.findFirst({ where: { id, userId } });
  const file = await (row && readResultFile(row, { caller: userId }))?.catch((cause: unknown) => {
    throw refusal(because("result_unread", { id }), { retryAfterSeconds: 1, cause });
  });
  if (!file) throw refusal(because("result_lost"));
  headers.set("Content-Type", contentTypes[file.format]);
  headers.set("Content-Length", String(file.bytes.length));
  headers.set("X-Result-Url", url);
  headers.set("X-Credits-Remaining", String(left.total));
  return new Response(file.bytes, { headers });
}
