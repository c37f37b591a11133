import { styles } from "#lib/contract/photos/styles.ts";
import type { UsageSeries } from "#lib/credits/usage.ts";
import type { Translate } from "#lib/language/translate.ts";

/** The color of a series; in both themes its contrast to the card is at least 3:1. */
export function seriesColor(series: UsageSeries): string {
  return series === "cutout"
    ? "light-dark(oklch(0.45 0.02 270), oklch(0.72 0.015 270))"
    : styles[series].color;
}

export function seriesName(series: UsageSeries, t: Translate): string {
  return series === "cutout" ? t("Cut-outs") : t(styles[series].name);
}

/** The smallest number of the series 2, 4, 6, 10, 20, 40, 60, 100 … that is not below `value`. */
export function niceCeiling(value: number): number {
  for (let scale = 1; ; scale *= 10) {
    const step = [2, 4, 6, 10].find((one) => one * scale >= value);
    if (step) return step * scale;
  }
}
