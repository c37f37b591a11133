"use client";

import { RotateCcw, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { Button, ButtonLink, IconButton } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { isBlocked } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";

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
  const studio = useStudio();
  const blocked = useStudioState(useShallow(({ generations }) => generations.filter(isBlocked)));
  const code = blocked[0]?.problem?.code ?? "";
  const way = ways[code] ?? ways.invalid_api_key;
  if (blocked.length === 0 || !way) return null;
  const { length } = blocked;
  const photos = length === 1 ? "The photo you asked for waits" : `The ${length} photos you asked for wait`;
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

/** The pictures that could not be taken, each with the reason and the way on. */
export function FailedPictures() {
  const studio = useStudio();
  const failed = useStudioState(
    useShallow(({ sources }) => sources.filter((source) => source.state === "failed")),
  );
  if (failed.length === 0) return null;
  return (
    <ul className="mb-4 space-y-2">
      {failed.map((source) => (
        <li
          key={source.id}
          className="flex items-center gap-3 rounded-lg bg-danger-soft py-2 pr-2 pl-3.5 text-danger-ink text-sm"
        >
          <p role="alert" className="min-w-0 flex-1">
            <b className="break-all font-medium">{source.name}</b> — {source.problem}
          </p>
          {!source.rejected && (
            <Button variant="secondary" size="sm" onClick={() => studio.retryUpload(source.id)}>
              <RotateCcw aria-hidden /> Retry
            </Button>
          )}
          <IconButton
            icon={X}
            size="icon-sm"
            label={`Dismiss ${source.name}`}
            onClick={() => studio.remove(source.id)}
          />
        </li>
      ))}
    </ul>
  );
}
