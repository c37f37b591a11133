"use client";

import { WandSparkles } from "lucide-react";
import { generationCost } from "#lib/generators/styles.ts";
import { type Balance, useBalance } from "../shell/balance-store.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { useStudio } from "./use-studio.ts";

/** The button that makes the photos, with what they cost and what will be left. */
export function GenerateBar({ balance }: { balance: Balance }) {
  const { studio, state } = useStudio();
  const { total } = useBalance(balance);
  const { sources, shots, settings } = state;
  const chosen = sources.filter(({ selected, state }) => selected && state === "ready").length;
  const coming = sources.some(({ state }) => state === "uploading" || state === "waiting");
  const each = generationCost(settings.style, settings.resolution);
  // What is queued already will be taken before this.
  const promised = shots
    .filter(({ kind, state }) => kind === "photo" && (state === "waiting" || state === "running"))
    .reduce((sum, shot) => sum + generationCost(shot.settings.style, shot.settings.resolution), 0);
  const cost = each * Math.max(1, chosen);
  const left = total - promised - cost;
  const short = chosen > 0 && left < 0;
  return (
    <div
      className={cn(
        "border-line border-t bg-surface px-4 pt-4 pb-3 sm:px-5 lg:static lg:rounded-b-xl",
        // On phones the button is at the thumb as soon as there is a picture, wherever one has scrolled.
        sources.length > 0
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
          <span className="figures font-normal">{credits(cost)}</span>
        </Button>
      )}
      <p className="figures mt-2 text-center text-muted text-xs" aria-live="polite">
        {explain()}
      </p>
    </div>
  );

  function explain(): string {
    if (short) return `This costs ${credits(cost)}, and ${credits(Math.max(0, total - promised))} are left.`;
    if (chosen > 0) return `${credits(left)} left after that`;
    if (coming) return "One moment, your picture is on its way";
    return sources.length > 0 ? "Choose at least one picture" : "Add a picture to begin";
  }
}

function credits(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "credit" : "credits"}`;
}
