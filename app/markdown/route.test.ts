import { expect, test } from "vitest";
import { documentPages } from "#lib/contract/sections.ts";
import { GET as changelogFeed } from "../changelog.xml/route.ts";
import { GET as llmsTxt } from "../llms.txt/route.ts";
import { GET as markdown } from "./[...page]/route.ts";

const request = (headers: Record<string, string> = {}) => new Request("http://localhost:3000/x", { headers });
const paramsOf = (page: string) => ({ params: Promise.resolve({ page: page.slice(1).split("/") }) });

test.each(documentPages)("%s is served as Markdown with an ETag", async (page) => {
  const first = await markdown(request(), paramsOf(page));
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  expect(first.headers.get("access-control-allow-origin")).toBe("*");
  const etag = first.headers.get("etag") ?? "";
  const again = await markdown(request({ "if-none-match": etag }), paramsOf(page));
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("other pages are answered with 404", async () => {
  for (const page of ["/docs/none", "/studio", "/docs/photos/x"])
    expect((await markdown(request(), paramsOf(page))).status).toBe(404);
});

test("llms.txt is Markdown, and the feed is Atom", async () => {
  expect((await llmsTxt(request())).headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect((await changelogFeed(request())).headers.get("content-type")).toBe(
    "application/atom+xml; charset=utf-8",
  );
});
