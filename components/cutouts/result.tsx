"use client";

import { CircleAlert } from "lucide-react";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import type { Item } from "../orders/model.ts";
import { DownloadMenu } from "../studio/download.tsx";
import { Picture } from "../ui/picture.tsx";
import { CorrectLink } from "./correct-link.tsx";

/** The cut-out and what one does with it next. */
export function CutoutResult({ made }: { made: Item }) {
  const t = useTranslate();
  const { result_url: url, image_url: imageUrl } = made;
  if (url === null) {
    return (
      <p role="alert" className="flex gap-2 text-danger-ink text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t("The cut-out could not be made. Its credits are back.")}
      </p>
    );
  }
  return (
    <>
      <Picture
        src={resizedUrl(url, "details")}
        alt={t("The product without its background")}
        className="checkerboard mx-auto max-h-[50dvh] w-full rounded-lg object-contain"
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <CorrectLink imageUrl={imageUrl} withText />
        <DownloadMenu item={made} />
      </div>
    </>
  );
}
