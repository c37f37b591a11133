"use client";

import { Brush } from "lucide-react";
import { usePathname } from "next/navigation";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";

/** Whether a picture is on the image host: only such pictures can be cut out and have masks. */
export function isUpload(imageUrl: string): boolean {
  return resizedUrl(imageUrl, "blur") !== imageUrl;
}

/** Path of the mask editor for a picture; the editor returns to the current page. */
export function useCorrectPath(imageUrl: string): string {
  const back = usePathname();
  return `/studio/mask?${new URLSearchParams({ image: imageUrl, back })}`;
}

/** A link to the mask editor; for a picture outside the image host, nothing is rendered. */
export function CorrectLink({ imageUrl }: { imageUrl: string }) {
  const t = useTranslate();
  const path = useCorrectPath(imageUrl);
  if (!isUpload(imageUrl)) return null;
  return (
    <ButtonLink
      href={path}
      prefetch={false}
      variant="secondary"
      className="max-sm:order-1 max-sm:flex-1 max-sm:px-2"
    >
      <Brush aria-hidden /> {t("Correct the cut-out")}
    </ButtonLink>
  );
}
