"use client";

import { unavailableDigest } from "#lib/db/unavailable.ts";
import { useTranslate } from "../language/language.tsx";

export interface ErrorPageProps {
  error: Error & { digest?: string };
  /** Asks the server for the page again. */
  retry: () => void;
}

/** The text of an error page: the database is unavailable, or an error id to report. */
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
          {t("If this keeps happening, report this number: {digest}", { digest })}
        </span>
      )}
    </>
  );
}
