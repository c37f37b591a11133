import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { cn } from "./cn.ts";

interface Tab {
  href: string;
  label: string;
  current: boolean;
}

export interface SectionTab extends Tab {
  icon: LucideIcon;
}

/** Tabs: links between the pages of a section, or between the views of a page. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  return (
    <nav
      aria-label={label}
      className="mb-5 flex w-fit max-w-full gap-1 overflow-x-auto rounded-lg bg-sunken p-1"
    >
      {tabs.map(({ href, label: text, icon: Icon, current }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? "page" : undefined}
          className={cn(
            "flex items-center gap-1.5 whitespace-nowrap rounded-md px-3 py-1 text-sm transition-colors touch:min-h-11 [&_svg]:size-3.5",
            current ? "bg-surface font-medium text-ink shadow-card" : "text-muted hover:text-ink",
          )}
        >
          <Icon aria-hidden /> {text}
        </Link>
      ))}
    </nav>
  );
}

interface SegmentLinksProps {
  label: string;
  links: readonly Tab[];
  className?: string;
}

export function SegmentLinks({ label, links, className }: SegmentLinksProps) {
  return (
    <nav
      aria-label={label}
      className={cn("inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-sunken p-0.5", className)}
    >
      {links.map(({ href, label: text, current }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={current ? "true" : undefined}
          className={cn(
            "inline-flex h-8 touch:h-11 items-center whitespace-nowrap rounded-md px-3 touch:px-3.5 font-medium text-sm transition-colors",
            current ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
