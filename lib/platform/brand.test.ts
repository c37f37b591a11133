import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { serveLogo } from "../http/brand.ts";
import { brandStyles, getBrand, oklchOfHex } from "./brand.ts";
import { readEnvironment } from "./env.ts";
import { forgetAll } from "./lazy.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "brand-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  forgetAll();
});

function configure(name: string, value: string): void {
  vi.stubEnv(name, value);
  forgetAll();
}

test("mails and receipts use the brand's name unless their own name is configured", () => {
  expect(readEnvironment({ BRAND_NAME: "Foto Müller" })).toMatchObject({
    MAIL_FROM: '"Foto Müller" <no-reply@localhost>',
    SELLER_NAME: "Foto Müller",
  });
  const own = { MAIL_FROM: "Ada <ada@example.com>", SELLER_NAME: "Ada Ltd" };
  expect(readEnvironment({ BRAND_NAME: "Foto Müller", ...own })).toMatchObject(own);
});

test.each([
  { BRAND_NAME: "a\r\nBcc: all@example.com" },
  { BRAND_NAME: "<b>shop</b>" },
  { BRAND_NAME: "x".repeat(41) },
  { BRAND_COLOR: "red" },
  { BRAND_COLOR: "#fff}body{display:none" },
  { BRAND_LOGO: "/etc/passwd" },
])("%j prevents the start, and the error names the setting", (settings) => {
  expect(() => readEnvironment(settings)).toThrow(new RegExp(`${Object.keys(settings)[0]} must`));
});

test("hex colors are converted to OKLCH as in CSS", () => {
  const expectColor = (hex: string, lightness: number, chroma: number) => {
    const color = oklchOfHex(hex);
    expect(color.lightness).toBeCloseTo(lightness, 3);
    expect(color.chroma).toBeCloseTo(chroma, 3);
  };
  expectColor("#ffffff", 1, 0);
  expectColor("#ff0000", 0.628, 0.2577);
  expectColor("#0000ff", 0.452, 0.3132);
  expect(oklchOfHex("#ff0000").hueDeg).toBeCloseTo(29.23, 1);
});

test("pages use only the hue and the limited chroma of any brand color", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      configure("BRAND_COLOR", `#${value.toString(16).padStart(6, "0")}`);
      const found = /^:root\{--brand-hue:(\d+\.\d);--brand-chroma:(0\.\d{3})\}\n$/.exec(brandStyles());
      expect(Number(found?.[1])).toBeLessThanOrEqual(360);
      expect(Number(found?.[2])).toBeLessThanOrEqual(0.215);
    }),
    { numRuns: 30 },
  );
});

test("without settings the service has its default name, no styles and no logo", async () => {
  expect([getBrand(), brandStyles()]).toEqual([{ name: "Photo Generation Service", hasLogo: false }, ""]);
  expect((await serveLogo()).status).toBe(404);
});

test("a logo is served from its current file in a sandbox; a missing or too large file gets 404", async () => {
  const file = path.join(folder, "logo.svg");
  configure("BRAND_LOGO", file);
  expect([getBrand().hasLogo, (await serveLogo()).status]).toEqual([false, 404]);
  await writeFile(file, "<svg/>");
  expect(getBrand().hasLogo).toBe(true);
  const answer = await serveLogo();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(await answer.text()).toBe("<svg/>");
  await writeFile(file, Buffer.alloc(600 * 1024));
  expect((await serveLogo()).status).toBe(404);
});
