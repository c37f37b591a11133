import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { parseDeliveryPath, variantUrl } from "../cloudinary/delivery-url.ts";
import { deliveryWidthsPx, downloadFormats, resizedUrl } from "../variants.ts";
import { findTransformation } from "./transformation.ts";

const plain = "http://localhost:3000/embedded/images/photos/image/upload/v17/outputs/usr_1/abc.jpg";

describe("findTransformation", () => {
  everyTestTries("transform");
  const isFound = (path: string) => {
    const delivery = parseDeliveryPath(path);
    if (!delivery) throw new Error(`${path} is no delivery path`);
    return findTransformation(delivery) !== null;
  };

  test("accepts every address that pages use", () => {
    const uses = ["blur", "strip", "tile", "details", "preview", "stage"] as const;
    const urls = [plain, ...uses.map((use) => resizedUrl(plain, use))];
    urls.push(...downloadFormats.map((format) => variantUrl(plain, { format }) ?? ""));
    urls.push(plain.replace("/upload/", "/upload/f_png/"));
    for (const url of urls) expect(isFound(url.slice(url.indexOf("/upload/") + 8)), url).toBe(true);
  });

  test("accepts a fixed list of widths, of pictures and of cut-outs, in the formats of results", () => {
    for (const width of deliveryWidthsPx) {
      for (const name of ["a.jpg", "a.png", "a.webp", "a.avif", "a"])
        expect(isFound(`w_${width}/v1/${name}`)).toBe(true);
      expect(isFound(`e_background_removal/f_png/w_${width}/v1/a.png`)).toBe(true);
    }
  });

  test.each([
    "w_641/v1/a.jpg",
    "w_640/w_320/v1/a.jpg",
    "w_640,h_640/v1/a.jpg",
    "w_640/v1/a.tiff",
    "w_10/v1/a.jpg",
    "c_limit,w_481,f_webp,q_auto/v1/a.jpg",
    "c_limit,w_480,f_webp,q_auto/w_9/v1/a.jpg",
    "f_avif/v1/a.jpg",
    "e_background_removal/v1/a.jpg",
    "v1/a.avif",
    "v1/a.tiff",
    "v1/a.gif",
  ])("rejects %s", (path) => {
    expect(isFound(path)).toBe(false);
  });
});
