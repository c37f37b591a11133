"use client";

import { useTranslate } from "../../language/language.tsx";
import { Callout } from "../../ui/callout.tsx";

/** Warns before the order that the prompt has no effect; the grid shows the scenes that match best. */
export function NothingUnderstood() {
  const t = useTranslate();
  return (
    <Callout
      tone="warn"
      title={t("The studio understands none of these words")}
      className="px-3 py-2.5 text-xs"
    >
      <p>{t("The photo would show the style's own scene, at the same price.")}</p>
      <p className="mt-2">{t("The scenes below come nearest.")}</p>
    </Callout>
  );
}
