import Link from "next/link";
import { LogoMark } from "./logo.tsx";
import type { Theme } from "./theme.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

const links = [
  { href: "/#styles", label: "Styles" },
  { href: "/#pricing", label: "Pricing" },
  { href: "/docs", label: "API reference" },
  { href: "/sign-in", label: "Sign in" },
];

/** The footer of the public pages. */
export function SiteFooter({ theme }: { theme: Theme }) {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-5 px-4 py-8 sm:px-6 lg:px-8">
        <div className="flex items-center gap-2.5 text-muted text-sm">
          <LogoMark className="size-6" />
          Open source under AGPL-3.0
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className="rounded-sm text-muted text-sm hover:text-ink">
              {label}
            </Link>
          ))}
        </nav>
        <ThemeToggle initial={theme} />
      </div>
    </footer>
  );
}
