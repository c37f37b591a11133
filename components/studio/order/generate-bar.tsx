"use client";

import { WandSparkles } from "lucide-react";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { billingPath } from "../../language/reactions.ts";
import type { Settings } from "../../photos/settings.ts";
import { BusyButton, ButtonLink } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { creditsText } from "../../ui/format.ts";
import { noteDraft } from "../return-to-studio.tsx";
import { useStudioState } from "../store.ts";
import { maxOrderItems } from "./request.ts";
import { SmallPicturesNote } from "./small-pictures-note.tsx";
import type { NextOrder } from "./use-next-order.ts";
import { WarnedPictures } from "./warned-pictures.tsx";

interface GenerateBarProps {
  order: NextOrder;
  /** Whether it is in the bottom sheet of a phone's screen. */
  inSheet?: boolean;
}

export function GenerateBar({ order, inSheet = false }: GenerateBarProps) {
  const t = useTranslate();
  const settings = useStudioState((state) => state.settings);
  const { pictures, photos, hasSources, uploading, isTooLarge, sending, credits, left, estimate } = order;
  return (
    <div
      className={cn(
        "border-line border-t bg-surface px-4 pt-4 pb-3 sm:px-5 lg:static lg:rounded-b-xl",
        // On phones, the button stays at the bottom of the screen once there is a picture.
        hasSources && !inSheet
          ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20"
          : "rounded-b-xl",
        inSheet && "max-lg:pt-2.5 max-lg:pb-2.5",
      )}
    >
      <SmallPicturesNote />
      <WarnedPictures />
      {order.isShort ? (
        <ButtonLink
          href={billingPath(order.credits - order.balance)}
          size="lg"
          className="w-full"
          onClick={noteDraft}
        >
          {t("Get credits")}
        </ButtonLink>
      ) : (
        <BusyButton
          size="lg"
          className="w-full"
          busy={sending}
          icon={WandSparkles}
          disabled={pictures === 0 || isTooLarge}
          onClick={order.make}
          data-testid="generate"
        >
          {photos > 1
            ? t("{count, plural, one {Make # photo} other {Make # photos}}", { count: photos })
            : t("Make the photo")}
          <span className="figures font-normal">{creditsText(credits, t)}</span>
        </BusyButton>
      )}
      <p
        className={cn("figures mt-2 text-center text-muted text-xs", inSheet && "max-lg:sr-only")}
        aria-live="polite"
      >
        {explain()}
      </p>
    </div>
  );

  function explain(): string {
    if (isTooLarge) {
      return t("An order has up to {most, number} photos, and this would be {count, number}", {
        most: maxOrderItems,
        count: order.total,
      });
    }
    if (order.isShort) {
      return t("This costs {price}, and {rest} are left.", {
        price: creditsText(credits, t),
        rest: creditsText(order.balance, t),
      });
    }
    if (pictures > 0) {
      const factors = factorsOf(settings, t);
      const several = t("{count, plural, one {# picture} other {# pictures}}", { count: pictures });
      const what = [...(pictures > 1 ? [several] : []), ...factors].join(" × ");
      const cutouts = t("{count, plural, one {# cut-out} other {# cut-outs}}", { count: order.cutouts });
      const extra = order.cutouts > 0 ? ` + ${cutouts}` : "";
      const sum = factors.length > 0 || extra ? [`${what || t("1 photo")}${extra}`] : [];
      const had = estimate && estimate.had > 0 ? [describeHad(estimate.had, order.total, t)] : [];
      const open = estimate && estimate.open.length > 0 ? [describeOpen(estimate.open.length, t)] : [];
      return [
        ...sum,
        ...had,
        ...open,
        t("{credits} left after that", { credits: creditsText(left, t) }),
      ].join(" · ");
    }
    if (uploading) return t("One moment, your picture is on its way");
    return hasSources ? t("Choose at least one picture") : t("Add a picture to begin");
  }
}

function describeHad(count: number, total: number, t: Translate): string {
  return count === total
    ? t("{count, plural, one {You have this already: free} other {You have all # already: free}}", { count })
    : t(
        "{count, plural, one {You have # of these already: free} other {You have # of these already: free}}",
        {
          count,
        },
      );
}

function describeOpen(count: number, t: Translate): string {
  return t("{count, plural, one {# is being made already} other {# are being made already}}", { count });
}

/** The factors by which an order multiplies its pictures: `2 styles`, `3 sizes`. */
export function factorsOf(
  { styles, aspectRatios, resolutions, marketplaces, seeds }: Settings,
  t: Translate,
): string[] {
  const isCustom = marketplaces.length === 0;
  const factors: [number, string][] = [
    [styles.length, t("{count, plural, one {# style} other {# styles}}", { count: styles.length })],
    [
      isCustom ? aspectRatios.length : 1,
      t("{count, plural, one {# shape} other {# shapes}}", { count: aspectRatios.length }),
    ],
    [
      isCustom ? resolutions.length : 1,
      t("{count, plural, one {# size} other {# sizes}}", { count: resolutions.length }),
    ],
    [
      marketplaces.length,
      t("{count, plural, one {# place} other {# places}}", { count: marketplaces.length }),
    ],
    [seeds.length, t("{count, plural, one {# version} other {# versions}}", { count: seeds.length })],
  ];
  return factors.filter(([count]) => count > 1).map(([, text]) => text);
}
