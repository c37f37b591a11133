"use client";

import { useSyncExternalStore } from "react";
import { cn } from "./cn.ts";

interface TimeProps {
  /** ISO 8601, or milliseconds. */
  at: string | number;
  withTime?: boolean;
  className?: string;
}

const never = () => () => undefined;

/** A moment in the reader's own time zone; in UTC until scripts run. */
export function Time({ at, withTime = false, className }: TimeProps) {
  const known = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const moment = new Date(at);
  const format = new Intl.DateTimeFormat("en", {
    dateStyle: "medium",
    ...(withTime && { timeStyle: "short" }),
    ...(!known && { timeZone: "UTC" }),
  });
  return (
    <time dateTime={moment.toISOString()} className={cn("figures", className)}>
      {format.format(moment)}
    </time>
  );
}
