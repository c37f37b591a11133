"use client";

import { useId } from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { useTranslate } from "../../language/language.tsx";
import { pillClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/progress.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { nameOfSafeArea } from "./guides.tsx";
import { withOption } from "./options.ts";
import { layoutOf, limited, type Placement, placementOf, scaleRange } from "./placement.ts";
import { safeAreaNames, safeAreasOf } from "./safe-areas.ts";
import { SliderField } from "./slider-field.tsx";
import { StanceChoice } from "./stance-choice.tsx";
import { useLivePreview } from "./use-arrange.ts";

export function LayoutGroup() {
  const t = useTranslate();
  const studio = useStudio();
  const layout = useStudioState(({ settings }) => settings.options.layout);
  const { base, shown } = useLivePreview();
  if (!base || !shown) {
    return (
      <>
        <StanceChoice />
        <Skeleton className="h-40" />
      </>
    );
  }
  const placement = placementOf(layout, base.placement);
  const put = (part: Partial<Placement>) => {
    const next = layoutOf(limited({ ...placement, ...part }), base.placement);
    studio.setOptions((options) => withOption(options, "layout", next));
  };
  return (
    <>
      <StanceChoice />
      <SliderField
        label={t("From left to right")}
        value={placement.x}
        step={0.005}
        onChange={(x) => put({ x })}
      />
      <SliderField
        label={t("From top to bottom")}
        value={placement.y}
        step={0.005}
        onChange={(y) => put({ y })}
      />
      <SliderField
        label={t("Size of the product")}
        value={placement.scale}
        min={scaleRange.min}
        max={scaleRange.max}
        onChange={(scale) => put({ scale })}
      />
      <SliderField
        label={t("Turned")}
        value={placement.rotationDeg}
        min={-180}
        max={180}
        step={1}
        factor={1}
        unit="°"
        onChange={(rotationDeg) => put({ rotationDeg })}
      />
      <SafeAreas frame={shown} />
      <p className="text-faint text-xs max-lg:hidden">
        {t(
          "Drag the product in the photo. It snaps to the center and to thirds; hold Alt to place it freely.",
        )}
      </p>
    </>
  );
}

function SafeAreas({ frame }: { frame: Size }) {
  const t = useTranslate();
  const id = useId();
  const { setArrange } = useStudio();
  const chosen = useStudioState(({ arrange }) => arrange.safeArea);
  const offered = safeAreasOf(frame);
  const names = safeAreaNames.filter((name) => offered[name]);
  if (names.length === 0) return null;
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-sm">
        {t("Safe area")}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => setArrange({ safeArea: chosen === name ? null : name })}
            className={pillClass}
          >
            {nameOfSafeArea(name, t)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
