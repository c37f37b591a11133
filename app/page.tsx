import { ApiTeaser } from "#components/landing/api-teaser.tsx";
import { Hero } from "#components/landing/hero.tsx";
import { Pricing } from "#components/landing/pricing.tsx";
import { StyleGallery } from "#components/landing/style-gallery.tsx";
import { SiteFrame } from "#components/shell/site-frame.tsx";
import { trialOffer } from "#lib/accounts/trial.ts";
import { getUser } from "#lib/auth/page.ts";
import { env } from "#lib/platform/env.ts";

export default async function LandingPage() {
  const signedIn = (await getUser()) !== null;
  return (
    <SiteFrame>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero signedIn={signedIn} offer={trialOffer()} />
        <StyleGallery />
        <ApiTeaser baseUrl={env().BASE_URL} />
        <Pricing signedIn={signedIn} />
      </main>
    </SiteFrame>
  );
}
