import fc from "fast-check";
import { expect, test } from "vitest";
import { digestOf, fingerprintOf } from "./fingerprint.ts";

const base = "http://localhost:3000/embedded/images/embedded/image/upload/";
const photo = {
  operation: "generate" as const,
  imageUrl: `${base}v1/inputs/usr_1/x.jpg`,
  style: "studio",
  options: { light: { warmth: 0.5 }, background: { imageUrl: `${base}v1/inputs/usr_1/b.jpg` } },
};
const withOptions = (options: object) => fingerprintOf({ ...photo, options });

test("a fingerprint does not depend on host, version, order of fields or omitted defaults", () => {
  const fingerprint = fingerprintOf(photo);
  const { light, background } = photo.options;
  expect(withOptions({ background, light })).toBe(fingerprint);
  expect(withOptions({ ...photo.options, seed: 0, look: "look_1", size: undefined })).toBe(fingerprint);
  expect(fingerprintOf({ ...photo, prompt: null, resolution: undefined })).toBe(fingerprint);
  // The version of a picture is checked when rows are read, so it is not part of the fingerprint.
  expect(fingerprintOf({ ...photo, imageUrl: `${base}inputs/usr_1/x.jpg` })).toBe(fingerprint);
  const elsewhere = JSON.stringify(photo).replaceAll("localhost", "127.0.0.1");
  expect(fingerprintOf(JSON.parse(elsewhere))).toBe(fingerprint);
});

test("a fingerprint differs for every field that changes the work", () => {
  const others = [
    { ...photo, operation: "remove_bg" as const },
    { ...photo, imageUrl: `${base}v1/inputs/usr_1/y.jpg` },
    { ...photo, imageUrl: `${base}c_crop,w_10/v1/inputs/usr_1/x.jpg` },
    { ...photo, imageUrl: "https://example.com/x.jpg" },
    { ...photo, style: "luxury" },
    { ...photo, prompt: "on marble" },
    { ...photo, aspectRatio: "4:3" },
    { ...photo, resolution: "2K" },
    { ...photo, options: { ...photo.options, seed: 1 } },
    { ...photo, options: { ...photo.options, light: { warmth: 0.4 } } },
    { ...photo, options: {} },
  ];
  const fingerprints = [photo, ...others].map(fingerprintOf);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test("a fingerprint is the same after a JSON round trip", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.option(fc.string()), (value, prompt) => {
      const work = { ...photo, prompt, options: { layout: value } };
      expect(digestOf(JSON.parse(JSON.stringify(work)))).toBe(digestOf(work));
    }),
  );
});
