import { getUser } from "#lib/auth/page.ts";
import { isSessionOpen } from "#lib/auth/sessions.ts";
import { streamWorkEvents } from "#lib/http/work-events.ts";

/** Notifies the dashboard's pages at once of progress and ends of their user's work. */
export async function GET(request: Request): Promise<Response> {
  const user = await getUser();
  if (!user) return new Response(null, { status: 401, headers: { "Cache-Control": "no-store" } });
  return streamWorkEvents(
    { userId: user.id, isSignedIn: () => isSessionOpen(user.sessionId) },
    request.signal,
  );
}
