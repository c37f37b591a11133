import { expect, test } from "vitest";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { german } from "../language/de/index.ts";
import { type Entry, fileNameOf } from "../photos/model.ts";
import {
  apiFilterOf,
  groupByDay,
  groupByLook,
  joinPages,
  mapEntries,
  pagesByProduct,
  pagesOf,
  queryOf,
  rangeOf,
  titleOfDay,
} from "./model.ts";

const entryOf = (id: string): Entry => generation.parse({ ...examples.photo, id });
const page = (ids: string[], next_cursor: string | null = null) => ({ data: ids.map(entryOf), next_cursor });
const product = (name: string, ids: string[], count = ids.length) => ({
  product: name,
  sku: name,
  name,
  count,
  generations: ids.map(entryOf),
});
const idsOf = ({ groups }: ReturnType<typeof pagesOf>) =>
  groups.map(({ entries }) => entries.map(({ id }) => id));

test("joining a further page adds only new entries, to the list and to the products", () => {
  const list = joinPages(pagesOf(page(["a", "b"], "x")), pagesOf(page(["b", "c"])));
  expect(idsOf(list)).toEqual([["a", "b", "c"]]);
  expect(list.cursor).toBeNull();
  const first = pagesByProduct({ data: [product("mug", ["a"], 9)], next_cursor: "x" });
  const joined = joinPages(
    first,
    pagesByProduct({ data: [product("mug", ["a"], 9), product("cup", ["b"])], next_cursor: null }),
  );
  expect(joined.groups.map(({ name }) => name)).toEqual(["mug", "cup"]);
});

test("removing an entry lowers the count of its product, and a product without entries is removed", () => {
  const pages = pagesByProduct({
    data: [product("mug", ["a", "b"], 9), product("cup", ["c"])],
    next_cursor: null,
  });
  const left = mapEntries(pages, (entry) => (entry.id === "b" ? entry : null));
  expect(left.groups).toMatchObject([{ name: "mug", count: 8 }]);
});

test("a range includes both ends, in either direction", () => {
  const ids = ["a", "b", "c", "d"];
  expect(rangeOf(ids, "b", "d")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ids, "d", "b")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ids, "gone", "b")).toEqual(["b"]);
});

test("a query has only the filters that are set", () => {
  expect(queryOf({ scene: "style:luxury", search: "", view: "newest" })).toBe("scene=style%3Aluxury");
  expect(queryOf({ view: "product", cursor: "x" })).toBe("cursor=x&view=product");
});

test("a file is named after the picture, with the extension of its format", () => {
  const entry = { ...entryOf("gen_1"), title: "Blaue Tasse.jpg" };
  expect(fileNameOf(entry, null)).toBe("Blaue-Tasse_luxury_4x3_4k.jpg");
  expect(fileNameOf(entry, "avif")).toBe("Blaue-Tasse_luxury_4x3_4k.avif");
});

const calendar = { timeZone: "Europe/Berlin", today: "2026-11-27" };

test("the filter of the page becomes that of the API: styles, scenes and days of the user's time zone", () => {
  expect(apiFilterOf({ scene: "style:luxury" }, calendar)).toMatchObject({ style: "luxury" });
  expect(apiFilterOf({ scene: "moss-forest" }, calendar)).toMatchObject({ scene: "moss-forest" });
  const yesterday = apiFilterOf({ when: "yesterday" }, calendar);
  expect([yesterday.created_after, yesterday.created_before]).toEqual([
    "2026-11-25T22:59:59.999Z",
    "2026-11-26T23:00:00.000Z",
  ]);
  const range = apiFilterOf({ when: "range", from: "2026-11-01" }, calendar);
  expect([range.created_after, range.created_before]).toEqual(["2026-10-31T22:59:59.999Z", undefined]);
});

test("entries are grouped by the day of the user's time zone, which is named", () => {
  const at = (id: string, created_at: string) => ({ ...entryOf(id), created_at });
  const entries = [
    at("a", "2026-11-27T01:00:00.000Z"),
    at("b", "2026-11-26T23:30:00.000Z"),
    at("c", "2026-11-26T22:30:00.000Z"),
  ];
  expect(groupByDay(entries, "Europe/Berlin").map((group) => [group.day, group.entries.length])).toEqual([
    ["2026-11-27", 2],
    ["2026-11-26", 1],
  ]);
  const [en, de] = [createLanguage("en", {}), createLanguage("de", german)];
  const named = (language: typeof en) =>
    ["2026-11-27", "2026-11-26", "2026-11-24", "2026-11-17", "2025-11-17"].map((day) =>
      titleOfDay(day, "2026-11-27", language),
    );
  expect(named(en)).toEqual(["Today", "Yesterday", "Tuesday", "November 17", "November 17, 2025"]);
  expect(named(de)).toEqual(["Heute", "Gestern", "Dienstag", "17. November", "17. November 2025"]);
});

test("a product's photos are grouped by scene, and replaced ones are apart", () => {
  const entries = [
    { ...entryOf("a"), scene: "moss" },
    { ...entryOf("b"), scene: "loft" },
    { ...entryOf("c"), scene: "moss", superseded_by: "a" },
  ];
  const groups = groupByLook(entries, ({ scene }) => scene ?? "");
  expect(groups.map(({ title, current, replaced }) => [title, current.length, replaced.length])).toEqual([
    ["moss", 1, 1],
    ["loft", 1, 0],
  ]);
});
