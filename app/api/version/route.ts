import { route } from "#lib/http/route.ts";
import { answerVersion } from "#lib/http/version.ts";

export const dynamic = "force-dynamic";
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: answerVersion });
