"use client";

import { Images } from "lucide-react";
import type { RefObject } from "react";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import type { Item } from "../../orders/model.ts";
import { DownloadMenu } from "../../photos/download.tsx";
import { sourceOf } from "../../photos/model.ts";
import { settingsOf } from "../../photos/settings.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusHandover } from "../../ui/hooks.ts";
import { useStudio } from "../store.ts";

const photoFormats = (t: Translate) => ({
  jpeg: t("for shops"),
  png: t("without loss"),
  webp: t("small"),
  avif: t("smallest"),
});
const cutOutFormats = (t: Translate) => ({
  jpeg: t("on white"),
  png: t("transparent"),
  webp: t("transparent, small"),
  avif: t("transparent, smallest"),
});

/** The steps after a finished photo: download it, or make its product in another scene. */
export function DoneActions({ item, held }: { item: Item; held: RefObject<boolean> }) {
  const t = useTranslate();
  const studio = useStudio();
  const ref = useFocusHandover<HTMLDivElement>(held);
  const settings = settingsOf(item);
  const goOn = () => {
    if (settings) studio.tryAgain(sourceOf(item), { ...settings, seeds: [0] });
    requestAnimationFrame(focusScenes);
  };
  return (
    <div ref={ref} className="flex gap-2">
      <DownloadMenu
        item={item}
        notes={(item.operation === "generate" ? photoFormats : cutOutFormats)(t)}
        size="lg"
        className="min-w-0 flex-1 px-3"
      />
      {settings && (
        <Button variant="secondary" size="lg" className="min-w-0 flex-1 px-3" onClick={goOn}>
          <Images aria-hidden /> {t("Another scene")}
        </Button>
      )}
    </div>
  );
}

function focusScenes(): void {
  document.querySelector<HTMLElement>("#scenes [role=radio][tabindex='0']")?.focus();
}
