"use client";

import { Button, ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { useStudio } from "./use-studio.ts";
import { isBlocked } from "./work.ts";

const ways: Record<string, { title: string; action: string; href: string }> = {
  insufficient_credits: { title: "Your credits ran out", action: "Get credits", href: "/billing" },
  no_active_subscription: {
    title: "Making photos needs an active plan",
    action: "Choose a plan",
    href: "/billing",
  },
  invalid_api_key: { title: "You are signed out", action: "Sign in", href: "/sign-in?next=%2Fstudio" },
};

/** What keeps asked-for photos from being made, and the way out; the photos wait here meanwhile. */
export function BlockedNotice() {
  const { studio, state } = useStudio();
  const blocked = state.shots.filter(isBlocked);
  const code = blocked[0]?.problem?.code ?? "";
  const way = ways[code] ?? ways.invalid_api_key;
  if (blocked.length === 0 || !way) return null;
  const photos =
    blocked.length === 1
      ? "The photo you asked for waits"
      : `The ${blocked.length} photos you asked for wait`;
  return (
    <Callout
      tone="warn"
      className="mb-4"
      title={way.title}
      actions={
        <>
          <Button variant="secondary" size="sm" onClick={studio.retryBlocked}>
            Try again
          </Button>
          <ButtonLink href={way.href} size="sm">
            {way.action}
          </ButtonLink>
        </>
      }
    >
      {photos} here. Nothing was charged, nothing is lost.
    </Callout>
  );
}
