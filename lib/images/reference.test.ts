import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { buildDeliveryPath } from "./cloudinary/delivery-url.ts";
import { imageHost } from "./index.ts";
import { toStored, toUrl } from "./reference.ts";

const initial = { ...env() };
afterEach(() => void Object.assign(env(), initial));

const shop = "http://old.example:8080/shop";
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
  test("to an own URL maps to the address of the time, and back", () => {
    const bases = fc.constantFrom(initial.BASE_URL, shop, "https://www.example");
    const property = fc.property(
      bases,
      bases,
      path,
      fc.constantFrom("", "?a=1", "#x"),
      (before, now, tail, rest) => {
        set({ BASE_URL: before });
        const stored = toStored(`${hosted(before)}${tail}${rest}`);
        expect(stored).toBe(`embedded:embedded/image/upload/${tail}${rest}`);
        set({ BASE_URL: now });
        const present = toUrl(stored);
        expect(present).toBe(`${hosted(now)}${tail}${rest}`);
        expect([toStored(present), imageHost().parse(present)]).toEqual([
          stored,
          imageHost().parse(`${hosted(now)}${tail}`),
        ]);
      },
    );
    fc.assert(property, { numRuns: runsOf(200, 40), verbose: 1 });
  });

  test("is never created for a foreign URL, and any text converts back unchanged", () => {
    set({ BASE_URL: shop });
    const own = `${hosted(shop)}v1/inputs/usr_1/x.jpg`;
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
  });
});
