import type { Look } from "#components/looks/use-looks.ts";
import { shortTitle, sizeText, styleName } from "#components/photos/style-texts.ts";
import type { Language } from "#lib/language/translate.ts";

type Settings = Look["settings"];
type LookSummary = Partial<Pick<Settings, "style" | "prompt" | "scene" | "aspect_ratio" | "resolution">> &
  Partial<Record<keyof Settings, unknown>>;

/** Summarizes a look: `Marble vanity · Lifestyle · Amazon main image · light, background`. */
export function describeLook(settings: LookSummary, language: Language): string {
  const { t } = language;
  const { style = null, scene = null, prompt = null, aspect_ratio: ratio, resolution } = settings;
  const named: [unknown, string][] = [
    [settings.layout ?? settings.stance, t("layout")],
    [settings.product_size_cm, t("product size")],
    [settings.props, t("props")],
    [settings.light, t("light")],
    [settings.shadow ?? settings.reflection, t("shadow")],
    [settings.background, t("background")],
    [settings.crop, t("crop")],
    [settings.material, t("glass")],
  ];
  const rest = named.filter(([value]) => value !== undefined && value !== null).map(([, word]) => word);
  const pixels = [ratio, resolution].filter(Boolean).join(" ");
  const title = shortTitle({ operation: "generate", style, scene, prompt }, language);
  const ofStyle = styleName(style, t) || t("Any style");
  return [title === ofStyle ? null : title, ofStyle, sizeText(settings.size, t) ?? pixels, rest.join(", ")]
    .filter(Boolean)
    .join(" · ");
}
