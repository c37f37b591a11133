import { expect, test } from "vitest";
import type { ReferenceField } from "#lib/contract/openapi/reference.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { errorsOf, operations } from "#lib/contract/operations.ts";
import { documentPages, pageOf, sectionIds } from "#lib/contract/sections.ts";
import { env } from "#lib/platform/env.ts";
import { errorTable } from "#lib/platform/errors.ts";
import { documentOf, llmsText } from "./documents.ts";
import { readGuide } from "./guide.ts";
import { guideParts } from "./guide-parts.ts";
import { referenceHere } from "./reference.ts";
import { splitTitle } from "./sources.ts";
import { coreCalls } from "./tables.ts";

const textOf = async (page: string) => (await documentOf(page)) ?? "";
const all = Object.values<Operation>(operations);

test("every operation is documented in exactly one section, with its errors and a curl call", async () => {
  const texts = new Map(
    await Promise.all(sectionIds.map(async (id) => [id, await textOf(pageOf(id))] as const)),
  );
  for (const operation of all) {
    const { id, method, path, section } = operation;
    const line = `\n\`${method} ${path}\`\n`;
    expect(
      [...texts].filter(([, text]) => text.includes(line)).map(([name]) => name),
      id,
    ).toEqual([section]);
    const [, own = ""] = (texts.get(section) ?? "").split(line);
    const [part = ""] = own.split("\n## ");
    for (const code of errorsOf(operation))
      expect(part, id).toContain(`${errorTable[code].status} \`${code}\``);
    expect(part, id).toContain(`curl `);
  }
  // The fix of `overloaded` ends with that of `rate_limited`.
  const codes = all.flatMap(errorsOf).filter((code) => code !== "rate_limited");
  for (const text of texts.values())
    for (const fix of new Set(codes.map((code) => errorTable[code].fix)))
      if (text.includes(fix)) expect(text.split(fix)).toHaveLength(2);
});

test("every field of an operation is documented with its type, in its own list or in the part that this links to", async () => {
  const listsOf = new Map<string, string>();
  const keyOf = (operation: string, part: string) => `${part} of ${operation}`;
  for (const section of sectionIds) {
    for (const own of (await textOf(pageOf(section))).split(/\n## /)) {
      const operation = /^`([A-Z]+ \/.*)`$/m.exec(own)?.[1];
      for (const list of operation ? own.split("\n### ").slice(1) : []) {
        const part = /^\w+/.exec(list)?.[0].toLowerCase() ?? "";
        listsOf.set(keyOf(operation ?? "", part), list);
      }
    }
  }
  const check = (fields: readonly ReferenceField[], key: string, depth = 0) => {
    const list = listsOf.get(key) ?? "";
    const indent = "  ".repeat(depth);
    const linked = [...list.matchAll(/^( *)- The same fields as in the (\w+) of `(.+)`\.$/gm)]
      .filter(([, spaces]) => spaces === indent)
      .map(([, , part = "", operation = ""]) => listsOf.get(keyOf(operation, part)) ?? "");
    for (const { name, type, fields: inner } of fields) {
      const line = `- \`${name}\` (${type}`;
      if (list.includes(`\n${indent}${line}`)) check(inner, key, depth + 1);
      else expect(linked.join("\n"), key).toContain(line);
    }
  };
  for (const { method, path, parameters, body, response } of referenceHere()) {
    const operation = `${method} ${path}`;
    for (const field of parameters) {
      check([field], keyOf(operation, field.in === "header" ? "headers" : "parameters"));
    }
    check(body?.fields ?? [], keyOf(operation, "body"));
    check(response.fields, keyOf(operation, "response"));
  }
});

test("a field is documented with its type and its values", async () => {
  const text = await textOf("/docs/generations");
  expect(text).toContain("- `review` (string): Only work with this review");
  expect(text).toMatch(/ {4}- `code` \(string\): Values, and more may come: `unsure_parts`/);
});

test("the index lists every operation, every part of the guide, and every error with its fix", async () => {
  const text = await textOf("/docs");
  for (const { method, path, summary } of all) expect(text).toContain(`- \`${method} ${path}\`: ${summary}`);
  for (const { title } of Object.values(guideParts)) expect(text).toContain(`\n## ${title}\n`);
  for (const { fix } of Object.values(errorTable)) expect(text).toContain(fix);
});

test("the index begins with the five calls of the contract, with fields that these have", async () => {
  const first = (await textOf("/docs")).split("\n## ")[1] ?? "";
  const paths = [...first.matchAll(/^- \[([A-Z]+ \/api\/v1\/[^\]]+)\]/gm)].map(([, call]) => call);
  expect(paths).toEqual([
    "GET /api/v1/upload/signed",
    "POST /api/v1/upload",
    "POST /api/v1/generate",
    "POST /api/v1/remove-bg",
    "GET /api/v1/credits",
  ]);
  const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  for (const { id, send, get } of coreCalls) {
    const operation = referenceHere().find((one) => one.id === id);
    const sent = (operation?.body?.fields ?? []).map(({ name }) => name);
    const received = (operation?.response.fields ?? []).map(({ name }) => name);
    expect(sent, id).toEqual(expect.arrayContaining(named(send ?? "")));
    expect(received, id).toEqual(expect.arrayContaining(named(get)));
  }
});

test("no document contains a placeholder, a comment or a relative link", async () => {
  for (const page of documentPages) {
    const text = await textOf(page);
    expect(text, page).toMatch(/^# .+\n/);
    expect(text, page).not.toMatch(/\{\{|<!--|\]\(\//);
  }
  expect(await documentOf("/docs/none")).toBeNull();
});

test("llms.txt has the form of llmstxt.org and links every document", () => {
  const text = llmsText();
  expect(text).toMatch(/^# .+\n\n> .+\n\n[^#].+\n\n## Guide\n/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, link]) => link);
  const documents = documentPages.map((page) => `${env().BASE_URL}${page}.md`);
  expect([...links].sort()).toEqual([...documents, `${env().BASE_URL}/api/v1/openapi.json`].sort());
});

test("the guide has exactly the parts of its table of contents, in the same order", async () => {
  const parts = await readGuide();
  expect(parts.map(({ id }) => id)).toEqual(Object.keys(guideParts));
});

test("the title of a document is its first line, and the rest is its text", () => {
  expect(splitTitle("# Agents (MCP)\n\nOne.\n\n# Two\n")).toEqual({
    title: "Agents (MCP)",
    text: "\nOne.\n\n# Two\n",
  });
});
