"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { toast } from "sonner";
import { Button } from "./button.tsx";

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  text: string;
  /** Said to screen readers, and shown when there is no other text. */
  label?: string;
  icon?: LucideIcon;
}

/** Copies `text`; says so in place. Without children it is an icon. */
export function CopyButton({
  text,
  label = "Copy",
  icon: Icon = Copy,
  children,
  variant = "ghost",
  size,
  ...rest
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_800);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error("The browser did not allow copying. Select the text and copy it by hand.");
    }
  };
  return (
    <Button
      {...rest}
      variant={variant}
      size={size ?? (children ? "sm" : "icon-sm")}
      onClick={copy}
      {...(!children && { "aria-label": copied ? "Copied" : label })}
    >
      {copied ? <Check aria-hidden className="text-success-ink" /> : <Icon aria-hidden />}
      {children && <span aria-live="polite">{copied ? "Copied" : children}</span>}
    </Button>
  );
}
