"use client";

import { RotateCcw, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { Button, ButtonLink, IconButton } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { measureOrder } from "./order.ts";
import { isBlocking } from "./state.ts";
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

/** Orders that the service has not taken: why, and the way out; they wait here meanwhile. */
export function UnsentNotice() {
  const studio = useStudio();
  const unsent = useStudioState((state) => state.unsent);
  const refused = unsent.filter(({ problem }) => problem !== null);
  const problem = refused[0]?.problem;
  const note = unsent.find((order) => order.note !== null)?.note;
  if (!problem) return note ? <Callout className="mb-4">{note}</Callout> : null;
  const way = isBlocking(problem) ? (ways[problem.code] ?? ways.invalid_api_key) : undefined;
  const photos = refused.reduce(
    (sum, { pictures, settings }) => sum + measureOrder(pictures.length, settings).total,
    0,
  );
  const kept = photos === 1 ? "The photo you asked for waits" : `The ${photos} photos you asked for wait`;
  return (
    <Callout
      tone="warn"
      className="mb-4"
      title={way?.title ?? problem.message}
      actions={
        <>
          <Button variant="ghost" size="sm" onClick={studio.discardUnsent}>
            Discard
          </Button>
          <Button variant="secondary" size="sm" onClick={studio.retryUnsent}>
            Try again
          </Button>
          {way && (
            <ButtonLink href={way.href} size="sm">
              {way.action}
            </ButtonLink>
          )}
        </>
      }
    >
      {way || !problem.fix ? `${kept} here. Nothing was charged, nothing is lost.` : problem.fix}
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
