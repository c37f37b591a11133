import { cookies } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { isSignedIn } from "#lib/auth/page.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import type { Translate } from "#lib/language/translate.ts";
import { type LegalPage, listLegalPages } from "#lib/legal/index.ts";
import { getLanguage } from "../language/server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Logo, LogoMark } from "./brand.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { SkipLink } from "./nav.tsx";
import { parseTheme, type Theme, themeCookie } from "./theme.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

export async function SiteFrame({ children }: { children: ReactNode }) {
  const [signedIn, jar, legal, { t }] = await Promise.all([
    ...([isSignedIn(), cookies(), listLegalPages(), getLanguage()] as const),
  ]);
  const hasPlans = billingMode() !== "off";
  return (
    <>
      <SiteHeader signedIn={signedIn} hasPlans={hasPlans} t={t} />
      {children}
      <SiteFooter theme={parseTheme(jar.get(themeCookie)?.value)} legal={legal} hasPlans={hasPlans} t={t} />
    </>
  );
}

interface HeaderProps {
  signedIn: boolean;
  hasPlans: boolean;
  t: Translate;
}

function SiteHeader({ signedIn, hasPlans, t }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-transparent border-b bg-canvas/88 backdrop-blur-lg">
      <SkipLink to="content" />
      <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-4 sm:px-6 lg:px-8">
        <Logo compact />
        <nav aria-label={t("Site")} className="flex items-center gap-1 sm:gap-2">
          <div className="contents max-md:hidden">
            <HeaderLink href="/#styles">{t("Styles")}</HeaderLink>
            {hasPlans && <HeaderLink href="/#pricing">{t("Pricing")}</HeaderLink>}
          </div>
          {/* The narrowest phones have room for two; the footer links to it too. */}
          <div className="contents max-[22rem]:hidden">
            <HeaderLink href="/docs">{t("API")}</HeaderLink>
          </div>
          {signedIn ? (
            <ButtonLink href="/studio" size="sm" className="ml-1">
              {t("Open studio")}
            </ButtonLink>
          ) : (
            <>
              <HeaderLink href="/sign-in">{t("Sign in")}</HeaderLink>
              <ButtonLink href="/sign-up" size="sm" className="ml-1">
                {hasPlans ? t("Start free") : t("Create an account")}
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
      className="rounded-md px-2.5 touch:px-3 py-1.5 touch:py-3 font-medium text-muted text-sm transition-colors hover:text-ink"
      {...props}
    />
  );
}

interface FooterProps {
  theme: Theme;
  /** The legal pages that the operator has written. */
  legal: readonly LegalPage[];
  hasPlans: boolean;
  t: Translate;
}

function SiteFooter({ theme, legal, hasPlans, t }: FooterProps) {
  const titles = legalTitles(t);
  const footerLinks = [
    { href: "/#styles", label: t("Styles") },
    ...(hasPlans ? [{ href: "/#pricing", label: t("Pricing") }] : []),
    { href: "/docs", label: t("API reference") },
    { href: "/sign-in", label: t("Sign in") },
    ...legal.map((page) => ({ href: `/${page}`, label: titles[page] })),
  ];
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-5 px-4 py-8 sm:px-6 lg:px-8">
        <div className="flex items-center gap-2.5 text-muted text-sm">
          <LogoMark />
          {t("Open source under AGPL-3.0")}
        </div>
        <nav aria-label={t("Footer")} className="flex flex-wrap gap-x-5 gap-y-2 touch:gap-y-0">
          {footerLinks.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              className="tap rounded-sm touch:py-3 text-muted text-sm hover:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-3">
          <LanguageChoice />
          <ThemeToggle initial={theme} />
        </div>
      </div>
    </footer>
  );
}

export function legalTitles(t: Translate): Record<LegalPage, string> {
  return { terms: t("Terms"), privacy: t("Privacy"), contact: t("Contact") };
}
