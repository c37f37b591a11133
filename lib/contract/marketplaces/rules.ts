import type { MarketplaceSize } from "./list.ts";

/*
 * Picture rules of marketplaces. `verified`: read on the marketplace's own page on `checkedOn`; all other rules are
 * from sellers' guides about pages that could not be opened.
 */

export const ruleNames = [
  "background",
  "fill",
  "longer_side",
  "width",
  "pixels",
  "ratio",
  "bytes",
  "format",
  "extras",
  "whole_product",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** `refused`: the marketplace rejects such a picture. `advised`: it accepts the picture but shows it worse. */
export const severities = ["refused", "advised"] as const;
export type Severity = (typeof severities)[number];

export interface MarketplaceRule {
  rule: RuleName;
  severity: Severity;
  /** Share of the frame, pixels, width divided by height, bytes, or number of missing parts, depending on the rule. */
  min?: number;
  max?: number;
  /** API names of formats, things not allowed in the picture, or the background color. */
  values?: readonly string[];
  verified: boolean;
}

interface MarketplaceRules {
  rules: readonly MarketplaceRule[];
  /** The marketplace's own page on picture rules. */
  source: string;
  /** Date on which `source` was read. */
  checkedOn: string;
}

const checkedOn = "2026-11-22";
const megabyte = 1_000_000;
const refused = { severity: "refused", verified: false } as const;
const advised = { severity: "advised", verified: false } as const;

const instagram = {
  checkedOn,
  source:
    "https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media",
} as const;
const instagramFile = [
  { rule: "whole_product", ...advised, max: 0 },
  { rule: "width", ...advised, min: 1080, max: 1440 },
  { rule: "bytes", ...refused, max: 8 * megabyte },
  { rule: "format", ...refused, values: ["jpeg", "png"] },
] as const;
const instagramFeed: MarketplaceRules = {
  ...instagram,
  rules: [{ rule: "ratio", ...refused, min: 0.75, max: 1.91 }, ...instagramFile],
};

export const marketplaceRules: Record<MarketplaceSize, MarketplaceRules> = {
  amazon: {
    checkedOn,
    source: "https://sellercentral.amazon.com/help/hub/reference/external/G1881",
    rules: [
      { rule: "whole_product", ...refused, max: 0 },
      { rule: "background", ...refused, values: ["white"] },
      { rule: "fill", ...refused, min: 0.85 },
      { rule: "longer_side", ...refused, min: 500, max: 10_000 },
      { rule: "longer_side", ...advised, min: 1_600 },
      { rule: "ratio", ...advised, min: 1, max: 1 },
      { rule: "bytes", ...refused, max: 10 * megabyte },
      { rule: "format", ...refused, values: ["jpeg", "png"] },
      { rule: "extras", ...refused, values: ["text", "logo", "watermark", "border", "props"] },
    ],
  },
  ebay: {
    checkedOn,
    source: "https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370",
    rules: [
      { rule: "whole_product", ...refused, max: 0 },
      { rule: "longer_side", severity: "refused", min: 500, verified: true },
      { rule: "longer_side", ...advised, min: 1_600 },
      { rule: "bytes", ...refused, max: 12 * megabyte },
      { rule: "format", ...advised, values: ["jpeg", "png", "webp"] },
      {
        rule: "extras",
        severity: "refused",
        values: ["text", "artwork", "watermark", "border"],
        verified: true,
      },
    ],
  },
  etsy: {
    checkedOn,
    source: "https://help.etsy.com/hc/en-us/articles/115015663347",
    rules: [
      { rule: "whole_product", ...refused, max: 0 },
      { rule: "width", ...refused, min: 635 },
      { rule: "longer_side", ...advised, min: 2_000 },
      { rule: "ratio", ...advised, min: 1, max: 4 / 3 },
      { rule: "bytes", ...refused, max: 10 * megabyte },
      { rule: "format", ...refused, values: ["jpeg", "png"] },
    ],
  },
  shopify: {
    checkedOn,
    source: "https://help.shopify.com/api/guides/media",
    rules: [
      { rule: "whole_product", ...refused, max: 0 },
      { rule: "longer_side", severity: "refused", max: 4_472, verified: true },
      { rule: "pixels", severity: "refused", max: 20_000_000, verified: true },
      { rule: "longer_side", severity: "advised", min: 2_048, verified: true },
      { rule: "ratio", ...advised, min: 1, max: 1 },
      { rule: "bytes", ...refused, max: 20 * megabyte },
      { rule: "format", ...refused, values: ["jpeg", "png", "webp"] },
    ],
  },
  instagram_square: instagramFeed,
  instagram_portrait: instagramFeed,
  instagram_story: {
    ...instagram,
    rules: [{ rule: "ratio", ...advised, min: 9 / 16, max: 9 / 16 }, ...instagramFile],
  },
  pinterest: {
    checkedOn,
    source: "https://help.pinterest.com/en/business/article/pinterest-product-specs",
    rules: [
      { rule: "whole_product", ...advised, max: 0 },
      { rule: "width", ...advised, min: 1_000 },
      { rule: "ratio", ...advised, min: 10 / 21, max: 2 / 3 },
      { rule: "bytes", ...refused, max: 20 * megabyte },
      { rule: "format", ...refused, values: ["jpeg", "png", "webp"] },
    ],
  },
};
