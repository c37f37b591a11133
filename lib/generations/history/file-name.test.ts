import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "#lib/testing/characters.ts";
import {
  createFileNames,
  fileEndingOf,
  type NamedResult,
  nameOfResult,
  productOf,
  resultFileName,
} from "./file-name.ts";

const hosted = "http://localhost:3000/embedded/images/local/image/upload/v1/inputs/u1/k2v9x4.jpg";
const photo: NamedResult = {
  id: "gen_7Qm2xWc9LrT4vKp8ZbN1sD",
  operation: "generate",
  style: "amazon",
  scene: null,
  aspectRatio: "1:1",
  resolution: "2K",
  title: "blue mug.jpg",
  customId: null,
  metadata: null,
  options: {},
  imageUrl: hosted,
  sourceName: null,
};

test.each<[string, Partial<NamedResult>, string]>([
  ["its name, style and resolution", {}, "blue-mug_amazon_2k"],
  ["its scene instead of its style", { scene: "moss-forest" }, "blue-mug_moss-forest_2k"],
  ["its shape where it is not square", { aspectRatio: "16:9", style: "studio" }, "blue-mug_studio_16x9_2k"],
  [
    "the marketplace instead of the resolution",
    { options: { size: "etsy" }, style: "studio" },
    "blue-mug_studio_etsy",
  ],
  ["a marketplace once", { options: { size: "amazon" } }, "blue-mug_amazon"],
  ["a size of its own", { options: { size: { width: 1200, height: 800 } } }, "blue-mug_amazon_1200x800"],
  [
    "a cut-out",
    { operation: "remove_bg", style: null, resolution: null, aspectRatio: null },
    "blue-mug_cutout",
  ],
  ["a mask", { operation: "remove_bg", options: { output: "mask" } }, "blue-mug_mask"],
  ["umlauts", { title: "Grüne Schüssel №3.HEIC" }, "Grüne-Schüssel-3_amazon_2k"],
  ["the sku where there is no title", { title: null, metadata: { sku: "M-1" } }, "M-1_amazon_2k"],
  ["the caller's name for it", { title: null, customId: "mug/01" }, "mug-01_amazon_2k"],
  ["the uploaded file", { title: null, sourceName: "Tea pot.HEIC" }, "Tea-pot_amazon_2k"],
  [
    "the caller's name before the file's",
    { title: null, customId: "a7", sourceName: "b.jpg" },
    "a7_amazon_2k",
  ],
  [
    "the file at another's address",
    { title: null, imageUrl: "https://shop.example/a/tea%20pot.png?x=1" },
    "tea-pot_amazon_2k",
  ],
  ["the end of its id where nobody named it", { title: " " }, "picture-ZbN1sD_amazon_2k"],
  ["no name that Windows keeps for itself", { title: "con.old" }, "con.old-file_amazon_2k"],
])("a file name contains %s", (_what, part, name) => {
  expect(resultFileName({ ...photo, ...part })).toBe(name);
});

test("only the extension of a picture file is removed from a title", () => {
  expect(nameOfResult({ ...photo, title: "Mug v1.5" })).toBe("Mug v1.5");
  expect(nameOfResult({ ...photo, title: "mug.tar.jpeg" })).toBe("mug.tar");
  expect(nameOfResult({ ...photo, title: ".jpg" })).toBe(".jpg");
});

test("a product is identified by its sku, else by its source picture", () => {
  expect(productOf({ metadata: { sku: "M-1" }, imageUrl: hosted })).toBe("M-1");
  expect(productOf({ metadata: { sku: " " }, imageUrl: hosted })).toBe(hosted);
});

test("the file extension follows the content type of the bytes", () => {
  const png = { operation: "generate", contentType: "image/png", resultUrl: "x.jpg" };
  expect(fileEndingOf(png)).toBe("png");
  expect(fileEndingOf({ ...png, contentType: null })).toBe("jpg");
  expect(fileEndingOf({ ...png, contentType: null, resultUrl: "x" })).toBe("jpg");
  expect(fileEndingOf({ operation: "remove_bg", contentType: null, resultUrl: "x" })).toBe("png");
});

test("file names are short, safe on every file system, and unique within an archive", () => {
  const title = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.constantFrom("mug", "MUG", "mug-2"),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const nameFile = createFileNames();
      const names = titles.map((one) => nameFile(resultFileName({ ...photo, title: one })));
      for (const name of names) {
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]*$/u);
        expect(name).not.toMatch(/\.$/);
        expect(Buffer.byteLength(`${name}.jpeg`)).toBeLessThan(200);
      }
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    }),
  );
});
