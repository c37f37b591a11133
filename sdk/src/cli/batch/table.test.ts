import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { UsageError } from "../usage.ts";
import { checkFeed, noteFeed, writeFeed } from "./feed.ts";
import type { PlannedPicture } from "./plan.ts";
import { readSources } from "./sources.ts";
import { StateFile } from "./state.ts";
import { readRows, toRow } from "./table.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "sdk-table-"));
afterAll(() => rm(folder, { recursive: true }));

async function sourcesOf(content: string | Uint8Array, columns?: string[]) {
  const file = path.join(folder, "products.csv");
  await writeFile(file, content);
  return readSources(file, columns);
}
const address = "https://shop.example/mug.jpg";

test.each([
  ["commas and LF", `sku,image_url,color\nM1,${address},red\n`],
  ["semicolons, a byte order mark and CRLF", `\uFEFFsku;image_url;color\r\nM1;${address};red\r\n`],
  ["tabs, CR and no last break", `sku\tIMAGE_URL\tcolor\rM1\t${address}\tred`],
  ["quotes and spaces", `"sku" , "image_url","color"\n "M1",${address} ,"red"\n\n`],
  [
    "UTF-16 of a spreadsheet",
    Buffer.from(`\uFEFFsku\timage_url\tcolor\r\nM1\t${address}\tred\r\n`, "utf16le"),
  ],
])("a table with %s is read", async (_form, content) => {
  expect(await sourcesOf(content)).toEqual({
    wrong: [],
    sources: [
      {
        ...{ name: "products.csv:2", place: address, isAddress: true, id: "M1", stem: "M1", title: "M1" },
        metadata: { sku: "M1", color: "red" },
      },
    ],
  });
});

test("rows keep their line after cells with breaks, and wrong ones are named by it", async () => {
  const rows = [
    "id,image_url,note",
    `A,${address},"two\nlines, ""quoted"""`,
    "B,,no address",
    "C,mug.jpg,no address",
    `D,${address},x,one cell too many`,
    "",
    `,${address}?width=800,`,
    `E,${address},"open`,
    `F,${address},swallowed`,
  ];
  const { sources, wrong } = await sourcesOf(rows.join("\r\n"));
  expect(sources.map(({ name, id, metadata }) => [name, id, metadata])).toEqual([
    ["products.csv:2", "A", { id: "A", note: 'two\nlines, "quoted"' }],
    ["products.csv:8", "mug", {}],
  ]);
  expect(wrong).toEqual([
    { name: "products.csv:4", problem: "image_url is empty." },
    { name: "products.csv:5", problem: "mug.jpg is not an address. Use https://…" },
    { name: "products.csv:6", problem: "It has 4 cells, but there are 3 columns." },
    { name: "products.csv:9", problem: expect.stringContaining("not closed") },
  ]);
});

test.each([
  ["without the column", "sku,picture\n1,2\n", "no column image_url"],
  ["empty", "", "no column image_url"],
  ["with a column twice", "sku,image_url,sku\n", "two columns sku"],
  ["in another encoding", Buffer.from([0x69, 0xfc, 0x0a]), "UTF-8"],
  [
    "with more columns than metadata takes",
    `image_url,${[..."abcdefghijklmnopqrstu"].join()}\n`,
    "21 columns",
  ],
])("a table %s is refused with the fix", async (_form, content, message) => {
  const refused = await sourcesOf(content).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused).toMatchObject({ message: expect.stringContaining(message), fix: expect.any(String) });
});

test("only the chosen columns become metadata; an unknown one is refused", async () => {
  const content = `sku,image_url,color,size\nM1,${address},red,L\n`;
  const { sources } = await sourcesOf(content, ["color"]);
  expect(sources[0]).toMatchObject({ id: "M1", metadata: { color: "red" } });
  await expect(sourcesOf(content, ["colour"])).rejects.toThrow("no column colour");
});

test("the file name of a result is safe, whatever the id", async () => {
  const { sources } = await sourcesOf(
    `id,image_url\n../../etc/passwd,${address}\n...,${address}\nÄ 1/2,${address}\n`,
  );
  expect(sources.map(({ stem }) => stem)).toEqual(["--..-etc-passwd", "-", "Ä-1-2"]);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49", "'+49"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["a;=1+1", `"a;'=1+1"`],
  ["  ＝1", "'  ＝1"],
  ['a "b", c', '"a ""b"", c"'],
  ["M-1=x", "M-1=x"],
])("the cell %j is written as %j, which no spreadsheet runs", (cell, written) => {
  expect(toRow([cell, "b"])).toBe(`${written},b\r\n`);
  const read = [...readRows(toRow([cell]), ",")][0]?.cells[0];
  expect(read?.replaceAll("'", "").trim()).toBe(cell.trim());
});

test("results.csv has one row per product from several runs, and never replaces another file", async () => {
  const out = await mkdtemp(path.join(folder, "out-"));
  const file = await StateFile.open(out, "https://photos.example");
  const made = (photo: string) => {
    file.data.photos[photo] = { status: "succeeded", result_url: `https://photos.example/a,b/${photo}.jpg` };
    return { photo };
  };
  const pictures = (products: [id: string, photo: string][]) =>
    products.map(([id, photo]) => ({ id, ...made(photo) }) as PlannedPicture);
  const note = (style: string, products: [string, string][]) =>
    noteFeed(file.data, {
      input: "products",
      wanted: { operation: "generate", options: { type: "product", style } },
      pictures: pictures(products),
    });
  note("studio", [["old", "gone"]]);
  note("studio", [
    ["M1", "front"],
    ["M1", "back"],
    ["M1", "front"],
    ["M2", "lamp"],
  ]);
  note("lifestyle", [
    ["M1", "table"],
    ["M3", "shelf"],
  ]);
  file.data.photos.lamp = { status: "failed", problem: "no" };
  await checkFeed(out);
  await writeFeed(out, file);
  const url = (photo: string) => `"https://photos.example/a,b/${photo}.jpg"`;
  expect((await readFile(path.join(out, "results.csv"), "utf8")).split("\r\n")).toEqual([
    "id,image_link,additional_image_link,lifestyle_image_link",
    `M1,${url("front")},https://photos.example/a%2Cb/back.jpg,${url("table")}`,
    `M3,,,${url("shelf")}`,
    "",
  ]);
  await checkFeed(out);
  await writeFile(path.join(out, "results.csv"), "sku,image_url\n");
  await expect(checkFeed(out)).rejects.toThrow("not from this program");
});
