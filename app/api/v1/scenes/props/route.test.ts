import { expect, test } from "vitest";
import { propNames, propTitles } from "#lib/contract/photos/values.ts";
import { api } from "#lib/testing/api.ts";

const ask = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  api("listProps", { query, headers });

test.each(["en", "de"] as const)("200: all props with their names in %s, without a key", async (locale) => {
  const { status, body, headers } = await ask({ limit: "100" }, { "accept-language": locale });
  expect([status, headers.get("content-language"), body.next_cursor]).toEqual([200, locale, null]);
  expect(body.data).toEqual(propNames.map((id) => ({ id, name: propTitles[id][locale] })));
});
