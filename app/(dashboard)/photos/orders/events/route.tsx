import { getUser, getView } from "#lib/auth/page.ts";
import { isSessionOpen } from "#lib/auth/sessions.ts";
import { streamWorkEvents } from "#lib/http/work-events.ts";
import { findView } from "#lib/support/view.ts";

/** Server-sent events about progress and end of the work that the dashboard's pages show. */
export async function GET(request: Request): Promise<Response> {
  const user = await getUser();
  if (!user) return new Response(null, { status: 401, headers: { "Cache-Control": "no-store" } });
  const { id: operatorId, sessionId } = user;
  const view = await getView();
  const isSignedIn = async () =>
    view ? (await findView(view.id, { operatorId, sessionId })) !== null : await isSessionOpen(sessionId);
  return streamWorkEvents({ userId: view?.userId ?? user.id, isSignedIn }, request.signal);
}
