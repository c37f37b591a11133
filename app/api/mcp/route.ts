import { route } from "#lib/http/route.ts";
import { mcpEndpoint } from "#lib/mcp/endpoint.ts";
import { handlers } from "./handlers.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ POST: mcpEndpoint(handlers) });
