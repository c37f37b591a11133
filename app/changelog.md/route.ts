import { documentOf } from "#lib/documentation/documents.ts";
import { publicText } from "#lib/http/route.ts";

export const GET = publicText("text/markdown; charset=utf-8", () => documentOf("/changelog"));
