import { mcpEndpoint } from "#lib/mcp/endpoint.ts";
import { handlers } from "./handlers.ts";

export const POST = mcpEndpoint(handlers);
