import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLanguage } from "#components/language/server.ts";
import { CopyLook } from "#components/looks/copy-look.tsx";
import { SharedLook } from "#components/looks/shared-look.tsx";
import { SiteFrame } from "#components/shell/site-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { getUser } from "#lib/auth/page.ts";
import { look } from "#lib/contract/looks/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { findSharedLook } from "#lib/looks/share.ts";

interface PageProps {
  params: Promise<{ token: string }>;
}

// The URL grants access to the look, so it must not be indexed or sent as a referrer.
export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: "no-referrer" };

export default async function SharedLookPage({ params }: PageProps) {
  const { token } = await params;
  const [shared, user, { t }] = await Promise.all([findSharedLook(token), getUser(), getLanguage()]);
  if (!shared) notFound();
  const query = new URLSearchParams({ next: `/looks/shared/${token}` });
  return (
    <SiteFrame>
      <main id="main" className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
        <SharedLook
          name={shared.name}
          settings={look.shape.settings.parse(toWire(shared.settings))}
          actions={
            user ? (
              <CopyLook token={token} />
            ) : (
              <>
                <ButtonLink href={`/sign-up?${query}`}>{t("Create an account to use it")}</ButtonLink>
                <ButtonLink href={`/sign-in?${query}`} variant="secondary">
                  {t("Sign in")}
                </ButtonLink>
              </>
            )
          }
        />
      </main>
    </SiteFrame>
  );
}
