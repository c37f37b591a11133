"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import { useLive } from "../photos/live.ts";
import { isOpen } from "../photos/model.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { Time } from "../ui/time.tsx";
import { describeCredits, type Item, type Order, titleOfOrder } from "./model.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderProgress } from "./order-progress.tsx";

export function OrderList({ orders }: { orders: readonly Order[] }) {
  const t = useTranslate();
  const refresh = useOrderRefresh(orders);
  return (
    <ul className="space-y-3">
      {orders.map((order) => (
        <li
          key={order.id}
          data-testid="order"
          data-status={order.status}
          className="relative flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong"
        >
          <Pictures items={order.items} />
          <div className="min-w-0 flex-1 basis-56">
            <div className="flex min-w-0 items-center gap-2.5">
              <h2 className="min-w-0 truncate font-medium text-sm">
                <Link
                  href={`/photos/orders/${order.id}`}
                  className="after:absolute after:inset-0 after:rounded-lg"
                >
                  {titleOfOrder(order, t)}
                </Link>
              </h2>
              <StatusBadge order={order} />
            </div>
            <p className="mt-0.5 text-faint text-xs">
              <Time at={order.created_at} withTime /> · {describeCredits(order, t)}
            </p>
            <OrderProgress order={order} className="mt-1" />
          </div>
          <div className="relative">
            <OrderActions order={order} onChange={refresh} withTable />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns a function that refreshes the page, and refreshes it automatically while one of these orders is open. */
export function useOrderRefresh(orders: readonly Pick<Order, "status">[]): () => void {
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  useLive(orders.some(isOpen), refresh);
  return refresh;
}

const tones: Record<Order["status"], Tone> = {
  queued: "neutral",
  running: "accent",
  completed: "success",
  canceled: "neutral",
};

export function StatusBadge({ order: { status, counts } }: { order: Order }) {
  const t = useTranslate();
  const isPartly = counts.succeeded > 0;
  if (status === "completed" && counts.failed > 0) {
    return <Badge tone={isPartly ? "warn" : "danger"}>{isPartly ? t("Partly done") : t("Failed")}</Badge>;
  }
  const texts = {
    queued: t("Waiting"),
    running: t("Being made"),
    completed: t("Done"),
    canceled: t("Canceled"),
  };
  return <Badge tone={tones[status]}>{texts[status]}</Badge>;
}

const shownPictures = 3;

/** The first pictures of an order; finished ones come first. */
function Pictures({ items }: { items: readonly Item[] }) {
  const done = items.filter(({ result_url: url }) => url !== null);
  const shown = [...done, ...items.filter((item) => !done.includes(item))].slice(0, shownPictures);
  return (
    <div className="flex w-42 shrink-0 gap-1.5 max-sm:w-full" aria-hidden>
      {shown.map(({ id, operation, result_url: url, image_url: source }) => (
        <div key={id} className="size-13 overflow-hidden rounded-md bg-sunken ring-1 ring-line">
          <Picture
            src={resizedUrl(url ?? source, "strip")}
            alt=""
            loading="lazy"
            className={cn(
              "size-full",
              operation === "remove_bg" && url ? "checkerboard object-contain" : "object-cover",
              url === null && "opacity-35",
            )}
          />
        </div>
      ))}
    </div>
  );
}
