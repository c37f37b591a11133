import { maxChosenResults } from "../contract/limits.ts";
import { type ResultFormat, resultFormats } from "../contract/photos/values.ts";
import { archiveResults, archivesPerUser } from "../generations/history/archive.ts";
import { readBody } from "../platform/body.ts";
import { ApiError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { downloadHeaders } from "./response-headers.ts";

/** Room for the ids of one archive, in either form encoding. */
const maxFormBytes = 160 * 1024;

/**
 * Responds to a form of `id`s and a `format` with a ZIP of those results; null if none is a finished result of this
 * user. Responds 400 to a body of another kind or size, 429 when the user's limit of concurrent archives is reached.
 */
export async function downloadArchive(userId: string, request: Request): Promise<Response | null> {
  let wanted: Awaited<ReturnType<typeof readForm>>;
  try {
    wanted = await readForm(request);
  } catch (error) {
    log.debug({ err: error }, "an archive was asked for with an unreadable form");
    return new Response(`Choose up to ${maxChosenResults} pictures on the page Photos.`, { status: 400 });
  }
  try {
    const archive = await archiveResults(userId, wanted);
    const name = `photos-${new Date().toISOString().slice(0, 10)}.zip`;
    return archive && new Response(archive, { headers: downloadHeaders("application/zip", name) });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "overloaded")) throw error;
    const message = `${archivesPerUser} archives are being loaded already. Wait for one of them to end.`;
    return new Response(message, { status: 429, headers: { "Retry-After": "30" } });
  }
}

async function readForm(request: Request): Promise<{ ids: string[]; format: ResultFormat | undefined }> {
  const body = await readBody(request, maxFormBytes);
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  if (ids.length > maxChosenResults) throw new Error(`${ids.length} pictures are too many`);
  return { ids, format: resultFormats.find((format) => format === form.get("format")) };
}
