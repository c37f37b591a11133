import { openApiDocument } from "#lib/contract/openapi/index.ts";
import { publicJson, route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: publicJson(openApiDocument) });
