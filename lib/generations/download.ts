import { Zip, ZipPassThrough } from "fflate";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { log } from "../log.ts";

/** Most pictures that one archive takes. */
export const maxArchivePictures = 200;

const readTimeoutMs = 30_000;
/** Says in the archive which pictures it lacks. */
const missingName = "not-included.txt";

interface Entry {
  name: string;
  bytes: Uint8Array;
  at: Date;
}

/**
 * A ZIP of finished results of this user, or null when none of the ids is one. Pictures are read one by one as the
 * reader takes them, so that no more than one is in memory; they are stored as they are, being compressed already.
 */
export async function archiveResults(
  userId: string,
  ids: readonly string[],
): Promise<ReadableStream<Uint8Array> | null> {
  const rows = await db().generation.findMany({
    where: { userId, id: { in: ids.slice(0, maxArchivePictures) }, status: "succeeded", deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.length === 0 ? null : zipStream(readPictures(rows));
}

async function* readPictures(rows: readonly Generation[]): AsyncGenerator<Entry> {
  const missing: string[] = [];
  for (const row of rows) {
    const bytes = await readPicture(row);
    if (bytes) yield { name: fileName(row), bytes, at: row.createdAt };
    else missing.push(`${fileName(row)}  ${row.resultUrl}`);
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

function fileName({ id, operation, style, resolution, createdAt }: Generation): string {
  const what = operation === "remove_bg" ? "cutout" : `${style}-${resolution?.toLowerCase()}`;
  const extension = operation === "remove_bg" ? "png" : "jpg";
  return `${createdAt.toISOString().slice(0, 10)}-${what}-${id.slice(-6)}.${extension}`;
}

function zipStream(entries: AsyncGenerator<Entry>): ReadableStream<Uint8Array> {
  let ready: Uint8Array[] = [];
  let ended = false;
  const zip = new Zip((error, chunk, final) => {
    if (error) throw error;
    ready.push(chunk);
    ended = final;
  });
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await entries.next();
        if (done) zip.end();
        else {
          const file = new ZipPassThrough(value.name);
          file.mtime = value.at;
          zip.add(file);
          file.push(value.bytes, true);
        }
        for (const chunk of ready) controller.enqueue(chunk);
        ready = [];
        if (ended) controller.close();
      },
      async cancel() {
        await entries.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
