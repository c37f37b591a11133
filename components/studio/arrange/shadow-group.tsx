"use client";

import { useTranslate } from "../../language/language.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { withOption } from "./options.ts";
import { useOwnScene } from "./own-scene.ts";
import { SliderField } from "./slider-field.tsx";

/** Strength of the product's shadow and reflection. */
export function ShadowGroup() {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const { scene: own } = useOwnScene();
  const { shadow, reflection } = useStudioState(({ settings }) => settings.options);
  const set = (name: "shadow" | "reflection", value: number) => {
    const isOwn = Math.abs(value - own[name]) < 1e-6;
    setOptions((options) => withOption(options, name, isOwn ? undefined : value));
  };
  return (
    <>
      <SliderField
        label={t("Shadow")}
        value={shadow ?? own.shadow}
        ends={[t("none"), t("strong")]}
        onChange={(value) => set("shadow", value)}
      />
      <SliderField
        label={t("Reflection")}
        value={reflection ?? own.reflection}
        ends={[t("none"), t("mirror")]}
        onChange={(value) => set("reflection", value)}
      />
    </>
  );
}
