"use client";

import { useTranslate } from "../../language/language.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { withOption } from "./options.ts";
import { SliderField } from "./slider-field.tsx";
import { useStyleScene } from "./style-scene.ts";

/** Strength of the product's shadow and reflection. */
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
