"use client";

import { useSyncExternalStore } from "react";
import { useLanguage } from "../language/language.tsx";
import { cn } from "./cn.ts";

interface TimeProps {
  /** Strings are in ISO 8601 format. */
  at: Date | string;
  withTime?: boolean;
  className?: string;
}

const neverChanges = () => () => undefined;

/** Whether scripts already run: false in the server's HTML, true after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** A time in the user's time zone; in UTC until scripts run. */
export function Time({ at, withTime = false, className }: TimeProps) {
  const { locale } = useLanguage();
  const hydrated = useHydrated();
  const moment = new Date(at);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    ...(withTime && { timeStyle: "short" }),
    ...(!hydrated && { timeZone: "UTC" }),
  });
  return (
    <time dateTime={moment.toISOString()} className={cn("figures", className)}>
      {format.format(moment)}
    </time>
  );
}
