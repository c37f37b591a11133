import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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
import type { Component } from "../../images/embedded/transformation.ts";
import { imageHost } from "../../images/index.ts";
import { type PictureInput, UnreadableImageError } from "../../images/picture.ts";
import { runTask } from "../../imaging/worker/pool.ts";
import { limitConcurrencyByKey } from "../../platform/concurrency.ts";
import { ApiError, invalidParam, refusal } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import { fileEndingOf, resultFileName } from "./file-name.ts";
import { resultUrlOf } from "./pictures.ts";

/** Quality of converted pictures, as that of the photos themselves. */
const quality = 90;
const readTimeoutMs = 30_000;
/** Converting one picture, with the wait for its turn, is given up after this. */
const convertTimeoutMs = 60_000;

/** A result as a file is made of it. */
export interface ResultFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Also its ending. */
  format: ImageFormat;
}

interface ReadOptions {
  /** What it is converted to where it is not of that format; as it is when absent. */
  format?: ResultFormat | undefined;
  /** Whose turn it is in the pixel worker. */
  caller: string;
}

/**
 * Bytes of a result, converted by the pixel worker where another format is wanted. Null when the image host has no
 * such picture (any more). Throws what host and worker throw, and ApiError overloaded when its turn did not come.
 */
export async function readResultFile(
  row: Generation,
  { format, caller }: ReadOptions,
): Promise<ResultFile | null> {
  const host = imageHost();
  const url = resultUrlOf(row);
  const reference = url === null ? null : host.parse(url);
  if (!reference) return null;
  const wanted = format === undefined ? null : hostFormats[format];
  const present = fileEndingOf(row);
  if (wanted === null || wanted === present) {
    const bytes = await host.read(reference, AbortSignal.timeout(readTimeoutMs));
    // What the bytes are decides, whatever was noted of them.
    const found = bytes && (sniffFormat(bytes.subarray(0, 64)) ?? present);
    if (!bytes || found === null || found === "heic") return null;
    if (wanted === null || found === wanted) return { bytes: new Uint8Array(bytes), format: found };
    return { bytes: await convert(bytes, wanted, caller), format: wanted };
  }
  const source = await host.locate(reference, { caller, signal: AbortSignal.timeout(readTimeoutMs) });
  return source === null ? null : { bytes: await convert(source, wanted, caller), format: wanted };
}

/** The encoded picture in another format; transparent parts become white where that has none. */
async function convert(
  source: PictureInput,
  format: DecodableFormat,
  caller: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return await inFile(format, async (target) => {
    const transform = () =>
      runTask("transform", { source, components: [], output: { format, quality }, target }, { caller });
    // A machine that has much to do may have been too slow for it: a second try is not the same.
    await inTurn(transform).catch((error: unknown) => {
      if (!(error instanceof UnreadableImageError)) throw error;
      return inTurn(transform);
    });
  });
}

/** What `write` puts into a file of that ending. */
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

/** For a look at a picture beside its address. */
const small = { sidePx: 512, quality: 75, timeoutMs: 10_000 } as const;

/** A picture of the image host as a small JPEG; null where it cannot be had soon, for an answer is complete without. */
export async function readSmallPicture(url: string, caller: string): Promise<Uint8Array | null> {
  const host = imageHost();
  const reference = host.parse(url);
  if (!reference) return null;
  const signal = AbortSignal.timeout(small.timeoutMs);
  const side = { pixels: small.sidePx };
  const components: Component[] = [{ crop: "limit", width: side, height: side }];
  const output = { format: "jpg", quality: small.quality } as const;
  try {
    return await withinLimit(caller, async () => {
      const source = await host.locate(reference, { caller, signal });
      if (source === null) return null;
      return await inFile("jpg", (target) =>
        runTask("transform", { source, components, output, target }, { caller, signal }),
      );
    });
  } catch (error) {
    log.info({ err: error }, "a small picture was left out of an answer");
    return null;
  }
}

/** Asks again while the pixel worker has no room, as often as it says. */
async function inTurn(work: () => Promise<unknown>): Promise<void> {
  const signal = AbortSignal.timeout(convertTimeoutMs);
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "overloaded") || signal.aborted) throw error;
      await delay((error.retryAfterSeconds ?? 1) * 1_000, undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
  }
}

/** Downloads of a user at a time, and more that wait: each holds a picture in memory. */
const withinLimit = limitConcurrencyByKey({ atOnce: 2, maxWaiting: 6 });

/** One finished result of its owner as a file. Another's id answers as an id that never was. */
export async function downloadResult(
  { id, format }: { id: string; format?: ResultFormat | undefined },
  { userId }: { userId: string },
) {
  const row = await db().generation.findFirst({
    where: { id, userId, deletedAt: null },
  });
  if (!row) throw refusal(because("generation_not_found"));
  const { status } = row;
  if (isOpen(status)) throw refusal(because("result_unfinished", { id, status }));
  if (status !== "succeeded") throw refusal(because("result_missing", { status }));
  const file = await withinLimit(userId, () => readResultFile(row, { format, caller: userId })).catch(
    refuseFormat,
  );
  if (!file) throw refusal(because("result_lost"));
  return {
    fileName: `${resultFileName(row)}.${file.format}`,
    contentType: contentTypes[file.format],
    content: file.bytes,
  };
}

/** A picture may be larger than this machine converts, or take too long. */
function refuseFormat(error: unknown): never {
  if (!(error instanceof UnreadableImageError || error instanceof ProtocolError)) throw error;
  throw invalidParam("format", "cannot be made of a picture so large; leave it out to take it as it is");
}
