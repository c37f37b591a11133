"use client";

import { WandSparkles } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { formatCount } from "#lib/billing/money.ts";
import { type Balance, useBalance } from "../shell/balance.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { formatCredits, formatPlural } from "../ui/format.ts";
import { Spinner } from "../ui/progress.tsx";
import { maxOrderItems, type Settings } from "./order.ts";
import { orderSummary } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";

interface GenerateBarProps {
  balance: Balance;
  /** Stands in a sheet that is at the thumb itself. */
  inSheet?: boolean;
}

export function GenerateBar({ balance, inSheet = false }: GenerateBarProps) {
  const studio = useStudio();
  const { total } = useBalance(balance);
  const order = useStudioState(useShallow(orderSummary));
  const factors = useStudioState(useShallow(({ settings }) => factorsOf(settings)));
  const { pictures, photos, credits, hasSources, uploading, isTooLarge, sending } = order;
  const left = total - credits;
  const short = pictures > 0 && left < 0 && !sending;
  return (
    <div
      className={cn(
        "border-line border-t bg-surface px-4 pt-4 pb-3 sm:px-5 lg:static lg:rounded-b-xl",
        // On phones the button is at the thumb as soon as there is a picture, wherever one has scrolled.
        hasSources && !inSheet
          ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20"
          : "rounded-b-xl",
        inSheet && "max-lg:pt-2.5 max-lg:pb-2.5",
      )}
    >
      {short ? (
        <ButtonLink href="/billing" size="lg" className="w-full">
          Get credits
        </ButtonLink>
      ) : (
        <Button
          size="lg"
          className="w-full"
          disabled={pictures === 0 || isTooLarge}
          aria-busy={sending}
          aria-disabled={sending}
          onClick={() => !sending && studio.order()}
          data-testid="generate"
        >
          {sending ? <Spinner /> : <WandSparkles aria-hidden />}
          {photos > 1 ? `Make ${formatPlural(photos, "photo")}` : "Make the photo"}
          <span className="figures font-normal">{formatCredits(credits)}</span>
        </Button>
      )}
      <p className="figures mt-2 text-center text-muted text-xs" aria-live="polite">
        {explain()}
      </p>
    </div>
  );

  function explain(): string {
    if (isTooLarge) {
      return `An order has up to ${formatCount(maxOrderItems)} photos, and this would be ${formatCount(order.total)}`;
    }
    if (short) return `This costs ${formatCredits(credits)}, and ${formatCredits(total)} are left.`;
    if (pictures > 0) {
      const what = [...(pictures > 1 ? [formatPlural(pictures, "picture")] : []), ...factors].join(" × ");
      const extra = order.cutouts > 0 ? ` + ${formatPlural(order.cutouts, "cut-out")}` : "";
      const sum = factors.length > 0 || extra ? [`${what || "1 photo"}${extra}`] : [];
      return [...sum, `${formatCredits(left)} left after that`].join(" · ");
    }
    if (uploading) return "One moment, your picture is on its way";
    return hasSources ? "Choose at least one picture" : "Add a picture to begin";
  }
}

/** What multiplies the pictures of an order: `2 styles`, `3 sizes`. */
function factorsOf({ styles, aspectRatios, resolutions }: Settings): string[] {
  const factors = [
    { noun: "style", count: styles.length },
    { noun: "shape", count: aspectRatios.length },
    { noun: "size", count: resolutions.length },
  ];
  return factors.filter(({ count }) => count > 1).map(({ noun, count }) => formatPlural(count, noun));
}
