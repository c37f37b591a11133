import { resolutions } from "#lib/contract/photos/styles.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer, photoCostRange, smallestPlan } from "#lib/plans/offer.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";
import { getLanguage } from "../language/server.ts";
import { ButtonLink } from "../ui/button.tsx";
import { CheckList } from "../ui/check-list.tsx";
import { HeroCompare } from "./hero-compare.tsx";
import { heroScenes } from "./scene-examples.ts";

interface HeroProps {
  signedIn: boolean;
  /** The trial; null when there is none. */
  trial: { days: number; credits: number } | null;
  /** Whether visitors can make a photo here without an account. */
  canTry: boolean;
  hasPlans: boolean;
}

export async function Hero({ signedIn, trial, canTry, hasPlans }: HeroProps) {
  const { t, locale } = await getLanguage();
  const names = new Map(sceneCatalogue().map(({ id, name }) => [id, name]));
  const cost = photoCostRange(resolutions[0]).least;
  const { plans, tiers } = offer();
  const cheapest = Math.min(...tiers.map((tier) => plans[tier].priceCents / plans[tier].monthlyCredits));
  const facts = [
    ...(hasPlans
      ? [
          t("From {price} a photo, plans from {plan} a month", {
            price: formatPrice(cheapest * cost, { locale }),
            plan: formatPrice(smallestPlan().plan.priceCents, { locale }),
          }),
        ]
      : []),
    ...(trial && !signedIn
      ? [
          t("{credits} credits free for {days, plural, one {a day} other {# days}}, no card needed", {
            ...trial,
          }),
        ]
      : []),
    t("A photo that fails costs nothing"),
  ];
  return (
    <section className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-8 px-4 pt-5 pb-16 sm:px-6 sm:pt-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:px-8 lg:pt-12 lg:pb-20">
      <div className="max-w-xl">
        <p className="font-medium text-accent-ink text-sm">
          {t("For everyone who sells online and has a phone, not a photo studio")}
        </p>
        <h1 className="mt-3 font-semibold text-[2.125rem] leading-[1.08] tracking-[-0.035em] sm:text-5xl lg:text-[2.5rem] xl:text-[3.25rem]">
          <span className="block">{t("A phone snapshot in.")}</span>{" "}
          <span className="block">{t("A studio photo out.")}</span>
        </h1>
        <p className="mt-4 max-w-lg text-muted leading-relaxed sm:mt-5 sm:text-lg">
          {t(
            "Your product is cut out, relit and set into a rendered scene. It stays exactly as it is, label and all; only the room changes.",
          )}
        </p>
        <div className="mt-6 flex flex-wrap gap-3 sm:mt-8">
          <ButtonLink href={signedIn ? "/studio" : "/sign-up"} size="lg">
            {signedIn ? t("Open the studio") : t("Make your first photo")}
          </ButtonLink>
          <ButtonLink href={canTry ? "#try" : "/docs"} variant="secondary" size="lg">
            {canTry ? t("Try without an account") : t("Use the API")}
          </ButtonLink>
        </div>
        <CheckList facts={facts} className="figures mt-5 sm:mt-6" />
      </div>
      <HeroCompare scenes={heroScenes.map((scene) => [scene, names.get(scene)?.[locale] ?? scene])} />
    </section>
  );
}
