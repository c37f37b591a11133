import { expect, test } from "vitest";
import { acceptedFormats, withFormat } from "./picture-response.ts";

test.each([
  ["*/*", null],
  ["application/json", null],
  ["application/*;q=0.5", null],
  ["application/json, text/plain, */*", null],
  ["image/png", "png"],
  ["IMAGE/JPEG;q=0.1", "jpeg"],
  ["image/avif,image/webp,image/apng,image/*,*/*;q=0.8", "webp"],
  ["image/*", "jpeg"],
  ["image/png, */*", "png"],
  ["image/png;q=0.2, application/json;q=0.3", null],
])("Accept: %s asks for %s", (accept, format) => {
  expect(acceptedFormats(accept, "jpeg")?.[0] ?? null).toBe(format);
});

test.each(["text/html", "image/bmp", "image/png;q=0", "application/json;q=0, text/*"])(
  "Accept: %s is refused, uncharged",
  (accept) => expect(() => acceptedFormats(accept, "jpeg")).toThrow(/JSON, or with the picture/),
);

test("the format of the request decides among the accepted ones; without it, the preferred one does", () => {
  expect(withFormat({}, ["jpeg"], "jpeg")).toEqual({});
  expect(withFormat({ look: "look_1" }, ["jpeg"], "jpeg")).toMatchObject({ format: "jpeg" });
  expect(withFormat({}, ["webp", "png"], "jpeg")).toEqual({ format: "webp" });
  expect(withFormat({ format: "png" }, ["webp", "png"], "jpeg")).toEqual({ format: "png" });
  expect(() => withFormat({ format: "avif" }, ["webp", "png"], "jpeg")).toThrow(/format/);
});
