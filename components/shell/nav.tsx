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

function useIsHere(href: string): boolean {
  return `${usePathname()}/`.startsWith(`${href}/`);
}

export function SideNav({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslate();
  return (
    <nav aria-label={t("Main")} className="flex flex-1 flex-col gap-0.5">
      {useSections(hasPlans).map((section) => (
        <SideLink key={section.href} {...section} />
      ))}
    </nav>
  );
}

function SideLink({ href, opens = href, label, icon: Icon }: Section) {
  const current = useIsHere(href);
  return (
    <Link
      href={opens}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium text-sm transition-colors",
        current ? "bg-sunken text-ink" : "text-muted hover:bg-sunken/70 hover:text-ink",
      )}
    >
      <Icon aria-hidden className={cn("size-[1.125rem]", current ? "text-accent-ink" : "text-faint")} />
      {label}
    </Link>
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
            <BottomLink {...section} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BottomLink({ href, opens = href, label, icon: Icon }: Section) {
  const current = useIsHere(href);
  return (
    <Link
      href={opens}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex h-15 flex-col items-center justify-center gap-1 font-medium text-2xs tracking-tight outline-offset-[-4px]",
        current ? "text-accent-ink" : "text-muted",
      )}
    >
      <Icon aria-hidden className="size-5" />
      {label}
    </Link>
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
