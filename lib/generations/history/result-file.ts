import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  contentTypes,
  type DecodableFormat,
  hostFormats,
  type ImageFormat,
  sniffFormat,
} from "../../contract/images/formats.ts";
import type { ResultFormat } from "../../contract/photos/values.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db } from "../../db/index.ts";
import { isOpen } from "../../db/work-status.ts";
import { ProtocolError } from "../../images/embedded/protocol-error.ts";
import { imageHost } from "../../images/index.ts";
import { type PictureInput, UnreadableImageError } from "../../images/picture.ts";
import { runTask } from "../../imaging/worker/pool.ts";
import { limitConcurrencyByKey, whileOverloaded } from "../../platform/concurrency.ts";
import { invalidParam, refusal } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import { fileEndingOf, resultFileName } from "./file-name.ts";
import { resultUrlOf, withUrls } from "./pictures.ts";

/** Quality of converted pictures, the same as that of the photos. */
const quality = 90;
const readTimeoutMs = 30_000;
/** Time limit for converting one picture, including the wait for its turn. */
const convertTimeoutMs = 60_000;

/** A result's file. */
export interface ResultFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Also the file extension. */
  format: ImageFormat;
}

interface ReadOptions {
  /** Format to convert to; absent: unchanged. */
  format?: ResultFormat | undefined;
  /** Maximum width; absent: its own. */
  width?: number | undefined;
  /** Resolution noted in the file. */
  dpi?: number | undefined;
  /** The caller whose queue in the pixel worker is used. */
  caller: string;
}

/**
 * Bytes of a result, converted by the pixel worker if another format is requested. Null when the image host does not
 * have the picture (any more). Throws errors of host and worker, and ApiError `overloaded` when its turn did not
 * come.
 */
export async function readResultFile(
  row: Generation,
  { format, width, dpi, caller }: ReadOptions,
): Promise<ResultFile | null> {
  const host = imageHost();
  const url = resultUrlOf(row);
  const reference = url === null ? null : host.parse(url);
  if (!reference) return null;
  const wanted = format === undefined ? null : hostFormats[format];
  const present = fileEndingOf(withUrls(row));
  if ((width !== undefined && width < (row.width ?? Number.POSITIVE_INFINITY)) || dpi !== undefined) {
    const target = wanted ?? present ?? "jpg";
    const source = await host.locate(reference, { caller, signal: AbortSignal.timeout(readTimeoutMs) });
    if (source === null || target === "heic") return null;
    return { bytes: await convert(source, target, { caller, width, dpi }), format: target };
  }
  if (wanted === null || wanted === present) {
    const bytes = await host.read(reference, AbortSignal.timeout(readTimeoutMs));
    // The format is detected from the bytes, whatever the row states.
    const found = bytes && (sniffFormat(bytes.subarray(0, 64)) ?? present);
    if (!bytes || found === null || found === "heic") return null;
    if (wanted === null || found === wanted) return { bytes: new Uint8Array(bytes), format: found };
    return { bytes: await convert(bytes, wanted, { caller }), format: wanted };
  }
  const source = await host.locate(reference, { caller, signal: AbortSignal.timeout(readTimeoutMs) });
  return source === null ? null : { bytes: await convert(source, wanted, { caller }), format: wanted };
}

/** Converts a picture to another format; transparency becomes white in formats without alpha. */
async function convert(
  source: PictureInput,
  format: DecodableFormat,
  { caller, width, dpi }: Omit<ReadOptions, "format">,
): Promise<Uint8Array<ArrayBuffer>> {
  return await inFile(format, async (target) => {
    const resize = width === undefined ? null : { widthPx: width };
    const output = { format, quality, dpi };
    const transform = () => runTask("transform", { source, resize, output, target }, { caller });
    // On a busy machine the worker may have exceeded its time limit, so it is tried twice.
    const inTurn = () => whileOverloaded(transform, { deadlineAtMs: Date.now() + convertTimeoutMs });
    await inTurn().catch((error: unknown) => {
      if (!(error instanceof UnreadableImageError)) throw error;
      return inTurn();
    });
  });
}

/** The bytes that `write` puts into a file with this extension. */
async function inFile(
  ending: string,
  write: (target: string) => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-converted-"));
  try {
    const target = path.join(folder, `picture.${ending}`);
    await write(target);
    return new Uint8Array(await readFile(target));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Preview returned together with a picture's URL. */
const small = { sidePx: 512, quality: 75, timeoutMs: 10_000 } as const;

/**
 * A small JPEG of a picture on the image host; null when it is not available soon, since the response is complete
 * without it.
 */
export async function readSmallPicture(url: string, caller: string): Promise<Uint8Array | null> {
  const host = imageHost();
  const reference = host.parse(url);
  if (!reference) return null;
  const signal = AbortSignal.timeout(small.timeoutMs);
  const resize = { widthPx: small.sidePx, heightPx: small.sidePx };
  const output = { format: "jpg", quality: small.quality } as const;
  try {
    return await withinLimit(caller, async () => {
      const source = await host.locate(reference, { caller, signal });
      if (source === null) return null;
      return await inFile("jpg", (target) =>
        runTask("transform", { source, resize, output, target }, { caller, signal }),
      );
    });
  } catch (error) {
    log.info({ err: error }, "a small picture was left out of an answer");
    return null;
  }
}

/** Concurrent downloads of a user, and those that may wait: each holds a picture in memory. */
const withinLimit = limitConcurrencyByKey({ atOnce: 2, maxWaiting: 6 });

/** A finished result as a file for its owner. The id of another account's work is refused like an unknown id. */
export async function downloadResult(
  { id, ...wanted }: { id: string } & Omit<ReadOptions, "caller">,
  { userId }: { userId: string },
) {
  const row = await db().generation.findFirst({
    where: { id, userId, deletedAt: null },
  });
  if (!row) throw refusal(because("generation_not_found"));
  const { status } = row;
  if (isOpen(status)) throw refusal(because("result_unfinished", { id, status }));
  if (status !== "succeeded") throw refusal(because("result_missing", { status }));
  const file = await withinLimit(userId, () => readResultFile(row, { ...wanted, caller: userId })).catch(
    refuseFormat,
  );
  if (!file) throw refusal(because("result_lost"));
  return {
    fileName: `${resultFileName(withUrls(row))}.${file.format}`,
    contentType: contentTypes[file.format],
    content: file.bytes,
  };
}

/** Refuses a conversion: the picture may be larger than this machine converts, or take too long. */
function refuseFormat(error: unknown): never {
  if (!(error instanceof UnreadableImageError || error instanceof ProtocolError)) throw error;
  throw invalidParam("format", "cannot be made of a picture so large; leave it out to take it as it is");
}
