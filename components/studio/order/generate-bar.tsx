"use client";

import { Images, WandSparkles } from "lucide-react";
import { type RefObject, useRef } from "react";
import type { Translate } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import { billingPath } from "../../language/reactions.ts";
import { shortTitle } from "../../photos/style-texts.ts";
import { BusyButton, ButtonLink } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { creditsText } from "../../ui/format.ts";
import { useFocusHandover } from "../../ui/hooks.ts";
import { noteDraft } from "../return-to-studio.tsx";
import { ChosenScene } from "../scenes/chosen-scene.tsx";
import { useShown } from "../shown.ts";
import { useStudioState } from "../store.ts";
import { describeOrder } from "./describe.ts";
import { DoneActions } from "./done-actions.tsx";
import { SmallPicturesNote } from "./small-pictures-note.tsx";
import type { NextOrder } from "./use-next-order.ts";
import { WarnedPictures } from "./warned-pictures.tsx";

interface GenerateBarProps {
  order: NextOrder;
  /** Whether it is in the bottom sheet of a phone's screen. */
  inSheet?: boolean;
}

/** The next step: make the photo, or if the viewer shows a finished one, download it or go on from it. */
export function GenerateBar({ order, inSheet = false }: GenerateBarProps) {
  const language = useLanguage();
  const { t } = language;
  const settings = useStudioState((state) => state.settings);
  const shown = useShown();
  const held = useRef(false);
  const finished = shown !== null && "item" in shown && shown.item.result_url !== null ? shown.item : null;
  return (
    <div
      className={cn(
        "border-line border-t bg-surface px-4 pt-4 pb-3 sm:px-5 lg:static lg:rounded-b-xl",
        // On phones, the button stays at the bottom of the screen once there is a picture.
        (order.hasSources || finished) && !inSheet
          ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20"
          : "rounded-b-xl",
        inSheet && "max-lg:pt-2.5 max-lg:pb-2.5",
      )}
    >
      {finished ? (
        <DoneActions item={finished} held={held} />
      ) : (
        <>
          <SmallPicturesNote />
          <WarnedPictures />
          <MakeButton order={order} held={held} />
        </>
      )}
      <div
        className={cn(
          "mt-2 flex min-h-7 items-center justify-center gap-x-2 text-muted text-xs",
          inSheet && "max-lg:sr-only",
        )}
      >
        {finished ? (
          <p className="min-w-0 truncate font-medium text-ink">{shortTitle(finished, language)}</p>
        ) : (
          <ChosenScene />
        )}
        <p className="figures" aria-live="polite">
          {finished
            ? t("{credits} left", { credits: creditsText(order.balance, t) })
            : describeOrder(order, settings, t)}
        </p>
      </div>
    </div>
  );
}

function MakeButton({ order, held }: { order: NextOrder; held: RefObject<boolean> }) {
  const { t } = useLanguage();
  const ref = useFocusHandover<HTMLDivElement>(held);
  const { toMake, total, credits, estimate } = order;
  const isOpen = estimate !== null && total > 0 && estimate.open.length === total;
  const isHad = estimate !== null && total > 0 && !isOpen && toMake.photos + toMake.cutouts === 0;
  return (
    <div ref={ref}>
      {isHad && total > 1 ? (
        <ButtonLink href="/photos?view=product" size="lg" className="w-full">
          <Images aria-hidden /> {t("Show the photos")}
        </ButtonLink>
      ) : order.isShort ? (
        <ButtonLink
          href={billingPath(credits - order.balance)}
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
          busy={order.sending || isOpen}
          icon={isHad ? Images : WandSparkles}
          disabled={order.pictures === 0 || order.isTooLarge}
          onClick={order.make}
          data-testid="generate"
        >
          {isOpen && t("Being made")}
          {isHad && t("Show the photo")}
          {!isOpen && !isHad && (
            <>
              {describeMake(toMake, t)}
              <span className="figures font-normal">{creditsText(credits, t)}</span>
            </>
          )}
        </BusyButton>
      )}
    </div>
  );
}

function describeMake({ photos, cutouts }: NextOrder["toMake"], t: Translate): string {
  if (photos > 1) return t("{count, plural, one {Make # photo} other {Make # photos}}", { count: photos });
  if (photos === 0 && cutouts > 0) {
    return t("{count, plural, one {Make the cut-out} other {Make # cut-outs}}", { count: cutouts });
  }
  return t("Make the photo");
}
