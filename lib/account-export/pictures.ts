import { sniffFormat } from "../contract/images/formats.ts";
import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import type { ArchiveEntry } from "../generations/history/archive.ts";
import { resultFileName } from "../generations/history/file-name.ts";
import { withUrls } from "../generations/history/pictures.ts";
import { readResultFile } from "../generations/history/result-file.ts";
import { originalOf } from "../images/host.ts";
import { imageHost } from "../images/index.ts";
import { accountsOf, liveAccountOf } from "../platform/ids.ts";
import { log } from "../platform/log.ts";

const rowsAtOnce = 100;
const readTimeoutMs = 60_000;

/** The undeleted work of an account, oldest first, page by page. */
export async function* workOf(userId: string): AsyncGenerator<Generation[]> {
  for (let after: Pick<Generation, "createdAt" | "id"> | null = null; ; ) {
    const rows: Generation[] = await db().generation.findMany({
      where: {
        userId,
        deletedAt: null,
        ...(after && {
          // Superfluous: by it the index begins there.
          createdAt: { gte: after.createdAt },
          OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }],
        }),
      },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: rowsAtOnce,
    });
    yield rows;
    after = rows.at(-1) ?? after;
    if (rows.length < rowsAtOnce) return;
  }
}

/** The path of a result in an export, without extension. */
export const nameOf = (row: Generation) => `files/results/${resultFileName(withUrls(row))}-${row.id}`;

/** Finished results; unavailable ones are added to `missing`. */
export async function* resultFiles(
  userId: string,
  folder: string,
  missing: string[],
): AsyncGenerator<ArchiveEntry> {
  for await (const rows of workOf(userId)) {
    for (const row of rows) {
      if (row.status !== "succeeded") continue;
      const name = `${folder}${nameOf(row)}`;
      const file = await orNull(name, () => readResultFile(row, { caller: userId }));
      if (file) yield { name: `${name}.${file.format}`, input: file.bytes, lastModified: row.createdAt };
      else missing.push(name);
    }
  }
}

/** Uploads, except corrected masks. */
export async function* uploadedFiles(
  userId: string,
  folder: string,
  missing: string[],
): AsyncGenerator<ArchiveEntry> {
  for (let after = ""; ; ) {
    const rows = await db().hostedPicture.findMany({
      where: { userId, releasedAt: null, publicId: { gt: after } },
      orderBy: { publicId: "asc" },
      take: rowsAtOnce,
    });
    const ids = rows.map(({ publicId }) => publicId);
    const masks = new Set(
      (await db().pictureMask.findMany({ where: { userId, maskPublicId: { in: ids } } })).map(
        ({ maskPublicId }) => maskPublicId,
      ),
    );
    for (const { publicId, createdAt } of rows) {
      const kind = masks.has(publicId) ? "masks" : "originals";
      const name = `${folder}files/${kind}/${publicId.split("/").slice(2).join("-")}`;
      const bytes = await orNull(name, () =>
        imageHost().read(originalOf({ publicId }), AbortSignal.timeout(readTimeoutMs)),
      );
      const format = bytes && sniffFormat(bytes.subarray(0, 64));
      if (bytes && format) yield { name: `${name}.${format}`, input: bytes, lastModified: createdAt };
      else missing.push(name);
    }
    after = ids.at(-1) ?? after;
    if (rows.length < rowsAtOnce) return;
  }
}

async function orNull<T>(name: string, read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log.warn({ name, err: error }, "a picture is missing from an export");
    return null;
  }
}

/** Rough estimate of an export's size on disk. */
export async function estimateBytes(userId: string): Promise<number> {
  const ids = accountsOf(liveAccountOf(userId));
  const results = await db().generation.aggregate({
    where: { userId: { in: ids }, deletedAt: null },
    _sum: { sizeBytes: true },
  });
  const uploads = await db().hostedPicture.aggregate({
    where: { userId: { in: ids }, releasedAt: null },
    _sum: { sizeBytes: true },
  });
  return (results._sum.sizeBytes ?? 0) + (uploads._sum.sizeBytes ?? 0);
}
