import { checkReady } from "#lib/http/ready.ts";
import { route } from "#lib/http/route.ts";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: checkReady });
