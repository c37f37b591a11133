"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { obstacleOf } from "../language/reactions.ts";
import type { StudioState } from "./state.ts";
import { storageKeyOf } from "./store.ts";

/** After a payment: returns to the studio if an order waits there for credits or a plan. Renders nothing. */
export function ReturnToStudio({ userId }: { userId: string }) {
  const router = useRouter();
  useEffect(() => {
    if (hasWaitingOrder(userId)) router.replace("/studio");
  }, [router, userId]);
  return null;
}

function hasWaitingOrder(userId: string): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKeyOf(userId)) ?? "null") as {
      state?: Pick<StudioState, "unsent">;
    } | null;
    return kept?.state?.unsent.some(({ problem }) => obstacleOf(problem) !== null) ?? false;
  } catch {
    return false;
  }
}
