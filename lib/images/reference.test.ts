import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { env, readEnvironment } from "#lib/platform/env.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { buildDeliveryPath } from "./cloudinary/delivery-url.ts";
import { imageHost } from "./index.ts";
import { presentUrl, storedForms, toStored, toUrl, withPresentUrls } from "./reference.ts";

const initial = { ...env() };
afterEach(() => void Object.assign(env(), initial));

const former = "http://old.example:8080/shop";
const set = (change: Record<string, unknown>) => Object.assign(env(), change);
const hosted = (base: string) => `${base}/embedded/images/embedded/image/upload/`;

const idPart = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/[/\\.\p{C}?#%&<>+]/u.test(text) && text.trim() === text);
const path = fc
  .record({
    publicId: fc.tuple(idPart, idPart).map((parts) => `inputs/${parts.join("/")}`),
    version: fc.integer({ min: 1, max: 2_000_000_000 }),
    format: fc.constantFrom(null, "jpg", "png", "webp"),
    transformation: fc.constantFrom("", "e_background_removal/f_png", "c_limit,w_320,f_webp,q_auto"),
  })
  .map((reference) => buildDeliveryPath(reference));

describe("a reference", () => {
  test("to an own URL is the same under any base URL, and maps to the current one and back", () => {
    set({ FORMER_BASE_URLS: [former, "https://www.example"] });
    const base = fc.constantFrom(env().BASE_URL, former, "https://www.example");
    const property = fc.property(base, path, fc.constantFrom("", "?a=1", "#x"), (under, tail, rest) => {
      const url = `${hosted(under)}${tail}${rest}`;
      const stored = toStored(url);
      expect(stored).toBe(`embedded:embedded/image/upload/${tail}${rest}`);
      const present = toUrl(stored);
      expect(present).toBe(`${hosted(env().BASE_URL)}${tail}${rest}`);
      expect([toStored(present), toUrl(present), presentUrl(url)]).toEqual([stored, present, present]);
      expect(storedForms(url)).toEqual(expect.arrayContaining([stored, present, url]));
      expect(imageHost().parse(url)).toEqual(imageHost().parse(present));
    });
    fc.assert(property, { numRuns: runsOf(200, 40), verbose: 1 });
  });

  test("is never created for a foreign URL, and any text converts back unchanged", () => {
    set({ FORMER_BASE_URLS: [former] });
    const own = `${hosted(former)}v1/inputs/usr_1/x.jpg`;
    const hostile = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(
        "embedded:embedded/image/upload/v1/inputs/usr_1/x.jpg",
        "cloudinary:demo/image/upload/v1/x.jpg",
        "external:embedded:embedded/image/upload/v1/x.jpg",
        own.replace("old.example", "old.example.evil.example"),
        own.replace("http://", "http://evil.example@"),
        own.replace("http://", "http://user:pass@"),
        own.replace("http:", "https:"),
        own.replace(":8080", ":8081"),
        own.replace("/shop", ""),
        own.replace("/shop", "/shop/.."),
        own.replace("/embedded/image/", "/other/image/"),
        own.replace("inputs/usr_1", "..%2fsecrets"),
        `https://evil.example/?u=${own}`,
        `https://evil.example/#${own}`,
        `javascript:${own}`,
        "https://res.cloudinary.com/demo/image/upload/v1/x.jpg",
      ),
    );
    const property = fc.property(hostile, (text) => {
      const stored = toStored(text);
      expect(stored.startsWith("embedded:") || stored.startsWith("cloudinary:")).toBe(false);
      expect(toUrl(stored)).toBe(text);
    });
    fc.assert(property, { numRuns: runsOf(500, 40), verbose: 1 });
  });

  test("to a picture at Cloudinary maps to the current delivery address of its account", () => {
    const path = "image/upload/v1/inputs/usr_1/x.jpg";
    set({ CLOUDINARY_URL: "cloudinary://k:s@demo" });
    const stored = toStored(`https://res.cloudinary.com/demo/${path}`);
    expect(stored).toBe(`cloudinary:demo/${path}`);
    expect(toStored(`http://res-3.cloudinary.com/demo/${path}`)).toBe(stored);
    set({ CLOUDINARY_URL: "cloudinary://k:s@demo?secure_distribution=img.example" });
    expect(toUrl(stored)).toBe(`https://img.example/demo/${path}`);
    set({ CLOUDINARY_URL: "cloudinary://k:s@other" });
    expect(toUrl(stored)).toBe(`https://res.cloudinary.com/demo/${path}`);
    expect(imageHost().parse(toUrl(stored))).toBeNull();
    set({ FORMER_CLOUDINARY_URLS: ["cloudinary://k:s@demo?secure_distribution=img.example"] });
    expect(toUrl(stored)).toBe(`https://img.example/demo/${path}`);
    expect(imageHost().parse(toUrl(stored))).toMatchObject({ account: "cloudinary:demo" });
  });
});

test("stored responses get current URLs in their URL fields and are otherwise unchanged", () => {
  set({ FORMER_BASE_URLS: [former] });
  const [old, now] = [former, env().BASE_URL].map((base) => `${hosted(base)}v1/outputs/usr_1/x.jpg`);
  const answer = (url: string | undefined) => ({
    result_url: url,
    prompt: old,
    list: [{ imageUrl: url, other_url: "https://example.com/a b?c" }, null, 1.5, "x"],
    metadata: { page_url: old },
    options: { background: { image_url: url } },
  });
  expect(JSON.stringify(withPresentUrls(answer(old)))).toBe(JSON.stringify(answer(now)));
  expect(JSON.stringify(withPresentUrls(answer(now)))).toBe(JSON.stringify(answer(now)));
});

test("invalid former addresses and accounts are rejected at startup without showing their secrets", () => {
  const read = (name: string, value: string) => () => readEnvironment({ [name]: value });
  expect(read("FORMER_BASE_URLS", "photos.example")).toThrow("FORMER_BASE_URLS must be http(s) URLs");
  expect(read("FORMER_BASE_URLS", "https://a.example/, http://b.example,")().FORMER_BASE_URLS).toEqual([
    "https://a.example",
    "http://b.example",
  ]);
  for (const url of ["cloudinary://1:hush@", "https://1:hush@demo"]) {
    expect(read("FORMER_CLOUDINARY_URLS", url)).toThrow(
      /FORMER_CLOUDINARY_URLS must be cloudinary:\/\/KEY:SECRET@CLOUD/,
    );
    expect(read("FORMER_CLOUDINARY_URLS", url)).not.toThrow(/hush/);
  }
});
