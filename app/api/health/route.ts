import { route } from "#lib/api/route.ts";
import { checkHealth } from "#lib/http/health.ts";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: checkHealth });
