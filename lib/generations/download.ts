import { Zip, ZipPassThrough } from "fflate";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { log } from "../log.ts";
import { readBody } from "../platform/body.ts";
import { resultFileName } from "./file-name.ts";

/** Most pictures that one archive takes. */
const maxArchivePictures = 200;

/** 200 ids, in either encoding of a form. */
const maxFormBytes = 64 * 1024;
const archivesPerUser = 2;
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

const running = new Map<string, number>();

/**
 * Answers a form of `id`s with a ZIP of those results; null when none of them is a finished one of this user. A body
 * of another kind or size answers 400, more archives at once than a user may have 429.
 */
export async function downloadResults(userId: string, request: Request): Promise<Response | null> {
  let ids: string[];
  try {
    ids = await readIds(request);
  } catch (error) {
    log.debug({ err: error }, "an archive was asked for with an unreadable form");
    return new Response(`Choose up to ${maxArchivePictures} pictures in the gallery.`, { status: 400 });
  }
  const release = takeTurn(userId);
  if (!release) {
    const message = `${archivesPerUser} archives are being loaded already. Wait for one of them to end.`;
    return new Response(message, { status: 429, headers: { "Retry-After": "30" } });
  }
  const archive = await archiveResults(userId, ids, release).catch((error: unknown) => {
    release();
    throw error;
  });
  if (!archive) {
    release();
    return null;
  }
  const name = `photos-${new Date().toISOString().slice(0, 10)}.zip`;
  return new Response(archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Null when the user has as many archives as may be; else what gives the turn back, the first time it is called. */
function takeTurn(userId: string): (() => void) | null {
  const taken = (running.get(userId) ?? 0) + 1;
  if (taken > archivesPerUser) return null;
  running.set(userId, taken);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(userId) ?? 0) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  };
}

async function readIds(request: Request): Promise<string[]> {
  const body = await readBody(request, maxFormBytes);
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  return form.getAll("id").filter((id) => typeof id === "string");
}

/**
 * A ZIP of finished results of this user, or null when none of the ids is one. Pictures are read one by one as the
 * reader takes them, so that no more than one is in memory; they are stored as they are, being compressed already.
 * `onEnd` hears of its end: read whole, given up by the reader, or by a reader that takes too long.
 */
export async function archiveResults(
  userId: string,
  ids: readonly string[],
  onEnd: () => void = () => undefined,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const rows = await db().generation.findMany({
    where: { userId, id: { in: ids.slice(0, maxArchivePictures) }, status: "succeeded", deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.length === 0 ? null : zipStream(readPictures(rows), onEnd);
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

function fileName(generation: Generation): string {
  const extension = generation.operation === "remove_bg" ? "png" : "jpg";
  return `${resultFileName({ ...generation, createdAt: generation.createdAt.toISOString() })}.${extension}`;
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
