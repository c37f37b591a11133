import { checkLive } from "#lib/http/health.ts";

export const GET = checkLive;
