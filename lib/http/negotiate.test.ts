import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { documentPages } from "#lib/contract/sections.ts";
import { serveFront } from "#lib/testing/raw-front.ts";
import { prefersMarkdown } from "./negotiate.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

test.each([
  ["text/markdown", true],
  ["text/markdown, text/html;q=0.9, */*;q=0.1", true],
  ["text/markdown, text/html, */*", true],
  ["TEXT/Markdown; charset=utf-8", true],
  ["text/html;q=0.4, text/markdown;q=0.5", true],
  ["text/markdown;q=0.5, text/html", false],
  ["text/markdown;q=0.5, */*", false],
  ["text/markdown;q=0", false],
  [browser, false],
  ["*/*", false],
  ["text/*", false],
  ["text/plain", false],
  ["", false],
])("Accept: %s prefers Markdown: %s", (accept, wanted) => {
  expect(prefersMarkdown(accept)).toBe(wanted);
});

describe("a page of the documentation", () => {
  function tellingApp() {
    const seen: string[] = [];
    const app = (request: IncomingMessage, response: ServerResponse) => {
      seen.push(request.url ?? "");
      const type = request.url?.endsWith(".md") ? "text/markdown; charset=utf-8" : "text/html";
      response.writeHead(200, { "Content-Type": type }).end(request.url);
    };
    return { app, seen };
  }

  test("is served as Markdown on request, under the same address", async () => {
    const { app } = tellingApp();
    await using front = await serveFront(app);
    for (const page of documentPages) {
      const ask = (accept: string) =>
        fetch(`http://127.0.0.1:${front.port}${page}`, { headers: { Accept: accept } });
      const [markdown, html] = [await ask("text/markdown"), await ask(browser)];
      expect([await markdown.text(), await html.text()]).toEqual([`${page}.md`, page]);
      expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      for (const { headers } of [markdown, html]) expect(headers.get("vary")).toMatch(/\bAccept(,|$)/);
    }
  });

  test("alone varies by Accept; other pages and API calls do not", async () => {
    const { app, seen } = tellingApp();
    await using front = await serveFront(app);
    for (const path of ["/", "/docs/none", "/api/v1/credits"]) {
      const { headers } = await fetch(`http://127.0.0.1:${front.port}${path}`, {
        headers: { Accept: "text/markdown" },
      });
      expect(headers.get("vary") ?? "").not.toMatch(/\bAccept(,|$)/);
    }
    expect(seen).toEqual(["/", "/docs/none", "/api/v1/credits"]);
  });
});
