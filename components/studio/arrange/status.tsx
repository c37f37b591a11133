"use client";

import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import { isPaintable } from "../../photos/modes.ts";
import { outputsOf, type Settings } from "../../photos/settings.ts";
import { shortTitle, sizeText } from "../../photos/style-texts.ts";
import { useMode, useStudioState } from "../store.ts";
import { placementOf } from "./placement.ts";
import { PreviewNotes } from "./preview-notes.tsx";
import { useLivePreview } from "./use-arrange.ts";

/** Names the photo that the preview shows; while the product is moved, also its position. */
export function ArrangeStatus({ isMoving }: { isMoving: boolean }) {
  const language = useLanguage();
  const { t } = language;
  const settings = useStudioState((state) => state.settings);
  const { base } = useLivePreview();
  const [style = null] = settings.styles;
  const isInScene = settings.scene !== null && settings.options.background === undefined;
  const placement = isMoving && base && placementOf(settings.options.layout, base.placement);
  const difference = describeDifference(settings, useMode(), t);
  return (
    <div className="min-w-0 flex-1 basis-52 truncate text-muted text-sm">
      <span className="font-medium text-ink">
        {t("Free preview: {style}, {shape}", {
          style: shortTitle(
            { operation: "generate", style, scene: isInScene ? settings.scene : null },
            language,
          ),
          shape: describeShape(settings, t),
        })}
      </span>
      {placement && (
        <span className="figures max-sm:block" aria-live="polite">
          <span className="max-sm:hidden"> · </span>
          {t(
            "{x, number, percent} × {y, number, percent}, size {size, number, percent}, turned {angle, number}°",
            {
              x: placement.x,
              y: placement.y,
              size: placement.scale,
              angle: Math.round(placement.rotationDeg),
            },
          )}
        </span>
      )}
      {difference && <span className="block whitespace-normal text-xs">{difference}</span>}
      <PreviewNotes />
    </div>
  );
}

/** The marketplace, size or aspect ratio of the first photo of an order, which the preview shows. */
export function describeShape(settings: Settings, t: Translate): string {
  const [first] = outputsOf(settings);
  if (!first) return "";
  return sizeText(first.size, t) ?? first.aspectRatio;
}

/** How the photo will differ from the preview, which is always made in studio mode; null if it will not. */
export function describeDifference(
  { styles, options }: Settings,
  mode: PhotoMode,
  t: Translate,
): string | null {
  const [style] = styles;
  // Models paint neither plain white nor a custom background.
  if (mode === "studio" || !style || !isPaintable(style) || options.background) return null;
  return mode === "scene"
    ? t("The studio's set as a guide: the model paints another scene, and keeps the place and size you set.")
    : t("The studio's set as a guide: the model repaints the picture, and chooses place and size itself.");
}
