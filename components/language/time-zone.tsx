"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { timeZoneCookie } from "#lib/contract/locales.ts";

const yearSeconds = 31_536_000;

/** Tells the service the browser's time zone, and loads the page again if it was made for another one. */
export function TellTimeZone({ known }: { known: string }) {
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${timeZoneCookie}=${encodeURIComponent(timeZone)}; path=/; max-age=${yearSeconds}; samesite=lax`;
    router.refresh();
  }, [known, router]);
  return null;
}
