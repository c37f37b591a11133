"use client";

import { Brush } from "lucide-react";
import { usePathname } from "next/navigation";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";

/** Whether a picture is an upload on the image host: only those can be cut out and have masks. */
export function isUpload(imageUrl: string): boolean {
  return resizedUrl(imageUrl, "blur") !== imageUrl;
}

/** The address of the mask editor for a picture; it leads back to this page. */
export function useCorrectPath(imageUrl: string): string {
  const back = usePathname();
  return `/studio/mask?${new URLSearchParams({ image: imageUrl, back })}`;
}

interface CorrectLinkProps {
  /** The source picture; nothing is rendered for one outside of the image host. */
  imageUrl: string;
  withText?: boolean;
}

/** A link to the mask editor, which leads back to this page. */
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
      {...(!withText && { "aria-label": label, title: label })}
    >
      <Brush aria-hidden /> {withText && label}
    </ButtonLink>
  );
}
