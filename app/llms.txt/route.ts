import { llmsText } from "#lib/documentation/documents.ts";
import { publicText, route } from "#lib/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: publicText("text/markdown; charset=utf-8", async () => llmsText()),
});
