"use client";

import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { Details, type Names } from "../gallery/details.tsx";
import { Tile } from "../gallery/tile.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import type { Item, Order } from "./model.ts";
import { OrderActions } from "./order-actions.tsx";
import { describeCredits, StatusBadge, useOrderRefresh } from "./order-list.tsx";
import { Standing } from "./standing.tsx";

/** How an order stands and what can be done with it, kept up to date. */
export function OrderSummary({ order }: { order: Order }) {
  const refresh = useOrderRefresh([order]);
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge order={order} />
          <span className="figures text-muted">{describeCredits(order)}</span>
        </p>
        <Standing order={order} className="mt-1.5" />
      </div>
      <OrderActions order={order} onChange={refresh} withTable />
    </Card>
  );
}

const filters = [
  { status: undefined, label: "All" },
  { status: "open", label: "Being made" },
  { status: "succeeded", label: "Done" },
  { status: "failed", label: "Failed" },
  { status: "canceled", label: "Canceled" },
] as const;

export type OrderFilter = (typeof filters)[number]["status"];

/** Narrows the photos of an order. Links: they also work before scripts run. */
export function OrderFilterLinks({ order, status }: { order: Order; status: OrderFilter }) {
  const { counts } = order;
  const countOf = {
    ...{ open: counts.queued + counts.running, succeeded: counts.succeeded },
    ...{ failed: counts.failed, canceled: counts.canceled },
  };
  return (
    <nav aria-label="Status" className="mb-5 flex gap-1.5 overflow-x-auto">
      {filters
        .filter(({ status: one }) => one === undefined || one === status || countOf[one] > 0)
        .map(({ status: one, label }) => (
          <Link
            key={label}
            href={`/orders/${order.id}${one ? `?status=${one}` : ""}`}
            aria-current={one === status ? "page" : undefined}
            className={cn(
              "figures whitespace-nowrap rounded-full border px-3 py-1 text-sm transition-colors",
              one === status
                ? "border-accent-ink bg-accent-soft text-accent-ink"
                : "border-line text-muted hover:border-line-strong hover:text-ink",
            )}
          >
            {label} {one === undefined ? counts.total : countOf[one]}
          </Link>
        ))}
    </nav>
  );
}

interface OrderPhotosProps {
  items: readonly Item[];
  names: Names;
}

const eagerTiles = 8;

/** The photos of an order in the order in which they were asked for. */
export function OrderPhotos({ items, names }: OrderPhotosProps) {
  const refresh = useOrderRefresh([]);
  const [shownId, setShownId] = useState<string | null>(null);
  const at = items.findIndex(({ id }) => id === shownId);
  const neighbor = (step: number) => {
    const item = at < 0 ? undefined : items[at + step];
    return item ? () => setShownId(item.id) : undefined;
  };
  const remove = async (id: string) => {
    try {
      await callApi("DELETE /api/v1/generations/{id}", { params: { id } });
      toast.success("Deleted");
      setShownId(items[at + 1]?.id ?? items[at - 1]?.id ?? null);
    } catch (error) {
      toast.error(error instanceof ApiProblem ? error.message : "There is no connection to the service.");
    }
    refresh();
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5">
        {items.map((item, index) => (
          <Tile
            key={item.custom_id ?? item.id}
            entry={item}
            name={item.custom_id}
            eager={index < eagerTiles}
            onShow={() => setShownId(item.id)}
          />
        ))}
      </ul>
      <Details
        entry={items[at] ?? null}
        names={names}
        onClose={() => setShownId(null)}
        onPrevious={neighbor(-1)}
        onNext={neighbor(1)}
        onDelete={remove}
      />
    </>
  );
}
