import { checkReady } from "#lib/http/ready.ts";

export const GET = checkReady;
