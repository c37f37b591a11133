import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import { cn } from "./cn.ts";

const styles = {
  neutral: { icon: Info, className: "bg-sunken text-ink" },
  accent: { icon: Info, className: "bg-accent-soft text-accent-ink" },
  success: { icon: CircleCheck, className: "bg-success-soft text-success-ink" },
  warn: { icon: TriangleAlert, className: "bg-warn-soft text-warn-ink" },
  danger: { icon: CircleAlert, className: "bg-danger-soft text-danger-ink" },
} satisfies Record<Tone, unknown>;

interface CalloutProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** A message in the page; renders nothing without a text. Screen readers announce errors at once. */
export function Callout({ tone = "neutral", title, children, actions, className }: CalloutProps) {
  const { icon: Icon, className: toneClass } = styles[tone];
  if (!title && !children) return null;
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      className={cn(
        "flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg px-4 py-3 text-sm",
        toneClass,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={cn(title ? "mt-0.5" : undefined)}>{children}</div>}
        </div>
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}
