"use client";

import { useEffect, useMemo, useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import { useRecentOrders } from "../orders/recent.ts";
import { maxOrderItems, toBatchRequest } from "./order.ts";
import { useStudioState } from "./store.ts";

/** Asked anew so long after the last change. */
const pauseMs = 500;

interface Estimate {
  credits: number;
  /** Photos and cut-outs that the account has already, and that cost nothing. */
  had: number;
}

/** What the next order costs as the service says; null until it has, and where it cannot be asked. */
export function useEstimate(): Estimate | null {
  const { sources, settings } = useStudioState((state) => state);
  const chosen = sources.flatMap(({ selected, state, imageUrl, name }) =>
    selected && state === "ready" && imageUrl ? [{ name, imageUrl }] : [],
  );
  const chosenNames = JSON.stringify(chosen);
  // The pictures as text: an upload's progress makes new objects of the same.
  const request = useMemo(() => {
    const { items } = toBatchRequest({ pictures: JSON.parse(chosenNames), settings });
    if (items.length === 0 || items.length > maxOrderItems) return null;
    return JSON.stringify({ requests: items.map(({ custom_id: _, ...item }) => item) });
  }, [chosenNames, settings]);
  // What was made since is had from then on.
  const made = useRecentOrders().reduce((sum, { counts }) => sum + counts.succeeded, 0);
  const [known, setKnown] = useState<{ of: string; estimate: Estimate } | null>(null);
  const asked = request && `${made} ${request}`;
  useEffect(() => {
    if (request === null || asked === null) return;
    const closing = new AbortController();
    const ask = async () => {
      const input = JSON.parse(request);
      const { credits, requests } = await callApi("POST /api/v1/estimate", { input, signal: closing.signal });
      const had = requests.filter((one) => one.credits === 0).length;
      setKnown({ of: asked, estimate: { credits, had } });
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [request, asked]);
  return known?.of === asked ? known.estimate : null;
}
