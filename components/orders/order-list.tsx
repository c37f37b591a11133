"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { cn } from "../ui/cn.ts";
import { formatCredits } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Time } from "../ui/time.tsx";
import { useLive } from "./live.ts";
import { type Item, isOpen, type Order, titleOfOrder } from "./model.ts";
import { OrderActions } from "./order-actions.tsx";
import { Standing } from "./standing.tsx";

/** Orders as they stand, kept up to date while the page is looked at. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
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
                <Link href={`/orders/${order.id}`} className="after:absolute after:inset-0 after:rounded-lg">
                  {titleOfOrder(order)}
                </Link>
              </h2>
              <StatusBadge order={order} />
            </div>
            <p className="mt-0.5 text-faint text-xs">
              <Time at={order.created_at} withTime /> · {describeCredits(order)}
            </p>
            <Standing order={order} className="mt-1" />
          </div>
          <div className="relative">
            <OrderActions order={order} onChange={refresh} withTable />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Renders the page of these orders anew, and keeps doing so while one of them is open. */
export function useOrderRefresh(orders: readonly Pick<Order, "status">[]): () => void {
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  useLive(orders.some(isOpen), refresh);
  return refresh;
}

export function describeCredits({ credits, status }: Pick<Order, "credits" | "status">): string {
  if (isOpen({ status })) return formatCredits(credits.reserved - credits.refunded);
  const back = credits.refunded > 0 ? `, ${credits.refunded} refunded` : "";
  return `${formatCredits(credits.used)}${back}`;
}

const badges: Record<Order["status"], { tone: Tone; text: string }> = {
  queued: { tone: "neutral", text: "Waiting" },
  running: { tone: "accent", text: "Being made" },
  completed: { tone: "success", text: "Done" },
  canceled: { tone: "neutral", text: "Canceled" },
};

export function StatusBadge({ order: { status, counts } }: { order: Order }) {
  const failed = status === "completed" && counts.failed > 0;
  const { tone, text } = failed
    ? ({
        tone: counts.succeeded > 0 ? "warn" : "danger",
        text: counts.succeeded > 0 ? "Partly done" : "Failed",
      } as const)
    : badges[status];
  return <Badge tone={tone}>{text}</Badge>;
}

const shownPictures = 3;

/** The first pictures of an order, the finished ones before those to come. */
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
