import { getUser } from "#lib/auth/page.ts";
import { findProgress } from "#lib/generations/progress.ts";

/** How far the studio's photos are, by the `key` each was asked under. */
export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const user = await getUser();
  if (!user) return Response.json({}, { status: 401, headers });
  const keys = new URL(request.url).searchParams.getAll("key");
  return Response.json(await findProgress(user.id, keys), { headers });
}
