import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { batchRequest, estimateRequest } from "#lib/contract/batches/schemas.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { generateRequest } from "#lib/contract/schemas.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { describeUnknown, findUnknownFields, toHeader } from "./unknown-fields.ts";

const photo = { image_url: "https://example.com/a.jpg", type: "product", style: "studio" };
const pathsOf = (schema: z.ZodType, body: unknown) => findUnknownFields(schema, body).map(({ path }) => path);

describe("unknown fields", () => {
  test.each([
    [
      { ...photo, stlye: "x", layout: { x: 0.5, z: 1 }, size: { width: 64, hieght: 64 } },
      ["stlye", "layout.z", "size.hieght"],
    ],
    [{ ...photo, metadata: { anything: "goes" }, background: null, size: "amazon" }, []],
    [{ ...photo, background: { colour: "#ffffff" }, layout: [{ q: 1 }] }, ["background.colour"]],
    [[{ stlye: 1 }], []],
    ["text", []],
    [null, []],
    [
      JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'),
      ["__proto__", "constructor", "toString"],
    ],
  ])("of a photo: %j", (body, paths) => {
    expect(pathsOf(generateRequest, body)).toEqual(paths);
  });

  test("another service's name for a field is reported with ours, in the header and under strict handling", () => {
    const body = { ...photo, image_b64: "x", output_format: "png", constructor: 1, stlye: 1 };
    const found = findUnknownFields(generateRequest, body);
    expect(toHeader(found)).toBe("image_b64 (image_url), output_format (format), constructor, stlye");
    expect(describeUnknown(found)[0]).toMatchObject({ message: expect.stringContaining("image_url") });
    const item = { custom_id: "a", operation: "generate", request: { ...photo, webhook: "x" } };
    const [inBatch] = findUnknownFields(batchRequest, { items: [item] });
    expect(inBatch).toMatchObject({ path: "items[0].request.webhook", isForeign: true });
  });

  test("of a batch have the path of their item, and depend on the item's operation", () => {
    const items = [
      { custom_id: "a", operation: "generate", request: { ...photo, trim: true } },
      { custom_id: "b", operation: "remove_bg", request: { image_url: "x", trim: true, style: "studio" } },
      { custom_id: "c", operation: "other", request: { whatever: 1 } },
      { custom_id: "d", operation: "generate", request: { ...photo, stlye: "x" }, pirce: 1 },
    ];
    const found = [
      "items[0].request.trim",
      "items[1].request.style",
      "items[3].request.stlye",
      "items[3].pirce",
    ];
    expect(pathsOf(batchRequest, { items, titel: "x" })).toEqual([...found, "titel"]);
    expect(pathsOf(estimateRequest, { requests: items })).toContain("requests[3].request.stlye");
  });

  test.each([
    ["stlye", "style"],
    ["Style", "style"],
    ["prompts", "prompt"],
    ["imge_url", "image_url"],
    ["aspectRatio", "aspect_ratio"],
    ["q", null],
    ["weather", null],
    ["x".repeat(5_000), null],
  ])("named %s suggest the field %s", (name, meant) => {
    const [found] = findUnknownFields(generateRequest, { ...photo, [name]: 1 });
    expect(found?.meant).toBe(meant);
    const [issue] = describeUnknown(found ? [found] : []);
    if (meant) expect(issue?.message).toBe(`${name} is no field of this call: did you mean ${meant}?`);
    else expect(issue?.message).toMatch(/ is no field of this call$/);
  });

  test("are limited in number and length for a header, for any body", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.jsonValue(), { maxKeys: 80 }),
        (body) => {
          const found = findUnknownFields(generateRequest, body);
          expect(found.length).toBeLessThanOrEqual(50);
          const header = toHeader(found);
          expect(header.length).toBeLessThan(1_010);
          expect(header).toMatch(/^[\x20-\x7e]*$/);
          expect(new Headers({ "X-Unknown-Fields": header }).get("x-unknown-fields")).toBe(header.trim());
        },
      ),
    );
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field_${n}`, n]));
    expect(toHeader(findUnknownFields(generateRequest, many))).toMatch(/, \.\.\.$/);
  });

  test("do not occur in the example of any operation", () => {
    for (const { id, input, example } of Object.values<Operation>(operations)) {
      if (input.from !== "json") continue;
      expect(findUnknownFields(input.schema, example.request), id).toEqual([]);
    }
  });

  test("do not exist for a schema that accepts any field", () => {
    expect(pathsOf(z.looseObject({ a: z.string() }), { a: "x", b: 1 })).toEqual([]);
    expect(
      pathsOf(z.object({ list: z.array(z.object({ a: z.int() })) }).optional(), {
        list: [{ a: 1 }, { b: 1 }],
      }),
    ).toEqual(["list[1].b"]);
  });
});
