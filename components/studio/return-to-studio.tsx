"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { obstacleOf } from "../language/reactions.ts";
import type { StudioState } from "./state.ts";
import { storageKeyOf } from "./store.ts";

const draftKey = "studio-draft-waits";

/** Remembers that the current draft needs credits first. */
export function noteDraft(): void {
  try {
    sessionStorage.setItem(draftKey, "yes");
  } catch {
    // Storage is blocked: the user has to return with a click.
  }
}

/** After a payment: navigates to the studio if an order waits there for credits or a plan. Renders nothing. */
export function ReturnToStudio({ userId }: { userId: string }) {
  const router = useRouter();
  useEffect(() => {
    if (hasWaitingOrder(userId) || consumeDraft()) router.replace("/studio");
  }, [router, userId]);
  return null;
}

function consumeDraft(): boolean {
  try {
    const waits = sessionStorage.getItem(draftKey) !== null;
    sessionStorage.removeItem(draftKey);
    return waits;
  } catch {
    return false;
  }
}

function hasWaitingOrder(userId: string): boolean {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKeyOf(userId)) ?? "null") as {
      state?: Pick<StudioState, "unsent">;
    } | null;
    return stored?.state?.unsent.some(({ problem }) => obstacleOf(problem) !== null) ?? false;
  } catch {
    return false;
  }
}
