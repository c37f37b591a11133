import type { Metadata } from "next";
import { ApiTeaser } from "#components/landing/api-teaser.tsx";
import { Hero } from "#components/landing/hero.tsx";
import { Pricing } from "#components/landing/pricing.tsx";
import { Questions } from "#components/landing/questions.tsx";
import { SceneGallery } from "#components/landing/scene-gallery.tsx";
import { Section } from "#components/landing/section.tsx";
import { StructuredData } from "#components/landing/structured-data.tsx";
import { StyleGallery } from "#components/landing/style-gallery.tsx";
import { TryOut } from "#components/landing/try-out.tsx";
import { offeredSets } from "#components/landing/tryout-sets.ts";
import { getLanguage } from "#components/language/server.ts";
import { SiteFrame } from "#components/shell/site-frame.tsx";
import { trialTerms } from "#lib/account-lifecycle/trial.ts";
import { isSignedIn } from "#lib/auth/page.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { env } from "#lib/platform/env.ts";
import { listSamples } from "#lib/samples/index.ts";
import { tryoutsPerAddress } from "#lib/tryouts/claim.ts";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function LandingPage() {
  const signedIn = await isSignedIn();
  const { t } = await getLanguage();
  const trial = trialTerms();
  const hasPlans = billingMode() !== "off";
  const canTry = !signedIn && env().TRYOUTS_PER_HOUR > 0;
  return (
    <SiteFrame>
      <StructuredData
        baseUrl={env().BASE_URL}
        description={t("Turn a plain product picture into a studio photo, in the browser or by API.")}
        hasPlans={hasPlans}
      />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero signedIn={signedIn} trial={trial} canTry={canTry} hasPlans={hasPlans} />
        {canTry && (
          <Section
            id="try"
            title={t("Try it without an account")}
            description={t(
              "One of our pictures or yours: a real photo from the same studio, with a watermark. {count, plural, one {One photo} other {# photos}} a day.",
              { count: tryoutsPerAddress },
            )}
          >
            <TryOut
              samples={await listSamples()}
              sets={await offeredSets()}
              trialCredits={trial?.credits ?? 0}
            />
          </Section>
        )}
        <SceneGallery signedIn={signedIn} canTry={canTry} />
        <StyleGallery />
        <ApiTeaser baseUrl={env().BASE_URL} />
        {hasPlans && <Pricing signedIn={signedIn} />}
        <Questions hasPlans={hasPlans} />
      </main>
    </SiteFrame>
  );
}
