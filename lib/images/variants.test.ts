import { describe, expect, test } from "vitest";
import { variantUrl } from "./cloudinary/delivery-url.ts";
import { resizedUrl } from "./variants.ts";

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

describe("variantUrl", () => {
  test("requests the format from the host, or returns null for a foreign URL", () => {
    expect(variantUrl(plain, { format: "png" })).toContain("/image/upload/f_png,fl_keep_iptc/v17/");
    expect(variantUrl("https://shop.example/mug.jpg", { format: "png" })).toBeNull();
  });
});
