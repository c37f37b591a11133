"use client";

import { useEffect, useRef } from "react";
import { useTranslate } from "../language/language.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** The one moment in which a secret is shown. */
export function SecretBox({ secret, children }: { secret: string; children: string }) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      <p className="text-muted text-sm">{children}</p>
      <div className="mt-3 flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3.5">
        <code data-testid="webhook-secret" className="min-w-0 flex-1 break-all font-mono text-sm">
          {secret}
        </code>
        <CopyButton text={secret} variant="primary">
          {t("Copy secret")}
        </CopyButton>
      </div>
    </div>
  );
}
