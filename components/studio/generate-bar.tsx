"use client";

import { WandSparkles } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { type Balance, useBalance } from "../shell/balance.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { formatCredits } from "../ui/format.ts";
import { orderSummary } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";

export function GenerateBar({ balance }: { balance: Balance }) {
  const studio = useStudio();
  const { total } = useBalance(balance);
  const { chosen, hasSources, uploading, cost, promised } = useStudioState(useShallow(orderSummary));
  const left = total - promised - cost;
  const short = chosen > 0 && left < 0;
  return (
    <div
      className={cn(
        "border-line border-t bg-surface px-4 pt-4 pb-3 sm:px-5 lg:static lg:rounded-b-xl",
        // On phones the button is at the thumb as soon as there is a picture, wherever one has scrolled.
        hasSources
          ? "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-20"
          : "rounded-b-xl",
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
          disabled={chosen === 0}
          onClick={studio.generate}
          data-testid="generate"
        >
          <WandSparkles aria-hidden />
          {chosen > 1 ? `Make ${chosen} photos` : "Make the photo"}
          <span className="figures font-normal">{formatCredits(cost)}</span>
        </Button>
      )}
      <p className="figures mt-2 text-center text-muted text-xs" aria-live="polite">
        {explain()}
      </p>
    </div>
  );

  function explain(): string {
    if (short)
      return `This costs ${formatCredits(cost)}, and ${formatCredits(Math.max(0, total - promised))} are left.`;
    if (chosen > 0) return `${formatCredits(left)} left after that`;
    if (uploading) return "One moment, your picture is on its way";
    return hasSources ? "Choose at least one picture" : "Add a picture to begin";
  }
}
