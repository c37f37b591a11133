import { route } from "#lib/http/route.ts";
import { checkLive } from "#lib/http/watched.ts";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: checkLive });
