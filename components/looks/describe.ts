import type { Look } from "#components/looks/use-looks.ts";
import { sizeText } from "#components/photos/style-texts.ts";
import { styles } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

type LookSummary = Pick<
  Partial<Look["settings"]>,
  "style" | "prompt" | "scene" | "aspect_ratio" | "resolution"
> &
  Partial<
    Record<
      | "layout"
      | "stance"
      | "product_size_cm"
      | "props"
      | "light"
      | "shadow"
      | "reflection"
      | "background"
      | "crop"
      | "material"
      | "size",
      unknown
    >
  >;

/** Summarizes a look: `Lifestyle · Amazon main image · light, background`. */
export function describeLook(settings: LookSummary, t: Translate): string {
  const { style, aspect_ratio: ratio, resolution } = settings;
  const named: [unknown, string][] = [
    [settings.prompt, t("own scene")],
    [settings.scene, t("rendered scene")],
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
  return [
    style ? t(styles[style].name) : t("Any style"),
    sizeText(settings.size, t) ?? pixels,
    rest.join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
}
