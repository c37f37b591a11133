import type { UsageSeries } from "#lib/credits/usage.ts";

/** Names and colours of the series; each colour keeps 3:1 to the card behind it in its theme. */
export const seriesLooks: Record<UsageSeries, { name: string; colour: string }> = {
  studio: { name: "Studio", colour: "light-dark(oklch(0.52 0.2 268), oklch(0.66 0.16 268))" },
  amazon: { name: "Amazon", colour: "light-dark(oklch(0.66 0.15 60), oklch(0.8 0.14 75))" },
  luxury: { name: "Luxury", colour: "light-dark(oklch(0.5 0.16 345), oklch(0.68 0.16 345))" },
  lifestyle: { name: "Lifestyle", colour: "light-dark(oklch(0.58 0.12 160), oklch(0.76 0.13 160))" },
  cutout: { name: "Cut-outs", colour: "light-dark(oklch(0.45 0.02 270), oklch(0.72 0.015 270))" },
};

export function formatCredits(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "credit" : "credits"}`;
}

/** `Nov 21` of a UTC day. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(day),
  );
}
