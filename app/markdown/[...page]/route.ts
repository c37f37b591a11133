import { documentOf } from "#lib/documentation/documents.ts";
import { publicText, route } from "#lib/http/route.ts";

/** Reached by the page's address with `.md` behind it. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: publicText("text/markdown; charset=utf-8", async ({ page = [] }) =>
    documentOf(`/${[page].flat().join("/")}`),
  ),
});
