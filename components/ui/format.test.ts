import { describe, expect, test } from "vitest";
import { formatCount, formatMoney } from "#lib/contract/billing/money.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { percentAcross } from "./before-after.tsx";
import { cn } from "./cn.ts";
import { creditsText, formatDay } from "./format.ts";

describe("wording", () => {
  test("counts credits, one and many", () => {
    const { t } = createLanguage("en", {});
    expect([0, 1, 2, 1_200].map((count) => creditsText(count, t))).toEqual([
      "0 credits",
      "1 credit",
      "2 credits",
      "1,200 credits",
    ]);
    expect(formatCount(80_000)).toBe("80,000");
  });

  test("formats money with cents only where there are any", () => {
    expect([900, 9, 1_250, 19_900].map((cents) => formatMoney(cents))).toEqual([
      "$9",
      "$0.09",
      "$12.50",
      "$199",
    ]);
    expect(formatMoney(7.25, { digits: 3 })).toBe("$0.073");
    expect(formatMoney(1_250, { currency: "eur" })).toBe("€12.50");
  });

  test("formats a day in UTC", () => {
    expect(formatDay("2026-11-21", "en")).toBe("Nov 21");
  });
});

describe("geometry", () => {
  test("places the line of a comparison where the pointer is, within the picture", () => {
    const box = { left: 100, width: 400 };
    expect([0, 100, 300, 500, 900].map((x) => percentAcross(x, box))).toEqual([0, 0, 50, 100, 100]);
    expect(percentAcross(10, { left: 0, width: 0 })).toBeNull();
  });
});

describe("class names", () => {
  test("a later class replaces an earlier one that conflicts with it", () => {
    expect(cn("px-5 text-2xs text-muted", false, undefined, "px-3")).toBe("text-2xs text-muted px-3");
    expect(cn("ring-1 ring-line", "ring-2 ring-accent")).toBe("ring-2 ring-accent");
    expect(cn("shadow-card figures", "rounded-lg")).toBe("shadow-card figures rounded-lg");
  });
});
