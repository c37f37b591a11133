import { checkHealth } from "#lib/health.ts";

export const dynamic = "force-dynamic";
export { checkHealth as GET };
