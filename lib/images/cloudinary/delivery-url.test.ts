import cloudinary from "cloudinary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isValidPublicId } from "../embedded/store.ts";
import { buildDeliveryPath, parseDeliveryPath } from "./delivery-url.ts";

describe("parseDeliveryPath", () => {
  test.each([
    ["sample.jpg", { publicId: "sample", version: null, format: "jpg", transformation: "" }],
    ["v12/a/b.PNG", { publicId: "a/b", version: 12, format: "png", transformation: "" }],
    [
      "w_10,h_20/f_png/v1/a/b",
      { publicId: "a/b", version: 1, format: null, transformation: "w_10,h_20/f_png" },
    ],
    [
      "c_fill,w_10/photo.webp",
      { publicId: "photo", version: null, format: "webp", transformation: "c_fill,w_10" },
    ],
    [
      "inputs/user/v1/x.jpg",
      { publicId: "inputs/user/v1/x", version: null, format: "jpg", transformation: "" },
    ],
    ["v7/photo.final", { publicId: "photo.final", version: 7, format: null, transformation: "" }],
    ["zz_9/v1/x.png", { publicId: "x", version: 1, format: "png", transformation: "zz_9" }],
    ["my_folder/x.png", { publicId: "my_folder/x", version: null, format: "png", transformation: "" }],
    ["v17/v18/x.png", { publicId: "v18/x", version: 17, format: "png", transformation: "" }],
    ["v1/caf%C3%A9/%20x.png", { publicId: "café/ x", version: 1, format: "png", transformation: "" }],
    ["s--Ai4Znfl3--/w_1/v1/x.png", { publicId: "x", version: 1, format: "png", transformation: "w_1" }],
  ])("parses %s", (path, expected) => {
    expect(parseDeliveryPath(path)).toMatchObject(expected);
  });

  test.each([
    "",
    "/",
    "v1/",
    "a//b",
    "v1/../x",
    "v1/%2e%2e/x",
    "v1/a%2fb",
    "v1/a%00",
    "v1/%",
    "v1/a%5cb",
    "v1/%0d%0a",
  ])("rejects %s", (path) => {
    expect(parseDeliveryPath(path)).toBeNull();
  });

  test("parses what buildDeliveryPath wrote, for every valid public id", () => {
    const publicId = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter(isValidPublicId);
    fc.assert(
      fc.property(publicId, fc.nat(), (id, version) => {
        const reference = { publicId: id, version, format: "png", transformation: "c_fill,w_10/f_png" };
        expect(parseDeliveryPath(buildDeliveryPath(reference))).toMatchObject(reference);
      }),
    );
  });

  test("never throws and never returns a public id with path traversal or control characters, for any path", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("..", ".", "%2e%2e", "%2F", "%5C", "%00", "v1", "s--aaaaaaaa--"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const parsed = parseDeliveryPath(parts.join("/"));
        if (!parsed) return;
        expect(parsed.publicId.split("/")).not.toContain("..");
        expect(parsed.publicId.split("/")).not.toContain(".");
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be absent
        expect(parsed.publicId).not.toMatch(/[\\\u0000-\u001f]/);
      }),
    );
  });

  test("returns the text that the Cloudinary package signs", () => {
    const url = cloudinary.v2.url("folder/a b", {
      cloud_name: "c",
      api_secret: "b",
      sign_url: true,
      version: 5,
      format: "png",
      urlAnalytics: false,
      transformation: [{ effect: "background_removal" }, { width: 10, crop: "fill" }],
    });
    const parsed = parseDeliveryPath(new URL(url).pathname.slice("/c/image/upload/".length));
    expect(parsed?.signedText).toBe("e_background_removal/c_fill,w_10/folder/a%20b.png");
  });
});
