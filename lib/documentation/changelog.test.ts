import { expect, test } from "vitest";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { env } from "#lib/platform/env.ts";
import { changelogFeed, readChangelog } from "./changelog.ts";
import { readSource } from "./sources.ts";

test("the changelog names every operation", async () => {
  const text = (await readSource("changelog.md")).replace(/\s+/g, " ");
  for (const { method, path } of Object.values<Operation>(operations))
    expect(text).toContain(`\`${method} ${path}\``);
});

test("changelog days are dates, newest first, and every change names its kind", async () => {
  const { intro, entries } = await readChangelog();
  expect(intro).toContain("newest first");
  const days = entries.map(({ day }) => day);
  expect(days).toEqual([...days].sort().reverse());
  for (const { day, text } of entries) {
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    for (const item of text.split(/^- /m).slice(1))
      expect(item).toMatch(/^\*\*(Added|Changed|Deprecated|Removed)\*\* /);
  }
});

test("the feed has one entry per day, with complete links and well-formed markup", async () => {
  const { entries } = await readChangelog();
  const feed = await changelogFeed();
  expect(feed.match(/<entry>/g)).toHaveLength(entries.length);
  expect(feed).toContain(`<id>${env().BASE_URL}/changelog#${entries[0]?.day}</id>`);
  expect(feed).toContain(`<updated>${entries[0]?.day}T00:00:00Z</updated>`);
  const tags = [...feed.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)];
  const open: string[] = [];
  for (const [, closing, name = "", empty] of tags) {
    if (closing) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
  }
  expect(open).toEqual([]);
  for (const [, content = ""] of feed.matchAll(/<content type="html">(.*?)<\/content>/gs)) {
    expect(content).toMatch(/^&lt;ul&gt;/);
    expect(content).not.toMatch(/\*\*|`/);
  }
});
