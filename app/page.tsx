import { cookies } from "next/headers";
import { ApiTeaser } from "#components/landing/api-teaser.tsx";
import { Hero } from "#components/landing/hero.tsx";
import { Pricing } from "#components/landing/pricing.tsx";
import { StyleGallery } from "#components/landing/style-gallery.tsx";
import { SiteFrame } from "#components/shell/site-frame.tsx";
import { parseTheme, themeCookie } from "#components/shell/theme.ts";
import { trialOffer } from "#lib/accounts/trial.ts";
import { getUser } from "#lib/auth/page.ts";
import { env } from "#lib/platform/env.ts";

export default async function LandingPage() {
  const [user, jar] = await Promise.all([getUser(), cookies()]);
  const signedIn = user !== null;
  return (
    <SiteFrame signedIn={signedIn} theme={parseTheme(jar.get(themeCookie)?.value)}>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero signedIn={signedIn} offer={trialOffer()} />
        <StyleGallery />
        <ApiTeaser baseUrl={env().BASE_URL} />
        <Pricing signedIn={signedIn} />
      </main>
    </SiteFrame>
  );
}
