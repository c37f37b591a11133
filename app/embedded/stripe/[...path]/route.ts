import { route } from "#lib/api/route.ts";
import { handleSandbox } from "#lib/billing/sandbox/http.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: handleSandbox,
  POST: handleSandbox,
  DELETE: handleSandbox,
});
