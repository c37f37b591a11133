import type { Size } from "#lib/contract/photos/sizes.ts";
import type { MarketplaceSize } from "../contract/marketplaces/list.ts";
import {
  type MarketplaceRule,
  marketplaceRules,
  type RuleName,
  type Severity,
} from "../contract/marketplaces/rules.ts";
import type { PhotoMode } from "../contract/photos/modes.ts";

/** Properties of a finished result. */
export interface ResultFacts {
  width: number;
  height: number;
  bytes: number | null;
  /** `jpeg`, `png` … */
  format: string;
  boundingBox: Size | null;
  mode: PhotoMode | null;
  /** Of the outermost pixels; null if not measured. */
  border: { whiteShare: number; cornersWhite: boolean } | null;
  /** Texts outside of the product; null if not read. */
  text: readonly string[] | null;
  /** Possibly missing parts of the product (`unsure_parts` of its notes). */
  unsureParts: number;
}

export interface Finding {
  rule: RuleName;
  severity: Severity;
  message: string;
  fix: string;
  measured: number | string | null;
  limit: number | string | null;
}

/** A product may touch the border, but not cover all of it. */
const leastWhiteBorder = 0.6;
/** Aspect ratios that differ by less look equal: sizes are whole pixels. */
const ratioTolerance = 0.01;

/** The rules of a marketplace that a result breaks, refusals first. */
export function findFaults(marketplace: MarketplaceSize, facts: ResultFacts): Finding[] {
  const found = marketplaceRules[marketplace].rules.flatMap((rule) => judge(rule, facts) ?? []);
  return [...found.filter(isRefusal), ...found.filter((finding) => !isRefusal(finding))];
}

export function isRefusal({ severity }: Pick<Finding, "severity">): boolean {
  return severity === "refused";
}

function judge(rule: MarketplaceRule, facts: ResultFacts): Finding | null {
  const fault = faultOf(rule, facts);
  return fault && { rule: rule.rule, severity: rule.severity, ...fault };
}

type Fault = Omit<Finding, "rule" | "severity"> & { severity?: Severity };

function faultOf(rule: MarketplaceRule, facts: ResultFacts): Fault | null {
  const { width, height, bytes, format, boundingBox } = facts;
  switch (rule.rule) {
    case "background":
      return backgroundFault(facts);
    case "fill": {
      if (!boundingBox) return null;
      const share = Math.max(boundingBox.width / width, boundingBox.height / height);
      return outside(rule, share, (limit) => ({
        message: `The product fills ${percent(share)} of the frame; at least ${percent(limit)} is wanted.`,
        fix: "Use the style amazon, or a larger `layout.scale`.",
      }));
    }
    case "longer_side":
      return sideFault(rule, "longer side", Math.max(width, height));
    case "width":
      return sideFault(rule, "width", width);
    case "pixels":
      return outside(rule, width * height, (limit) => ({
        message: `The photo has ${count(width * height)} pixels; at most ${count(limit)} are taken.`,
        fix: "Make it at a smaller `resolution`.",
      }));
    case "ratio":
      return ratioFault(rule, width / height);
    case "bytes":
      if (bytes === null) return null;
      return outside(rule, bytes, (limit) => ({
        message: `The file has ${megabytes(bytes)}; at most ${megabytes(limit)} are taken.`,
        fix: "Make it as `jpeg`, or at a smaller `resolution`.",
      }));
    case "format": {
      const { values = [] } = rule;
      if (values.includes(format)) return null;
      const message = `The format is ${format}; ${values.join(", ")} are taken.`;
      return { message, fix: "Make it as `jpeg`.", measured: format, limit: values.join(", ") };
    }
    case "whole_product":
      return wholeProductFault(facts);
    case "extras": {
      if (facts.text?.length) return textFault(facts.text);
      // The studio adds nothing else; what a model painted, a person must check.
      if (facts.mode !== "scene" && facts.mode !== "edit") return null;
      const isRead = (name: string) => facts.text !== null && (name === "text" || name === "watermark");
      const names = (rule.values ?? []).filter((name) => !isRead(name)).join(", ");
      const message = `A model painted this photo: look whether it added any of ${names}.`;
      const fix = "Make it in the mode `studio`, which adds nothing.";
      return { severity: "advised", message, fix, measured: null, limit: names };
    }
  }
}

/** The matting detects parts that may be missing; only a person can decide. */
function wholeProductFault({ unsureParts }: ResultFacts): Fault | null {
  if (unsureParts === 0) return null;
  return {
    message:
      "A part of the product may be missing: it hardly differs from what is behind it, or something covers it.",
    fix: "Check the places of `unsure_parts` in its notes, and correct the mask where a part is missing.",
    measured: unsureParts,
    limit: 0,
  };
}

/** A text on the product itself is its label. */
function textFault(texts: readonly string[]): Fault {
  const measured = texts.map((text) => `“${text}”`).join(", ");
  return {
    message: `There is text outside of the product: ${measured}.`,
    fix: "Use a background or prompt without text, or the mode `studio`.",
    measured,
    limit: "none",
  };
}

function backgroundFault({ border }: ResultFacts): Fault | null {
  if (!border || (border.cornersWhite && border.whiteShare >= leastWhiteBorder)) return null;
  const measured = Math.floor(border.whiteShare * 1000) / 1000;
  return {
    message: `The background is not pure white (RGB 255, 255, 255): ${percent(measured)} of its border is.`,
    fix: "Use the style amazon.",
    measured,
    limit: "white",
  };
}

function sideFault(rule: MarketplaceRule, name: string, pixels: number): Fault | null {
  return outside(rule, pixels, (limit) => ({
    message: `The ${name} has ${count(pixels)} pixels; at ${pixels < limit ? "least" : "most"} ${count(limit)} are wanted.`,
    fix: "Make it at the marketplace's own `size`.",
  }));
}

function ratioFault(
  { min = 0, max = Number.POSITIVE_INFINITY }: MarketplaceRule,
  ratio: number,
): Fault | null {
  if (ratio >= min - ratioTolerance && ratio <= max + ratioTolerance) return null;
  const measured = Math.round(ratio * 100) / 100;
  const limit = Math.round((ratio < min ? min : max) * 100) / 100;
  return {
    message: `The photo is ${measured} times as wide as high; ${ratio < min ? "at least" : "at most"} ${limit} times is wanted.`,
    fix: "Make it at the marketplace's own `size`.",
    measured,
    limit,
  };
}

function outside(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: MarketplaceRule,
  measured: number,
  say: (limit: number) => { message: string; fix: string },
): Fault | null {
  if (measured >= min && measured <= max) return null;
  const limit = measured < min ? min : max;
  return { ...say(limit), measured, limit };
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
