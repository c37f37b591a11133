"use client";

import { useMemo } from "react";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import { customPrompt } from "#lib/contract/photos/styles.ts";
import { readScene } from "#lib/imaging/renderer/prompt/prompt.ts";
import { setStyle, withOptions } from "#lib/imaging/renderer/scene/options.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import { useTranslate } from "../../language/language.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { elevationRange, LightDial } from "./light-dial.tsx";
import { withLight, withOption } from "./options.ts";
import { SliderField } from "./slider-field.tsx";

/** The defaults of light, shadow and reflection of the first style. */
function useStyleScene(): { scene: Scene; isEstimated: boolean } {
  const { styles: chosen, prompt, options } = useStudioState(({ settings }) => settings);
  const [style = "studio"] = chosen;
  const color = options.background?.color ?? null;
  const scene = useMemo(() => {
    const background = color === null ? undefined : { color };
    const set = setStyle(style, { background });
    return withOptions(readScene(set, customPrompt(set, prompt)), { background });
  }, [style, prompt, color]);
  return { scene, isEstimated: (options.background?.image_url ?? null) !== null };
}

export function LightGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const { scene, isEstimated } = useStyleScene();
  const standard = scene.light;
  const light = useStudioState(({ settings }) => settings.options.light);
  const azimuthDeg = light?.azimuth_deg ?? standard.azimuthDeg;
  const elevationDeg = light?.elevation_deg ?? standard.elevationDeg;
  const set = (part: NonNullable<LookOptions["light"]>) => setOptions((options) => withLight(options, part));
  /** Values equal to the style's defaults are not sent. */
  const unless = (standard: number, value: number) =>
    !isEstimated && Math.abs(value - standard) < 1e-6 ? undefined : value;
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
        onChange={(value) => set({ azimuth_deg: unless(standard.azimuthDeg, value) })}
      />
      <SliderField
        label={t("Height")}
        value={elevationDeg}
        {...elevationRange}
        step={1}
        factor={1}
        unit="°"
        ends={[t("low"), t("from above")]}
        onChange={(value) => set({ elevation_deg: unless(standard.elevationDeg, value) })}
      />
      <SliderField
        label={t("Warmth")}
        value={light?.warmth ?? standard.warmth}
        min={-1}
        max={1}
        unit=""
        ends={[t("cool"), t("warm")]}
        onChange={(value) => set({ warmth: unless(standard.warmth, value) })}
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

export function ShadowGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const { scene } = useStyleScene();
  const { shadow, reflection } = useStudioState(({ settings }) => settings.options);
  const set = (name: "shadow" | "reflection", value: number) => {
    const isDefault = Math.abs(value - scene[name]) < 1e-6;
    setOptions((options) => withOption(options, name, isDefault ? undefined : value));
  };
  return (
    <>
      <SliderField
        label={t("Shadow")}
        value={shadow ?? scene.shadow}
        ends={[t("none"), t("strong")]}
        onChange={(value) => set("shadow", value)}
      />
      <SliderField
        label={t("Reflection")}
        value={reflection ?? scene.reflection}
        ends={[t("none"), t("mirror")]}
        onChange={(value) => set("reflection", value)}
      />
    </>
  );
}
