"use client";

import { useState } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Language } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import type { Item } from "../../orders/model.ts";
import { sourceOf } from "../../photos/model.ts";
import { settingsOf, sizeOf } from "../../photos/settings.ts";
import { shortTitle } from "../../photos/style-texts.ts";
import { BeforeAfter } from "../../ui/before-after.tsx";
import { cn } from "../../ui/cn.ts";
import { Picture } from "../../ui/picture.tsx";
import { ScaledFrame } from "../../ui/styled-box.tsx";
import { viewOf } from "../scenes/entries.ts";
import { useProductPicture } from "../scenes/use-scenes.ts";

export function Result({ item, url }: { item: Item; url: string }) {
  const language = useLanguage();
  const { t } = language;
  const [shape, setShape] = useState<number | null>(null);
  const [loaded, setLoaded] = useState(false);
  const isPhoto = item.operation === "generate";
  const size = sizeOf(item);
  // Shown only after the browser has decoded it completely.
  const appear = async (image: HTMLImageElement) => {
    await image.decode().catch(() => undefined);
    if (image.naturalWidth > 0) setShape(image.naturalWidth / image.naturalHeight);
    setLoaded(true);
  };
  return (
    <ScaledFrame
      ratio={size ? size.width / size.height : (shape ?? 1)}
      className={cn(
        "relative overflow-hidden rounded-lg shadow-photo transition-opacity duration-300",
        loaded ? "opacity-100" : "opacity-0",
      )}
    >
      <BeforeAfter
        label={t("Compare the picture before and the photo after")}
        initial={isPhoto ? 24 : 32}
        className="absolute inset-0"
        before={
          // Cropped to the photo's frame; a whole picture of another shape would have bands at its sides.
          <Picture
            src={resizedUrl(item.image_url, "stage")}
            alt=""
            className="absolute inset-0 size-full object-cover"
          />
        }
        after={
          <Picture
            src={resizedUrl(url, "stage")}
            alt={altOf(item, language)}
            ref={(image) => {
              if (image?.complete) void appear(image);
            }}
            onLoad={({ currentTarget }) => void appear(currentTarget)}
            data-testid="result"
            className={cn("absolute inset-0 size-full object-contain", !isPhoto && "checkerboard")}
          />
        }
      />
    </ScaledFrame>
  );
}

/** A result in progress: its preview if there is one, else the source picture. */
export function Unfinished({ item }: { item: Item }) {
  const size = sizeOf(item);
  const settings = settingsOf(item);
  const view = settings && { ...viewOf(settings), imageUrl: item.image_url };
  const preview = useProductPicture(view, false);
  const running = item.status === "running";
  return (
    <ScaledFrame
      ratio={size ? size.width / size.height : 1}
      className="relative overflow-hidden rounded-lg bg-surface shadow-card"
    >
      <Picture
        src={preview?.image ?? resizedUrl(item.image_url, "stage")}
        alt=""
        className={cn("absolute inset-0 size-full object-contain opacity-60", running && "animate-pulse")}
      />
      {running && (
        <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-surface/80 to-transparent" />
      )}
    </ScaledFrame>
  );
}

function altOf(item: Item, language: Language): string {
  const { t, locale } = language;
  const { name } = sourceOf(item);
  const title = shortTitle(item, language);
  return item.operation === "remove_bg"
    ? t("{name} without its background", { name })
    : t("{name} as a {style} photo", { name, style: locale === "en" ? title.toLowerCase() : title });
}
