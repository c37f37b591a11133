"use client";

import { useTranslate } from "../../language/language.tsx";
import { shortTitle } from "../../photos/style-texts.ts";
import { useSceneName } from "../scenes/use-scenes.ts";
import { useMode, useStudioState } from "../store.ts";
import { placementOf } from "./placement.ts";
import { describeDifference, describeShape } from "./preview-words.ts";
import { useLivePreview } from "./use-arrange.ts";

/** Names the photo that the preview shows; while the product is moved, also its position. */
export function ArrangeStatus({ isMoving }: { isMoving: boolean }) {
  const t = useTranslate();
  const settings = useStudioState((state) => state.settings);
  const { base } = useLivePreview();
  const [style = null] = settings.styles;
  const isInScene = settings.scene !== null && settings.options.background === undefined;
  const scene = useSceneName(isInScene ? settings.scene : null);
  const place = isMoving && base && placementOf(settings.options.layout, base.place);
  const difference = describeDifference(settings, useMode(), t);
  return (
    <p className="min-w-0 flex-1 basis-52 truncate text-muted text-sm">
      <span className="font-medium text-ink">
        {t("Free preview: {style}, {shape}", {
          style: scene ?? shortTitle({ operation: "generate", style }, t),
          shape: describeShape(settings, t),
        })}
      </span>
      {place && (
        <span className="figures max-sm:block" aria-live="polite">
          <span className="max-sm:hidden"> · </span>
          {t(
            "{x, number, percent} × {y, number, percent}, size {size, number, percent}, turned {angle, number}°",
            {
              x: place.x,
              y: place.y,
              size: place.scale,
              angle: Math.round(place.rotationDeg),
            },
          )}
        </span>
      )}
      {difference && <span className="block whitespace-normal text-xs">{difference}</span>}
    </p>
  );
}
