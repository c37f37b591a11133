"use client";

import { Brush } from "lucide-react";
import { usePathname } from "next/navigation";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";

/** Whether a picture is an upload on the image host, of which masks are kept and cut-outs made. */
export function isUpload(imageUrl: string): boolean {
  return resizedUrl(imageUrl, "blur") !== imageUrl;
}

interface CorrectLinkProps {
  /** The source picture; nothing is shown where it is not on the image host. */
  imageUrl: string;
  withText?: boolean;
}

/** The way to the mask editor and, from there, back to this page. */
export function CorrectLink({ imageUrl, withText = false }: CorrectLinkProps) {
  const t = useTranslate();
  const back = usePathname();
  if (!isUpload(imageUrl)) return null;
  const label = t("Correct the cut-out");
  return (
    <ButtonLink
      href={`/studio/mask?${new URLSearchParams({ image: imageUrl, back })}`}
      prefetch={false}
      variant={withText ? "secondary" : "ghost"}
      size={withText ? "md" : "icon"}
      {...(!withText && { "aria-label": label, title: label })}
    >
      <Brush aria-hidden /> {withText && label}
    </ButtonLink>
  );
}
