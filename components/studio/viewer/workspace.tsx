"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { Fragment, type RefObject } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { type Item, type Order, titleOfOrder } from "../../orders/model.ts";
import { OrderActions } from "../../orders/order-actions.tsx";
import { OrderProgress } from "../../orders/order-progress.tsx";
import { refreshOrders, useRecentOrders } from "../../orders/recent.ts";
import { cancelItem } from "../../photos/actions.ts";
import { isOpen, sourceOf } from "../../photos/model.ts";
import { StatusIcon } from "../../photos/status-icon.tsx";
import { shortTitle } from "../../photos/style-texts.ts";
import { TextLink } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { useFocusHandover } from "../../ui/hooks.ts";
import { Picture } from "../../ui/picture.tsx";
import { PictureTray } from "../pictures/tray.tsx";
import { itemKey, useIsShown } from "../shown.ts";
import { useStudio } from "../store.ts";
import { Viewer } from "./viewer.tsx";

/** Takes over the focus from the first picture's buttons. */
export function Workspace({ held }: { held: RefObject<boolean> }) {
  const ref = useFocusHandover<HTMLDivElement>(held, "[data-testid=picture] button");
  return (
    <div ref={ref} className="space-y-4">
      <PictureTray />
      <OrderBars />
      <Viewer />
    </div>
  );
}

/** Open orders with several photos, and the newest such order. */
function OrderBars() {
  const t = useTranslate();
  const together = useRecentOrders().filter(({ counts }) => counts.total > 1);
  return (
    <ul aria-label={t("Orders")} className="space-y-2 empty:hidden">
      {together
        .filter((order, index) => index === 0 || isOpen(order))
        .map((order) => (
          <OrderBar key={order.id} order={order} />
        ))}
    </ul>
  );
}

/** The photos of open and recent orders, without canceled ones. */
export function RecentPhotos() {
  const t = useTranslate();
  const orders = useRecentOrders();
  const groups = orders
    .map((order) => ({ order, items: order.items.filter(({ status }) => status !== "canceled") }))
    .filter(({ items }) => items.length > 0);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="photos-title">
      <div className="mt-6 mb-3 flex items-baseline justify-between gap-3">
        <h2 id="photos-title" className="font-semibold text-sm">
          {t("Recent photos")}
        </h2>
        <span className="flex gap-4 text-sm">
          <TextLink href="/photos/orders" className="tap">
            {t("All orders")}
          </TextLink>
          <TextLink href="/photos" className="tap">
            {t("All photos")}
          </TextLink>
        </span>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
        {groups.map(({ order, items }) => (
          <Fragment key={order.id}>
            {items.map((item) => (
              <ItemTile key={itemKey(item)} item={item} />
            ))}
            {order.counts.total > order.items.length && (
              <li>
                <Link
                  href={`/photos/orders/${order.id}`}
                  className="grid aspect-square place-items-center rounded-lg border border-line-strong border-dashed p-2 text-center text-muted text-xs transition-colors hover:border-accent-ink hover:text-accent-ink"
                >
                  {t("The whole order")}
                </Link>
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

function OrderBar({ order }: { order: Order }) {
  const t = useTranslate();
  return (
    <li
      data-testid="order"
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-64">
        <TextLink href={`/photos/orders/${order.id}`} className="block truncate text-sm touch:py-3">
          {titleOfOrder(order, t)}
        </TextLink>
        <OrderProgress order={order} className="mt-0.5" />
      </div>
      <OrderActions order={order} onChange={refreshOrders} />
    </li>
  );
}

function describeStatus(status: Item["status"], t: Translate): string {
  const texts: Record<Item["status"], string> = {
    queued: t("waiting"),
    running: t("being made"),
    succeeded: t("done"),
    failed: t("failed"),
    canceled: t("canceled"),
  };
  return texts[status];
}

function ItemTile({ item }: { item: Item }) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const { status, result_url: resultUrl, image_url: imageUrl, operation } = item;
  const key = itemKey(item);
  const shown = useIsShown(key);
  const title = shortTitle(item, language);
  const { name } = sourceOf(item);
  return (
    <li className="group relative" data-testid="generation" data-state={status}>
      <button
        type="button"
        onClick={() => studio.show(key)}
        aria-pressed={shown}
        aria-label={t("Show {title} of {name}, {status}", { title, name, status: describeStatus(status, t) })}
        className={cn(
          "relative block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow",
          shown && "ring-2 ring-accent",
        )}
      >
        <Picture
          src={resizedUrl(resultUrl ?? imageUrl, "strip")}
          alt=""
          loading="lazy"
          className={cn(
            "size-full",
            operation === "remove_bg" && resultUrl ? "checkerboard object-contain" : "object-cover",
            status !== "succeeded" && "opacity-35",
          )}
        />
        {status !== "succeeded" && (
          <span className="absolute inset-0 grid place-items-center text-ink">
            <StatusIcon status={status} className="size-5" />
          </span>
        )}
      </button>
      {status === "queued" && (
        <button
          type="button"
          onClick={() => cancelItem(item.id, language).then(refreshOrders)}
          aria-label={t("Cancel {title} of {name}", { title, name })}
          className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full bg-raised text-muted shadow-float hover:text-ink touch:after:absolute touch:after:-inset-2.5"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <p className="mt-1.5 truncate text-muted text-xs">{title}</p>
    </li>
  );
}
