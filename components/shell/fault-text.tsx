"use client";

import { unavailableDigest } from "#lib/db/unavailable.ts";
import { useTranslate } from "../language/language.tsx";

/** What Next.js gives to the page that stands in for one that failed. */
export interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** What an error page tells about a fault: that the database is away, or the number to report. */
export function FaultText({ digest }: { digest: string | undefined }) {
  const t = useTranslate();
  if (digest === unavailableDigest) {
    return t("The database does not answer at the moment. Nothing was charged: try again in a few seconds.");
  }
  return (
    <>
      {t("The fault is on our side, and nothing was charged for it.")}
      {digest && (
        <span className="mt-1 block text-xs">
          {t("Report this number when it stays: {digest}", { digest })}
        </span>
      )}
    </>
  );
}
