import { Zip, ZipPassThrough } from "fflate";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { limitConcurrencyByKey } from "../platform/concurrency.ts";
import { log } from "../platform/log.ts";
import { resultFileName } from "./file-name.ts";

/** Most pictures that one archive takes. */
export const maxArchivePictures = 200;
/** Archives that a user may have under way; more are refused. */
export const archivesPerUser = 2;

const readTimeoutMs = 30_000;
/** A reader that takes nothing for so long has gone. */
const stalledMs = 60_000;
const longestMs = 30 * 60_000;
/** Says in the archive which pictures it lacks. */
const missingName = "not-included.txt";

interface Entry {
  name: string;
  bytes: Uint8Array;
  at: Date;
}

const withinLimit = limitConcurrencyByKey({ atOnce: archivesPerUser, maxWaiting: 0 });

/**
 * A ZIP of finished results of this user, or null when none of the ids is one. Throws ApiError overloaded while the
 * user has as many archives under way as may be.
 */
export async function archiveResults(userId: string, ids: readonly string[]): Promise<Archive | null> {
  const rows = await db().generation.findMany({
    where: { userId, id: { in: ids.slice(0, maxArchivePictures) }, status: "succeeded", deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.length === 0 ? null : archivePictures(userId, rows, nameOf);
}

type Archive = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * A ZIP of results. Pictures are read one by one as the reader takes them, so that no more than one is in memory; they
 * are stored as they are, being compressed already. It ends when it was read whole, when its reader gives up, or takes
 * too long.
 */
export async function archivePictures(
  userId: string,
  rows: readonly Generation[],
  name: (row: Generation) => string,
): Promise<Archive> {
  const archive = Promise.withResolvers<Archive>();
  withinLimit(userId, () => {
    const ended = Promise.withResolvers<void>();
    archive.resolve(zipStream(readPictures(rows, name), ended.resolve));
    return ended.promise;
  }).catch(archive.reject);
  return archive.promise;
}

async function* readPictures(
  rows: readonly Generation[],
  nameOfRow: (row: Generation) => string,
): AsyncGenerator<Entry> {
  const missing: string[] = [];
  for (const row of rows) {
    const bytes = await readPicture(row);
    const name = `${nameOfRow(row)}.${row.operation === "remove_bg" ? "png" : "jpg"}`;
    if (bytes) yield { name, bytes, at: row.createdAt };
    else missing.push(`${name}  ${row.resultUrl}`);
  }
  if (missing.length === 0) return;
  const text = `The image host did not deliver these pictures:\n\n${missing.join("\n")}\n`;
  yield { name: missingName, bytes: new TextEncoder().encode(text), at: new Date() };
}

async function readPicture({ id, resultUrl }: Generation): Promise<Uint8Array | null> {
  const host = imageHost();
  const reference = resultUrl === null ? null : host.parse(resultUrl);
  if (!reference) return null;
  try {
    return await host.read(reference, AbortSignal.timeout(readTimeoutMs));
  } catch (error) {
    log.warn({ id, err: error }, "a picture is missing from an archive");
    return null;
  }
}

function nameOf(generation: Generation): string {
  return resultFileName({ ...generation, createdAt: generation.createdAt.toISOString() });
}

function zipStream(
  entries: AsyncGenerator<Entry>,
  onEnd: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let ready: Uint8Array<ArrayBuffer>[] = [];
  let ended = false;
  let stalled: NodeJS.Timeout | undefined;
  const endsAtMs = Date.now() + longestMs;
  const zip = new Zip((error, chunk, final) => {
    if (error) throw error;
    ready.push(chunk);
    ended = final;
  });
  const finish = async () => {
    clearTimeout(stalled);
    onEnd();
    await entries.return(undefined);
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
        try {
          const { value, done } = await entries.next();
          if (done) zip.end();
          else addFile(zip, value);
        } catch (error) {
          await finish();
          throw error;
        }
        for (const chunk of ready) controller.enqueue(chunk);
        ready = [];
        if (!ended) return expectReader(controller);
        controller.close();
        await finish();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

function addFile(zip: Zip, { name, at, bytes }: Entry): void {
  const file = new ZipPassThrough(name);
  file.mtime = at;
  zip.add(file);
  file.push(bytes, true);
}
