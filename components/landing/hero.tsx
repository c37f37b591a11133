import { ButtonLink } from "../ui/button.tsx";
import { HeroCompare } from "./hero-compare.tsx";

interface HeroProps {
  signedIn: boolean;
  /** What one gets for nothing; null when there is no trial. */
  offer: string | null;
}

export function Hero({ signedIn, offer }: HeroProps) {
  return (
    <section className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-10 px-4 pt-8 pb-16 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:px-8 lg:pt-12 lg:pb-24">
      <div className="max-w-xl">
        <h1 className="font-semibold text-[2.125rem] leading-[1.08] tracking-[-0.035em] sm:text-5xl lg:text-[2.5rem] xl:text-[3.25rem]">
          <span className="block">A phone snapshot in.</span>{" "}
          <span className="block">A studio photo out.</span>
        </h1>
        <p className="mt-5 max-w-lg text-lg text-muted leading-relaxed">
          Your product is cut out, relit and set into a rendered scene. It stays exactly as it is, label and
          all; only the room changes.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href={signedIn ? "/studio" : "/sign-up"} size="lg">
            {signedIn ? "Open the studio" : "Make your first photo"}
          </ButtonLink>
          <ButtonLink href="/docs" variant="secondary" size="lg">
            Use the API
          </ButtonLink>
        </div>
        {offer && !signedIn && <p className="mt-4 text-muted text-sm">{offer}</p>}
      </div>
      <HeroCompare />
    </section>
  );
}
