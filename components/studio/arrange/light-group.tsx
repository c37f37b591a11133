"use client";

import type { LookOptions } from "#lib/contract/photos/options.ts";
import { useTranslate } from "../../language/language.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { elevationRange, LightDial } from "./light-dial.tsx";
import { withLight } from "./options.ts";
import { useOwnScene } from "./own-scene.ts";
import { SliderField } from "./slider-field.tsx";

/** Direction, warmth and brightness of the light. */
export function LightGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const { scene, isEstimated } = useOwnScene();
  const own = scene.light;
  const light = useStudioState(({ settings }) => settings.options.light);
  const azimuthDeg = light?.azimuth_deg ?? own.azimuthDeg;
  const elevationDeg = light?.elevation_deg ?? own.elevationDeg;
  const set = (part: NonNullable<LookOptions["light"]>) => setOptions((options) => withLight(options, part));
  /** Values equal to the style's defaults are not sent. */
  const unless = (own: number, value: number) =>
    !isEstimated && Math.abs(value - own) < 1e-6 ? undefined : value;
  return (
    <>
      {isEstimated && (
        <p className="text-muted text-xs">
          {t("The light of your own background is estimated until you set it here.")}
        </p>
      )}
      {scene.backdrop === "white" && (
        <p className="text-muted text-xs">{t("On pure white, light changes nothing but the shadow.")}</p>
      )}
      <LightDial
        direction={{ azimuthDeg, elevationDeg }}
        onChange={(to) => set({ azimuth_deg: to.azimuthDeg, elevation_deg: to.elevationDeg })}
      />
      <SliderField
        label={t("Side")}
        value={azimuthDeg}
        min={-180}
        max={180}
        step={1}
        factor={1}
        unit="°"
        ends={[t("left"), t("right")]}
        onChange={(value) => set({ azimuth_deg: unless(own.azimuthDeg, value) })}
      />
      <SliderField
        label={t("Height")}
        value={elevationDeg}
        {...elevationRange}
        step={1}
        factor={1}
        unit="°"
        ends={[t("low"), t("from above")]}
        onChange={(value) => set({ elevation_deg: unless(own.elevationDeg, value) })}
      />
      <SliderField
        label={t("Warmth")}
        value={light?.warmth ?? own.warmth}
        min={-1}
        max={1}
        unit=""
        ends={[t("cool"), t("warm")]}
        onChange={(value) => set({ warmth: unless(own.warmth, value) })}
      />
      <SliderField
        label={t("Brightness")}
        value={light?.exposure ?? 1}
        min={0.5}
        max={2}
        ends={[t("darker"), t("brighter")]}
        onChange={(value) => set({ exposure: value === 1 ? undefined : value })}
      />
      <Checkbox
        checked={light?.relight ?? true}
        onChange={(event) => set({ relight: event.currentTarget.checked ? undefined : false })}
        label={t("The scene lights the product too")}
        hint={t("Otherwise it keeps the light of its own picture.")}
      />
    </>
  );
}
