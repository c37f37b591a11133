import { expect, test } from "vitest";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { type Entry, fileNameOf } from "../photos/model.ts";
import { joinPages, mapEntries, pagesByProduct, pagesOf, queryOf, rangeOf } from "./model.ts";

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
  expect(queryOf({ style: "luxury", search: "", view: "newest" })).toBe("style=luxury");
  expect(queryOf({ view: "product", cursor: "x" })).toBe("cursor=x&view=product");
});

test("a file is named after the picture, with the extension of its format", () => {
  const entry = { ...entryOf("gen_1"), title: "Blaue Tasse.jpg" };
  expect(fileNameOf(entry, null)).toBe("Blaue-Tasse_luxury_4x3_4k.jpg");
  expect(fileNameOf(entry, "avif")).toBe("Blaue-Tasse_luxury_4x3_4k.avif");
});
