import { documentOf } from "#lib/documentation/documents.ts";
import { publicText } from "#lib/http/route.ts";

/** A page of the documentation as Markdown. */
export const GET = publicText("text/markdown; charset=utf-8", ({ section }) => documentOf(`/docs/${section}`));
