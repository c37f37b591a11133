"use client";

import { Check, CircleAlert, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { Button } from "./button.tsx";

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  text: string;
  /** The accessible name; it appears on the button if there are no children. */
  label?: string;
}

const shownMs = { copied: 1_800, refused: 6_000 };

/** Copies `text` and confirms it on the button. Without children it is an icon button. */
export function CopyButton({
  text,
  label: given,
  children,
  variant = "ghost",
  size,
  ...rest
}: CopyButtonProps) {
  const t = useTranslate();
  const label = given ?? t("Copy");
  const words = { copied: t("Copied"), refused: t("Select and copy by hand") };
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), shownMs[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // The browser denied clipboard access.
      setOutcome("refused");
    }
  };
  const message = outcome && words[outcome];
  return (
    <Button
      {...rest}
      variant={variant}
      size={size ?? (children ? "sm" : "icon-sm")}
      onClick={copy}
      {...(!children && { "aria-label": message ?? label, title: message ?? undefined })}
    >
      {outcome === "copied" && <Check aria-hidden className="text-success-ink" />}
      {outcome === "refused" && <CircleAlert aria-hidden className="text-danger-ink" />}
      {!outcome && <Copy aria-hidden />}
      {children && <span aria-live="polite">{message ?? children}</span>}
    </Button>
  );
}
