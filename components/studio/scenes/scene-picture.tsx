"use client";

import { isWhite } from "#lib/contract/photos/styles.ts";
import { useTranslate } from "../../language/language.tsx";
import { StylePhoto } from "../../photos/style-photo.tsx";
import { cn } from "../../ui/cn.ts";
import { Picture } from "../../ui/picture.tsx";
import type { SceneEntry } from "./entries.ts";

interface ScenePictureProps {
  entry: SceneEntry;
  /** The picture of the seller's product in it; null until it is made. */
  made: string | null;
  className?: string | undefined;
}

/** The product in a scene; until that picture is made, the scene with a neutral product. */
export function ScenePicture({ entry: { style, scene }, made, className }: ScenePictureProps) {
  const t = useTranslate();
  const shown = made ?? scene?.preview_url;
  const pictureClass = cn("aspect-square bg-sunken object-cover", className);
  if (shown === undefined) {
    return (
      <StylePhoto
        style={style}
        t={t}
        sizes="11rem"
        className={cn(pictureClass, isWhite(style) && "bg-white")}
      />
    );
  }
  return <Picture src={shown} alt="" width={320} height={320} loading="lazy" className={pictureClass} />;
}
