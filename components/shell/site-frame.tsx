import { cookies } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { getUser } from "#lib/auth/page.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Logo, LogoMark, SkipLink } from "./logo.tsx";
import { parseTheme, type Theme, themeCookie } from "./theme.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

/** Header and footer of the public pages. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const [user, jar] = await Promise.all([getUser(), cookies()]);
  return (
    <>
      <SiteHeader signedIn={user !== null} />
      {children}
      <SiteFooter theme={parseTheme(jar.get(themeCookie)?.value)} />
    </>
  );
}

function SiteHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-transparent border-b bg-canvas/88 backdrop-blur-lg">
      <SkipLink />
      <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-4 sm:px-6 lg:px-8">
        <Logo compact />
        <nav aria-label="Site" className="flex items-center gap-1 sm:gap-2">
          <div className="contents max-md:hidden">
            <HeaderLink href="/#styles">Styles</HeaderLink>
            <HeaderLink href="/#pricing">Pricing</HeaderLink>
          </div>
          <HeaderLink href="/docs">API</HeaderLink>
          {signedIn ? (
            <ButtonLink href="/studio" size="sm" className="ml-1">
              Open studio
            </ButtonLink>
          ) : (
            <>
              <HeaderLink href="/sign-in">Sign in</HeaderLink>
              <ButtonLink href="/sign-up" size="sm" className="ml-1">
                Start free
              </ButtonLink>
            </>
          )}
        </nav>
      </div>
    </header>
  );
}

function HeaderLink(props: { href: string; children: string }) {
  return (
    <Link
      className="rounded-md px-2.5 py-1.5 font-medium text-muted text-sm transition-colors hover:text-ink"
      {...props}
    />
  );
}

const footerLinks = [
  { href: "/#styles", label: "Styles" },
  { href: "/#pricing", label: "Pricing" },
  { href: "/docs", label: "API reference" },
  { href: "/sign-in", label: "Sign in" },
];

function SiteFooter({ theme }: { theme: Theme }) {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-5 px-4 py-8 sm:px-6 lg:px-8">
        <div className="flex items-center gap-2.5 text-muted text-sm">
          <LogoMark />
          Open source under AGPL-3.0
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {footerLinks.map(({ href, label }) => (
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
