import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

interface CardProps extends Omit<ComponentProps<"div">, "title"> {
  /** The heading; it can have a description and actions. */
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Whether the children get padding. */
  padded?: boolean;
}

export function Card({ title, description, actions, padded, className, children, ...rest }: CardProps) {
  return (
    <div className={cn("rounded-lg border border-line bg-surface shadow-card", className)} {...rest}>
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-5 pb-0">
          <div className="min-w-0">
            <h2 className="font-semibold text-base">{title}</h2>
            {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
        </div>
      )}
      {padded ? <div className="p-5">{children}</div> : children}
    </div>
  );
}
