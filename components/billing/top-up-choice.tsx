import type { FormAction } from "#lib/auth/form.ts";
import { formatPrice } from "#lib/plans/catalog.ts";
import { offer } from "#lib/plans/offer.ts";
import { getLanguage } from "../language/server.ts";
import { ActionForm } from "../ui/form.tsx";
import { creditsText } from "../ui/format.ts";

export async function TopUpChoice({ buy }: { buy: FormAction }) {
  const { t, locale } = await getLanguage();
  const { topUps, sizes } = offer();
  return (
    <section aria-labelledby="topups-title">
      <h2 id="topups-title" className="font-semibold text-base">
        {t("Top up")}
      </h2>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        {t("Bought once, on top of a plan. They never expire.")}
      </p>
      <ul className="grid gap-3 sm:grid-cols-3">
        {sizes.map((size) => {
          const { credits, priceCents } = topUps[size];
          const name = creditsText(credits, t);
          return (
            <li
              key={size}
              className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-5 py-4 shadow-card"
            >
              <p className="figures">
                <span className="block font-medium text-sm">{name}</span>
                <span className="text-muted text-sm">{formatPrice(priceCents, { locale })}</span>
              </p>
              <ActionForm action={buy} fields={{ size }} variant="secondary" size="sm">
                {t("Buy")}
                <span className="sr-only"> {name}</span>
              </ActionForm>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
