import { openApiDocument } from "#lib/api/openapi.ts";
import { publicJson, route } from "#lib/api/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: publicJson(openApiDocument) });
