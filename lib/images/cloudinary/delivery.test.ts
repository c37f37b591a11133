import { expect, test } from "vitest";
import { cloudinaryHost } from "./host.ts";

const of = (options: string) => cloudinaryHost(`cloudinary://1:s@demo${options}`);

test.each([
  ["", "https://res.cloudinary.com/demo/"],
  ["?private_cdn=true", "https://demo-res.cloudinary.com/"],
  ["/images.shop.example", "https://images.shop.example/"],
  ["?secure_distribution=images.shop.example", "https://images.shop.example/demo/"],
  ["?secure=false&cname=img.shop.example", "http://img.shop.example/demo/"],
])("%s has the prefix %s, and URLs with it are recognized", (options, prefix) => {
  const host = of(options);
  expect(host.deliveryPrefix).toBe(prefix);
  expect(host.parse(`${prefix}image/upload/w_10/v12/a/b.png?_a=x`)).toEqual({
    publicId: "a/b",
    version: 12,
    format: "png",
    transformation: "w_10",
  });
});

test.each([
  "https://res.cloudinary.com/demo/image/upload/sample.jpg",
  "http://res.cloudinary.com/demo/image/upload/v1/sample",
  "https://res-3.cloudinary.com/demo/image/upload/sample.jpg",
  "https://res.cloudinary.com/demo/image/upload/s--Ai4Znfl3--/w_1/sample.jpg",
])("recognizes %s as a URL of this account", (url) => {
  expect(of("").parse(url)?.publicId).toBe("sample");
});

test.each([
  "https://res.cloudinary.com/other/image/upload/sample.jpg",
  "https://res.cloudinary.com/demo2/image/upload/sample.jpg",
  "https://res.cloudinary.com.evil.example/demo/image/upload/sample.jpg",
  "https://evil.example/demo/image/upload/sample.jpg",
  "https://res.cloudinary.com@evil.example/demo/image/upload/sample.jpg",
  "https://u:p@res.cloudinary.com/demo/image/upload/sample.jpg",
  "https://res.cloudinary.com:8443/demo/image/upload/sample.jpg",
  "https://res.cloudinary.com/demo/video/upload/sample.mp4",
  "https://res.cloudinary.com/demo/image/fetch/https://x/y.jpg",
  "https://res.cloudinary.com/demo/image/upload/",
  "https://res.cloudinary.com/demo/image/upload/%2e%2e/x.jpg",
  "ftp://res.cloudinary.com/demo/image/upload/sample.jpg",
  "sample.jpg",
  "",
])("rejects %s as a URL of this account", (url) => {
  expect(of("").parse(url)).toBeNull();
});

test("uploads go to the account's address", () => {
  expect(of("").signUpload("inputs").url).toBe("https://api.cloudinary.com/v1_1/demo/image/upload");
});
