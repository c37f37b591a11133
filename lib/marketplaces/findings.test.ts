import { expect, test } from "vitest";
import { marketplaceSizeNames, marketplaceSizes } from "../contract/marketplaces/list.ts";
import { marketplaceRules } from "../contract/marketplaces/rules.ts";
import { findFaults, type ResultFacts } from "./findings.ts";
import { listMarketplaces } from "./list.ts";

const good: ResultFacts = {
  width: 2000,
  height: 2000,
  bytes: 900_000,
  format: "jpeg",
  mode: "studio",
  boundingBox: { width: 1200, height: 1720 },
  border: { whiteShare: 1, cornersWhite: true },
  text: [],
  unsureParts: 0,
};
const rulesOf = (marketplace: Parameters<typeof findFaults>[0], facts: Partial<ResultFacts>) =>
  findFaults(marketplace, { ...good, ...facts }).map(({ rule, severity }) => `${rule} ${severity}`);

test("a studio photo at the size of a marketplace has no findings", () => {
  for (const name of marketplaceSizeNames) {
    const { width, height } = marketplaceSizes[name];
    const box = { width: width * 0.5, height: height * 0.9 };
    expect(findFaults(name, { ...good, width, height, boundingBox: box }), name).toEqual([]);
  }
});

test.each([
  ["a grey border", { border: { whiteShare: 0, cornersWhite: false } }, ["background refused"]],
  [
    "one corner that is not white",
    { border: { whiteShare: 0.99, cornersWhite: false } },
    ["background refused"],
  ],
  ["a product that reaches an edge", { border: { whiteShare: 0.9, cornersWhite: true } }, []],
  ["a border that nobody could look at", { border: null }, []],
  ["a small product", { boundingBox: { width: 1000, height: 1699 } }, ["fill refused"]],
  ["a product whose place is not known", { boundingBox: null }, []],
  ["a WebP", { format: "webp" }, ["format refused"]],
  ["ten megabytes and a byte", { bytes: 10_000_001 }, ["bytes refused"]],
  ["a file whose size is not known", { bytes: null }, []],
  ["a photo too small for zoom", { width: 1599, height: 1599 }, ["longer_side advised"]],
  [
    "a stamp",
    { width: 499, height: 499, boundingBox: { width: 450, height: 450 } },
    ["longer_side refused", "longer_side advised"],
  ],
  ["a banner", { width: 2000, height: 1120, boundingBox: { width: 900, height: 1000 } }, ["ratio advised"]],
  ["a part that may be missing", { unsureParts: 1 }, ["whole_product refused"]],
  ["what a model painted", { mode: "edit" as const }, ["extras advised"]],
  ["text outside of the product", { text: ["SAMPLE"] }, ["extras refused"]],
  ["text that nobody could read", { text: null }, []],
])("Amazon's main image: %s", (_name, facts, expected) => {
  expect(rulesOf("amazon", facts)).toEqual(expected);
});

test("refused findings come first, with the measured value, the limit and the fix", () => {
  const [first, ...rest] = findFaults("amazon", {
    ...good,
    width: 1200,
    height: 900,
    boundingBox: { width: 600, height: 540 },
  });
  expect(first).toEqual({
    rule: "fill",
    severity: "refused",
    message: "The product fills 60 % of the frame; at least 85 % is wanted.",
    fix: "Use the style amazon, or a larger `layout.scale`.",
    measured: 0.6,
    limit: 0.85,
  });
  expect(rest.every(({ severity }) => severity === "advised")).toBe(true);
});

test("text and watermarks of a painted photo are read, the other extras are left to a person", () => {
  const found = (facts: Partial<ResultFacts>) => findFaults("amazon", { ...good, mode: "scene", ...facts });
  expect(found({ text: ["SAMPLE", "50 % off"] })).toMatchObject([{ measured: "“SAMPLE”, “50 % off”" }]);
  expect(found({ text: [] })).toMatchObject([{ limit: "logo, border, props" }]);
  expect(found({ text: null })).toMatchObject([{ limit: "text, logo, watermark, border, props" }]);
});

test.each([
  ["instagram_square", { width: 1080, height: 1920 }, ["ratio refused"]],
  ["instagram_story", { width: 1080, height: 1080 }, ["ratio advised"]],
  ["shopify", { width: 4500, height: 4500 }, ["longer_side refused", "pixels refused"]],
  ["etsy", { width: 600, height: 600 }, ["width refused", "longer_side advised"]],
  ["pinterest", { width: 1000, height: 1000 }, ["ratio advised"]],
  ["ebay", { format: "avif" }, ["format advised"]],
] as const)("%s reports for %j: %j", (name, facts, expected) => {
  expect(rulesOf(name, facts)).toEqual([...expected]);
});

test("every marketplace has a source and lists all its rules", async () => {
  const { data } = await listMarketplaces();
  expect(data.map(({ name }) => name)).toEqual(marketplaceSizeNames);
  for (const { name, rules, source } of data) {
    expect(new URL(source).protocol).toBe("https:");
    expect(rules.length).toBe(marketplaceRules[name].rules.length);
    for (const rule of rules) expect(rule.min ?? rule.max ?? rule.values).not.toBeNull();
  }
});
