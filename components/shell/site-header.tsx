import Link from "next/link";
import { ButtonLink } from "../ui/button.tsx";
import { Logo } from "./logo.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The header of the public pages. */
export function SiteHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 border-transparent border-b bg-canvas/88 backdrop-blur-lg">
      <SkipLink />
      <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-4 sm:px-6 lg:px-8">
        <Logo compact />
        <nav aria-label="Site" className="flex items-center gap-1 sm:gap-2">
          <HeaderLink href="/#styles" className="max-md:hidden">
            Styles
          </HeaderLink>
          <HeaderLink href="/#pricing" className="max-md:hidden">
            Pricing
          </HeaderLink>
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

function HeaderLink({ className = "", ...rest }: { href: string; className?: string; children: string }) {
  return (
    <Link
      className={`rounded-md px-2.5 py-1.5 font-medium text-muted text-sm transition-colors hover:text-ink ${className}`}
      {...rest}
    />
  );
}
