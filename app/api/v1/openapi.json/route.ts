import { openApiDocument } from "#lib/contract/openapi/index.ts";
import { publicJson } from "#lib/http/route.ts";

export const GET = publicJson(openApiDocument);
