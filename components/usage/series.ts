import type { UsageSeries } from "#lib/credits/usage.ts";
import type { Translate } from "../language/translate.ts";
import { styleTexts } from "../photos/style-texts.ts";

/** Colors of the series; each keeps 3:1 to the card behind it in its theme. */
export const seriesColors: Record<UsageSeries, string> = {
  studio: "light-dark(oklch(0.52 0.2 268), oklch(0.66 0.16 268))",
  amazon: "light-dark(oklch(0.66 0.15 60), oklch(0.8 0.14 75))",
  luxury: "light-dark(oklch(0.5 0.16 345), oklch(0.68 0.16 345))",
  lifestyle: "light-dark(oklch(0.58 0.12 160), oklch(0.76 0.13 160))",
  cutout: "light-dark(oklch(0.45 0.02 270), oklch(0.72 0.015 270))",
};

export function seriesName(series: UsageSeries, t: Translate): string {
  return series === "cutout" ? t("Cut-outs") : t(styleTexts[series].name);
}

/** The next even number of the kind 2, 4, 10, 20, 40, 100 … that is not below `value`. */
export function niceCeiling(value: number): number {
  for (let scale = 1; ; scale *= 10) {
    const found = [2, 4, 6, 10].find((step) => step * scale >= value);
    if (found) return found * scale;
  }
}
