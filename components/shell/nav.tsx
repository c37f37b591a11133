"use client";

import { Code, CreditCard, Images, type LucideIcon, Palette, WandSparkles } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslate } from "../language/language.tsx";
import { cn } from "../ui/cn.ts";

interface Section {
  href: string;
  label: string;
  /** The page that the link opens, if the section has no page of its own. */
  opens?: string;
  icon: LucideIcon;
}

/** Names of the sections; without plans, billing is about credits alone. */
function useSections(hasPlans: boolean): Section[] {
  const t = useTranslate();
  return [
    { href: "/studio", label: t("Studio"), icon: WandSparkles },
    { href: "/photos", label: t("Photos"), icon: Images },
    { href: "/looks", label: t("Looks"), icon: Palette },
    { href: "/billing", label: hasPlans ? t("Billing") : t("Credits"), icon: CreditCard },
    { href: "/developers", opens: "/developers/keys", label: t("Developers"), icon: Code },
  ];
}

interface SectionLinkProps {
  section: Section;
  className: string;
  iconClassName: string;
}

function SectionLink({ section, className, iconClassName }: SectionLinkProps) {
  const { href, opens = href, label, icon: Icon } = section;
  const isHere = `${usePathname()}/`.startsWith(`${href}/`);
  return (
    <Link
      href={opens}
      aria-current={isHere ? "page" : undefined}
      className={cn("group/link flex items-center font-medium text-muted", className)}
    >
      <Icon aria-hidden className={iconClassName} />
      {label}
    </Link>
  );
}

export function SideNav({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslate();
  return (
    <nav aria-label={t("Main")} className="flex flex-1 flex-col gap-0.5">
      {useSections(hasPlans).map((section) => (
        <SectionLink
          key={section.href}
          section={section}
          className="h-9 gap-2.5 rounded-md px-2.5 text-sm transition-colors hover:bg-sunken/70 hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          iconClassName="size-[1.125rem] text-faint group-aria-[current=page]/link:text-accent-ink"
        />
      ))}
    </nav>
  );
}

export function BottomNav({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslate();
  return (
    <nav
      aria-label={t("Main")}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface/92 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl">
        {useSections(hasPlans).map((section) => (
          <li key={section.href} className="flex-auto">
            <SectionLink
              section={section}
              className="h-15 flex-col justify-center gap-1 text-2xs tracking-tight outline-offset-[-4px] aria-[current=page]:text-accent-ink"
              iconClassName="size-5"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link that skips what is before a part of the page; visible while it has the focus. */
export function SkipLink({ to }: { to: "content" | "scenes" }) {
  const t = useTranslate();
  return (
    <a
      href={`#${to}`}
      className="sr-only z-50 rounded-md bg-ink px-4 py-2 font-medium text-canvas text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {to === "content" ? t("Skip to content") : t("Skip to scenes")}
    </a>
  );
}
