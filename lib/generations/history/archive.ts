import { makeZip } from "client-zip";
import type { archiveRequest } from "../../contract/generations/history-schemas.ts";
import { maxChosenResults } from "../../contract/limits.ts";
import type { ResultFormat } from "../../contract/photos/values.ts";
import type { Given } from "../../contract/wire.ts";
import type { Generation } from "../../db/generated/client.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db } from "../../db/index.ts";
import { limitConcurrencyByKey } from "../../platform/concurrency.ts";
import { refusal } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import { createFileNames, resultFileName } from "./file-name.ts";
import { resultUrlOf, withUrls } from "./pictures.ts";
import { type ResultFile, readResultFile } from "./result-file.ts";
import { chooseVersions } from "./versions.ts";

/** Concurrent archives of a user; more are refused. */
export const archivesPerUser = 2;

/** A reader that reads nothing for this long is considered gone. */
const stalledMs = 60_000;
const longestMs = 60 * 60_000;
/** Text file in the archive that lists the pictures it lacks. */
const missingName = "not-included.txt";

/** A file of an archive, in the format of client-zip. */
export interface ArchiveEntry {
  name: string;
  input: Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
  lastModified: Date;
}

const withinLimit = limitConcurrencyByKey({ atOnce: archivesPerUser, maxWaiting: 0 });

export type Choice = Given<typeof archiveRequest>;

/**
 * A ZIP of the user's finished results, or null when none of the ids matches. Throws ApiError `overloaded` while the
 * user has the maximum number of archives in progress.
 */
export async function archiveResults(
  userId: string,
  { ids, format, review }: Choice,
): Promise<Archive | null> {
  const rows = await readHeavily(userId, () =>
    db().generation.findMany({
      where: { userId, id: { in: ids.slice(0, maxChosenResults) }, status: "succeeded", deletedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  );
  const wanted = await chooseVersions(rows, { review }, { userId });
  return wanted.length === 0 ? null : archivePictures(userId, wanted, { format });
}

/** The same archive with a file name. Throws ApiError not_found when none of the ids is a finished result. */
export async function createArchive(choice: Choice, { userId }: { userId: string }) {
  const content = await archiveResults(userId, choice);
  if (!content) throw refusal(because(choice.review ? "no_result_reviewed_so" : "no_results_chosen"));
  return { fileName: `photos-${new Date().toISOString().slice(0, 10)}.zip`, content };
}

type Archive = ReadableStream<Uint8Array<ArrayBuffer>>;

interface ArchiveOptions {
  format?: ResultFormat | undefined;
  /** Names a file, without extension; duplicate names get a number. */
  name?: (row: Generation) => string;
}

/**
 * A ZIP of results, ZIP64 past 4 GiB. Pictures are read one by one as the reader consumes them, so that at most two
 * are in memory; they are stored uncompressed. It ends when it was read completely, or when its reader disconnects or
 * takes too long.
 */
export async function archivePictures(
  userId: string,
  rows: readonly Generation[],
  options: ArchiveOptions,
): Promise<Archive> {
  const archive = Promise.withResolvers<Archive>();
  withinLimit(userId, () => {
    const ended = Promise.withResolvers<void>();
    archive.resolve(zipStream(readPictures(userId, rows, options), ended.resolve));
    return ended.promise;
  }).catch(archive.reject);
  return archive.promise;
}

async function* readPictures(
  caller: string,
  rows: readonly Generation[],
  { format, name = (row) => resultFileName(withUrls(row)) }: ArchiveOptions,
): AsyncGenerator<ArchiveEntry> {
  const nameFile = createFileNames();
  const missing: string[] = [];
  for (const row of rows) {
    const [wanted, file] = [nameFile(name(row)), await readPicture(row, { format, caller })];
    if (file) yield { name: `${wanted}.${file.format}`, input: file.bytes, lastModified: row.createdAt };
    else missing.push(`${wanted}  ${resultUrlOf(row)}`);
  }
  if (missing.length === 0) return;
  const text = `The image host did not deliver these pictures, or they could not be converted:\n\n${missing.join("\n")}\n`;
  yield { name: missingName, input: new TextEncoder().encode(text), lastModified: new Date() };
}

async function readPicture(
  row: Generation,
  options: Parameters<typeof readResultFile>[1],
): Promise<ResultFile | null> {
  try {
    return await readResultFile(row, options);
  } catch (error) {
    log.warn({ id: row.id, err: error }, "a picture is missing from an archive");
    return null;
  }
}

/** The bytes of a ZIP, produced on demand. `onEnd` is called once no more entries are read. */
export function zipStream(entries: AsyncGenerator<ArchiveEntry>, onEnd: () => void): Archive {
  let zip: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let stalled: NodeJS.Timeout | undefined;
  const endsAtMs = Date.now() + longestMs;
  const finish = async () => {
    clearTimeout(stalled);
    onEnd();
    await entries.return(undefined);
    // Cancelling raises an error in the entries, which have ended already.
    await zip?.cancel().catch(() => undefined);
  };
  const expectReader = (controller: ReadableStreamDefaultController) => {
    const giveUp = () => {
      controller.error(new Error("the reader of an archive took too long"));
      void finish();
    };
    stalled = setTimeout(giveUp, Math.max(0, Math.min(stalledMs, endsAtMs - Date.now()))).unref();
  };
  return new ReadableStream(
    {
      start: expectReader,
      async pull(controller) {
        clearTimeout(stalled);
        zip ??= makeZip(entries).getReader();
        const next = await zip.read().catch(async (error: unknown) => {
          await finish();
          throw error;
        });
        if (!next.done) {
          controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
          return expectReader(controller);
        }
        controller.close();
        await finish();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
