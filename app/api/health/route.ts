import { checkHealth } from "#lib/http/health.ts";

export const GET = checkHealth;
