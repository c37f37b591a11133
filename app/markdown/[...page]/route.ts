import { documentOf } from "#lib/documentation/documents.ts";
import { publicText, route } from "#lib/http/route.ts";

/** Serves the Markdown of a page, at the page's path with `.md` appended. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: publicText("text/markdown; charset=utf-8", async ({ page = [] }) =>
    documentOf(`/${[page].flat().join("/")}`),
  ),
});
