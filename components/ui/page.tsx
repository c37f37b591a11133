import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";

interface PageHeaderProps {
  title: string;
  description: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-1 max-w-2xl text-muted text-sm">{description}</p>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

interface MoreLinkProps {
  /** Null on the last page. */
  href: string | null;
  children: string;
}

/** Leads to the next page of the list above. */
export function MoreLink({ href, children }: MoreLinkProps) {
  return (
    href !== null && (
      <div className="mt-5 flex justify-center">
        <ButtonLink href={href} variant="secondary">
          {children}
        </ButtonLink>
      </div>
    )
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Replaces an empty list: explains what it will contain and how to add it. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-xl border border-line-strong border-dashed px-6 py-14 text-center">
      <div className="mb-4 grid size-11 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </div>
      <p className="font-semibold text-base">{title}</p>
      {children && <div className="mt-1 max-w-sm text-muted text-sm">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
