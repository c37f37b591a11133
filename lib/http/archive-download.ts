import { archiveResults, archivesPerUser, maxArchivePictures } from "../generations/archive.ts";
import { readBody } from "../platform/body.ts";
import { ApiError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";

/** The ids of one archive, in either encoding of a form. */
const maxFormBytes = 64 * 1024;

/**
 * Answers a form of `id`s with a ZIP of those results; null when none of them is a finished one of this user. A body
 * of another kind or size answers 400, more archives at once than a user may have 429.
 */
export async function downloadArchive(userId: string, request: Request): Promise<Response | null> {
  let ids: string[];
  try {
    ids = await readIds(request);
  } catch (error) {
    log.debug({ err: error }, "an archive was asked for with an unreadable form");
    return new Response(`Choose up to ${maxArchivePictures} pictures in the gallery.`, { status: 400 });
  }
  try {
    const archive = await archiveResults(userId, ids);
    const name = `photos-${new Date().toISOString().slice(0, 10)}.zip`;
    return archive && new Response(archive, { headers: downloadHeaders("application/zip", name) });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "overloaded")) throw error;
    const message = `${archivesPerUser} archives are being loaded already. Wait for one of them to end.`;
    return new Response(message, { status: 429, headers: { "Retry-After": "30" } });
  }
}

/** Headers of an answer that a browser saves as a file. */
export function downloadHeaders(type: string, fileName: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store",
  };
}

async function readIds(request: Request): Promise<string[]> {
  const body = await readBody(request, maxFormBytes);
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  return form.getAll("id").filter((id) => typeof id === "string");
}
