"use client";

import { useEffect, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { isOpen } from "../photos/model.ts";
import { cn } from "../ui/cn.ts";
import { Progress } from "../ui/progress.tsx";
import { countEnded, describeProgress, describeSecondsLeft, type Order } from "./model.ts";

/** Counts an estimate down until the next response. */
export function SecondsLeft({ seconds }: { seconds: number | null }) {
  const t = useTranslate();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return;
    const timer = setInterval(
      () => setLeft((known) => (known === null ? null : Math.max(1, known - 1))),
      1_000,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  return left === null ? null : describeSecondsLeft(left, t);
}

/** The status of an order as text, with a progress bar while it is open. */
export function OrderProgress({ order, className }: { order: Order; className?: string }) {
  const t = useTranslate();
  const open = isOpen(order);
  return (
    <div className={cn("min-w-0", className)}>
      <p className="figures text-muted text-sm" data-testid="order-progress">
        {describeProgress(order, t)}
        {open && (
          <>
            ,{" "}
            {order.eta_seconds === null ? (
              t("paused: it continues automatically when the studio is back")
            ) : (
              <SecondsLeft seconds={order.eta_seconds} />
            )}
          </>
        )}
      </p>
      {open && (
        <Progress
          value={countEnded(order) / order.counts.total}
          label={t("Progress of the order")}
          className="mt-2"
        />
      )}
    </div>
  );
}
