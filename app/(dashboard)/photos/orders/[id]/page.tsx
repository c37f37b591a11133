import { ArrowLeft, SearchX } from "lucide-react";
import { notFound } from "next/navigation";
import { getLanguage, titled } from "#components/language/server.ts";
import { titleOfOrder } from "#components/orders/model.ts";
import {
  type OrderFilter,
  OrderFilterLinks,
  OrderPhotos,
  OrderSummary,
} from "#components/orders/order-photos.tsx";
import { ReviewQueue } from "#components/orders/review-queue.tsx";
import { isOpen } from "#components/photos/model.ts";
import { TextLink } from "#components/ui/button.tsx";
import { EmptyState, MoreLink, PageHeader } from "#components/ui/page.tsx";
import { Time } from "#components/ui/time.tsx";
import { requireShownUser } from "#lib/auth/page.ts";
import { orderList } from "#lib/contract/batches/schemas.ts";
import { statusFilter } from "#lib/contract/generations/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { getBatch, listBatchItems } from "#lib/generations/batches/read.ts";
import { listKeys } from "#lib/keys/read.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { type PageOf, single } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Order"));

const pageSize = 60;

export default async function OrderPage({ params, searchParams }: PageOf<"status" | "cursor", "id">) {
  const [{ id }, given, { t }] = await Promise.all([params, searchParams, getLanguage()]);
  const user = await requireShownUser(`/photos/orders/${encodeURIComponent(id)}`);
  const status = readStatus(given.status);
  const cursor = single(given.cursor);
  const by = { userId: user.id };
  const [order, next] = await readOrder({ id, status, cursor }, by);
  const keys = await listKeys(user.id);
  const keyNames = Object.fromEntries(keys.map(({ id: keyId, name }) => [keyId, name]));
  const query = (from: string) => new URLSearchParams({ ...(status && { status }), cursor: from });
  return (
    <>
      <TextLink href="/photos/orders" className="tap mb-3 inline-flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-4" /> {t("Orders")}
      </TextLink>
      <PageHeader title={titleOfOrder(order, t)} description={<Time at={order.created_at} withTime />} />
      <OrderSummary order={order} />
      {!isOpen(order) && order.counts.succeeded > 0 && <ReviewQueue order={order} />}
      <OrderFilterLinks order={order} status={status} />
      {order.items.length > 0 ? (
        <OrderPhotos items={order.items} names={{ keys: keyNames, models: configuredModels() }} />
      ) : (
        <EmptyState icon={SearchX} title={t("Nothing here")}>
          {t("No photo of this order has this status.")}
        </EmptyState>
      )}
      <MoreLink href={next && `/photos/orders/${id}?${query(next)}`}>{t("Show more")}</MoreLink>
    </>
  );
}

function readStatus(given: string | string[] | undefined): OrderFilter {
  const { data } = statusFilter.safeParse(given);
  return data === "queued" || data === "running" ? "open" : data;
}

interface OrderQuery {
  id: string;
  status: OrderFilter;
  cursor: string | undefined;
}

/** The order with one page of its items and the next cursor. Responds with 404 if it does not exist. */
async function readOrder({ id, status, cursor }: OrderQuery, by: { userId: string }) {
  try {
    const [batch, items] = await Promise.all([
      getBatch({ id }, by),
      listBatchItems({ id, status, cursor, limit: pageSize }, by),
    ]);
    const page = { data: [{ ...batch, items: items.data }], nextCursor: items.nextCursor };
    const { data, next_cursor: next } = orderList.parse(toWire(page));
    const [order] = data;
    if (!order) throw new Error(`${id} was not read`);
    return [order, next] as const;
  } catch (error) {
    if (error instanceof ApiError && (error.code === "not_found" || error.code === "invalid_params"))
      notFound();
    throw error;
  }
}
