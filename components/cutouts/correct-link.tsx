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

interface CorrectLinkProps {
  /** The source picture; for a picture outside the image host, nothing is rendered. */
  imageUrl: string;
  withText?: boolean;
}

/** A link to the mask editor, which returns to the current page. */
export function CorrectLink({ imageUrl, withText = false }: CorrectLinkProps) {
  const t = useTranslate();
  const path = useCorrectPath(imageUrl);
  if (!isUpload(imageUrl)) return null;
  const label = t("Correct the cut-out");
  return (
    <ButtonLink
      href={path}
      prefetch={false}
      variant={withText ? "secondary" : "ghost"}
      size={withText ? "md" : "icon"}
      {...(withText && { className: "max-sm:order-1 max-sm:flex-1 max-sm:px-2" })}
      {...(!withText && { "aria-label": label, title: label })}
    >
      <Brush aria-hidden /> {withText && label}
    </ButtonLink>
  );
}
