import { Ban, CircleAlert, Hourglass } from "lucide-react";
import { cn } from "../ui/cn.ts";
import { Spinner } from "../ui/progress.tsx";
import type { Entry } from "./model.ts";

const icons = { failed: CircleAlert, canceled: Ban, queued: Hourglass };

/** Shown instead of a picture that failed, was canceled or has not ended. The text next to it serves screen readers. */
export function StatusIcon({ status, className }: Pick<Entry, "status"> & { className: string }) {
  if (status !== "failed" && status !== "canceled" && status !== "queued") {
    return <Spinner className={className} />;
  }
  const Icon = icons[status];
  return <Icon aria-hidden className={cn(className, status === "failed" && "text-danger-ink")} />;
}
