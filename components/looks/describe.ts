import { marketplaceSizes } from "#lib/contract/marketplaces.ts";
import type { Translate } from "../language/translate.ts";
import { styleTexts } from "../photos/style-texts.ts";
import type { Look } from "./use-looks.ts";

type Said = Pick<Partial<Look["settings"]>, "style" | "prompt" | "aspect_ratio" | "resolution"> &
  Partial<Record<"layout" | "light" | "shadow" | "reflection" | "background" | "crop" | "size", unknown>>;

/** A summary of a look: `Lifestyle · Amazon main image · light, background`. */
export function describeLook(settings: Said, t: Translate): string {
  const { style, aspect_ratio: ratio, resolution } = settings;
  const named: [unknown, string][] = [
    [settings.prompt, t("own scene")],
    [settings.layout, t("layout")],
    [settings.light, t("light")],
    [settings.shadow ?? settings.reflection, t("shadow")],
    [settings.background, t("background")],
    [settings.crop, t("crop")],
  ];
  const rest = named.filter(([value]) => value !== undefined && value !== null).map(([, word]) => word);
  const pixels = [ratio, resolution].filter(Boolean).join(" ");
  return [
    style ? t(styleTexts[style].name) : t("Any style"),
    describeSize(settings.size, t) ?? pixels,
    rest.join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
}

function describeSize(size: unknown, t: Translate): string | null {
  if (typeof size === "string") {
    const known = Object.entries(marketplaceSizes).find(([name]) => name === size);
    return known ? t(known[1].label) : null;
  }
  if (typeof size !== "object" || size === null) return null;
  const { width, height } = { width: 0, height: 0, ...size };
  return `${width} × ${height}`;
}
