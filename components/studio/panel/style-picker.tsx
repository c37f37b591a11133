"use client";

import { styleNames, styles } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { tileClass } from "../../ui/field.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { Picker } from "./picker.tsx";

/** Selects several styles per picture; a single style is selected in the scene grid. */
export function StylePicker() {
  const t = useTranslate();
  const studio = useStudio();
  const current = useStudioState(({ settings }) => settings.styles);
  const several = useStudioState((state) => state.several.styles);
  return (
    <Picker
      of="styles"
      title={t("Style")}
      aside={several ? undefined : current.map((style) => t(styles[style].name)).join(", ")}
      className={several ? "grid-cols-2 gap-1.5" : "hidden"}
      options={styleNames}
      chosen={current}
      onChosen={(chosen) => studio.set({ styles: chosen })}
      optionClass={tileClass}
      nameOf={(style) => `${t(styles[style].name)}: ${t(styles[style].summary)}`}
    >
      {(style) => (
        <>
          <span className="block font-medium text-xs">{t(styles[style].name)}</span>
          <span className="block truncate text-muted text-xs">{t(styles[style].summary)}</span>
        </>
      )}
    </Picker>
  );
}
