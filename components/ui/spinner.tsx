import { LoaderCircle } from "lucide-react";
import { cn } from "./cn.ts";

/** Says "busy" to the eye only; the words beside it say it to everyone. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-4 animate-spin", className)} />;
}
