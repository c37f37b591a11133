import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { parseDeliveryPath } from "./cloudinary/delivery-url.ts";
import { isPublicVariant } from "./embedded/delivery.ts";
import { convertedUrl, deliveryWidthsPx, downloadFormats, resizedUrl } from "./variants.ts";

const plain = "http://localhost:3000/embedded/images/photos/image/upload/v17/outputs/usr_1/abc.jpg";

describe("resizedUrl", () => {
  test("puts the transformation before the version", () => {
    expect(resizedUrl(plain, "tile")).toBe(
      "http://localhost:3000/embedded/images/photos/image/upload/c_limit,w_480,f_webp,q_auto/v17/outputs/usr_1/abc.jpg",
    );
  });

  test("leaves signed, transformed and foreign URLs unchanged", () => {
    for (const url of [
      "https://host/c/image/upload/s--AbCdEfGh--/e_background_removal/v1/a.png",
      "https://host/c/image/upload/e_background_removal/v1/a.png",
      "https://shop.example/mug.jpg",
    ]) {
      expect(resizedUrl(url, "tile")).toBe(url);
    }
  });
});

describe("convertedUrl", () => {
  test("requests the format from the host, or returns null for a foreign URL", () => {
    expect(convertedUrl(plain, "png")).toContain("/image/upload/f_png,fl_keep_iptc/v17/");
    expect(convertedUrl("https://shop.example/mug.jpg", "png")).toBeNull();
  });
});

describe("isPublicVariant", () => {
  everyTestTries("transform");
  const isPublic = (path: string) => {
    const delivery = parseDeliveryPath(path);
    if (!delivery) throw new Error(`${path} is no delivery path`);
    return isPublicVariant(delivery);
  };

  test("accepts every address that pages use", () => {
    const uses = ["blur", "strip", "tile", "details", "preview", "stage"] as const;
    const urls = [plain, ...uses.map((use) => resizedUrl(plain, use))];
    urls.push(...downloadFormats.map((format) => convertedUrl(plain, format) ?? ""));
    urls.push(plain.replace("/upload/", "/upload/f_png/"));
    for (const url of urls) expect(isPublic(url.slice(url.indexOf("/upload/") + 8)), url).toBe(true);
  });

  test("accepts a fixed list of widths, of pictures and of cut-outs, in the formats of results", () => {
    for (const width of deliveryWidthsPx) {
      for (const name of ["a.jpg", "a.png", "a.webp", "a.avif", "a"])
        expect(isPublic(`w_${width}/v1/${name}`)).toBe(true);
      expect(isPublic(`e_background_removal/f_png/w_${width}/v1/a.png`)).toBe(true);
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
    expect(isPublic(path)).toBe(false);
  });
});
