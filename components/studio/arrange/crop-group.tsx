"use client";

import { useTranslate } from "../../language/language.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { type Crop, cropFrom, cropOption, zoomRange } from "./crop.ts";
import { withOption } from "./options.ts";
import { SliderField } from "./slider-field.tsx";

/** The cropped part of the frame; the photo keeps its full size. */
export function CropGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const crop = cropFrom(useStudioState(({ settings }) => settings.options.crop));
  const half = 0.5 / crop.zoom;
  const put = (part: Partial<Crop>) =>
    setOptions((options) => withOption(options, "crop", cropOption({ ...crop, ...part })));
  return (
    <>
      <SliderField
        label={t("Zoom")}
        value={crop.zoom}
        {...zoomRange}
        factor={1}
        unit="×"
        onChange={(zoom) => put({ zoom })}
      />
      {crop.zoom > 1 && (
        <>
          <SliderField
            label={t("From left to right")}
            value={crop.x}
            min={half}
            max={1 - half}
            step={0.005}
            onChange={(x) => put({ x })}
          />
          <SliderField
            label={t("From top to bottom")}
            value={crop.y}
            min={half}
            max={1 - half}
            step={0.005}
            onChange={(y) => put({ y })}
          />
        </>
      )}
      <p className="text-muted text-xs">
        {t("The photo keeps its size in pixels; the part inside the frame fills it.")}
      </p>
    </>
  );
}
