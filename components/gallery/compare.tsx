"use client";

import { useLanguage } from "../language/language.tsx";
import type { Entry } from "../photos/model.ts";
import { sizeOf } from "../photos/settings.ts";
import { ZoomWindow } from "../ui/zoom-window.tsx";
import { describeSize, describeWork, titleOf } from "./words.ts";

interface CompareProps {
  /** Two to four entries with a picture. */
  entries: readonly Entry[];
  open: boolean;
  onClose: () => void;
}

export function Compare({ entries, open, onClose }: CompareProps) {
  const language = useLanguage();
  const { t } = language;
  const pictures = entries.flatMap((entry) => {
    const { id, result_url: url, operation } = entry;
    if (url === null) return [];
    const name = titleOf(entry, language);
    const work = [describeWork(entry, language), describeSize(entry, t)].filter(Boolean).join(", ");
    const [size, transparent] = [sizeOf(entry), operation === "remove_bg"];
    return [{ id, url, alt: `${name}, ${work}`, caption: `${name} · ${work}`, size, transparent }];
  });
  return (
    <ZoomWindow
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Compare {count, plural, one {# picture} other {# pictures}}", { count: pictures.length })}
      pictures={pictures}
    />
  );
}
