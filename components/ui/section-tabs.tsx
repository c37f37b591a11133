import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { cn } from "./cn.ts";

export interface SectionTab {
  href: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
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
            "flex items-center gap-1.5 whitespace-nowrap rounded-md px-3 py-1 text-sm transition-colors [&_svg]:size-3.5",
            current ? "bg-surface font-medium text-ink shadow-card" : "text-muted hover:text-ink",
          )}
        >
          <Icon aria-hidden /> {text}
        </Link>
      ))}
    </nav>
  );
}
