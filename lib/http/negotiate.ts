import type { IncomingMessage, ServerResponse } from "node:http";
import { documentPages, markdownOf } from "../contract/sections.ts";

const negotiated: ReadonlySet<string> = new Set(documentPages);

/** Rewrites the request to the Markdown version of the page if the client prefers Markdown over HTML. */
export function negotiateMarkdown(request: IncomingMessage, response: ServerResponse): void {
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (!negotiated.has(path)) return;
  varyByAccept(response);
  if (prefersMarkdown(request.headers.accept ?? "")) request.url = [markdownOf(path), ...query].join("?");
}

/** At the head's writing, since the framework sets a Vary of its own while it renders. */
function varyByAccept(response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = ((...head: unknown[]) => {
    response.appendHeader("Vary", "Accept");
    return Reflect.apply(writeHead, response, head);
  }) as typeof writeHead;
}

/**
 * RFC 9110, 12.5.1. Markdown must be listed explicitly: browsers, and clients that accept anything, get the page. At
 * equal quality, a client that lists Markdown gets it.
 */
export function prefersMarkdown(accept: string): boolean {
  const ranges = readRanges(accept);
  const markdown = ranges.find(({ type }) => type === "text/markdown")?.quality ?? 0;
  const html = ["text/html", "text/*", "*/*"].map(
    (name) => ranges.find(({ type }) => type === name)?.quality,
  );
  return markdown > 0 && markdown >= (html.find((quality) => quality !== undefined) ?? 0);
}

export interface MediaRange {
  type: string;
  quality: number;
}

export function readRanges(accept: string): MediaRange[] {
  return accept.toLowerCase().split(",").map(readRange);
}

function readRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}
