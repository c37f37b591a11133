"use client";

import Link from "next/link";
import { useState } from "react";
import { Details } from "../gallery/details.tsx";
import type { Names } from "../gallery/facts.tsx";
import { Tile } from "../gallery/tile.tsx";
import { useDeletion } from "../gallery/use-deletion.ts";
import { useTranslate } from "../language/language.tsx";
import { pillClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { describeCredits, type Item, type Order } from "./model.ts";
import { OrderActions } from "./order-actions.tsx";
import { StatusBadge, useOrderRefresh } from "./order-list.tsx";
import { OrderProgress } from "./order-progress.tsx";

export function OrderSummary({ order }: { order: Order }) {
  const t = useTranslate();
  const refresh = useOrderRefresh([order]);
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge order={order} />
          <span className="figures text-muted">{describeCredits(order, t)}</span>
        </p>
        <OrderProgress order={order} className="mt-1.5" />
      </div>
      <OrderActions order={order} onChange={refresh} withTable />
    </Card>
  );
}

const filters = [undefined, "open", "succeeded", "failed", "canceled"] as const;

export type OrderFilter = (typeof filters)[number];

/** Filters the photos of an order, with links that also work without scripts. */
export function OrderFilterLinks({ order, status }: { order: Order; status: OrderFilter }) {
  const t = useTranslate();
  const { counts } = order;
  const labels = {
    all: t("All"),
    open: t("Being made"),
    succeeded: t("Done"),
    failed: t("Failed"),
    canceled: t("Canceled"),
  };
  const countOf = {
    open: counts.queued + counts.running,
    succeeded: counts.succeeded,
    failed: counts.failed,
    canceled: counts.canceled,
  };
  return (
    <nav aria-label={t("Status")} className="mb-5 flex gap-1.5 overflow-x-auto">
      {filters
        .filter((one) => one === undefined || one === status || countOf[one] > 0)
        .map((one) => (
          <Link
            key={one ?? "all"}
            href={`/photos/orders/${order.id}${one ? `?status=${one}` : ""}`}
            aria-current={one === status ? "page" : undefined}
            className={cn(pillClass, "figures px-3 text-sm")}
          >
            {labels[one ?? "all"]} {one === undefined ? counts.total : countOf[one]}
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

export function OrderPhotos({ items, names }: OrderPhotosProps) {
  const refresh = useOrderRefresh([]);
  const [renamed, setRenamed] = useState<ReadonlyMap<string, Item>>(new Map());
  const { hidden, canUndo, remove, undo } = useDeletion(refresh);
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = items
    .filter(({ id }) => !hidden.has(id))
    .map((item) => ({ ...item, ...wordsOf(renamed.get(item.id) ?? item) }));
  const at = shown.findIndex(({ id }) => id === shownId);
  const neighbor = (step: number) => {
    const item = at < 0 ? undefined : shown[at + step];
    return item ? () => setShownId(item.id) : undefined;
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-4 xl:grid-cols-5">
        {shown.map((item, index) => (
          <Tile
            key={item.custom_id ?? item.id}
            entry={item}
            eager={index < eagerTiles}
            onShow={() => setShownId(item.id)}
          />
        ))}
      </ul>
      <Details
        entry={shown[at] ?? null}
        names={names}
        onChange={(item) => setRenamed((known) => new Map(known).set(item.id, item))}
        onClose={() => setShownId(null)}
        onPrevious={neighbor(-1)}
        onNext={neighbor(1)}
        onDelete={(id) => {
          setShownId(shown[at + 1]?.id ?? shown[at - 1]?.id ?? null);
          remove([id]);
        }}
        onUndo={canUndo ? undo : undefined}
      />
    </>
  );
}

function wordsOf({ title, metadata }: Item) {
  return { title, metadata };
}
