import { PackageOpen } from "lucide-react";
import { getLanguage, titled } from "#components/language/server.ts";
import { OrderList } from "#components/orders/order-list.tsx";
import { PhotosTabs } from "#components/shell/sections.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, MoreLink, PageHeader } from "#components/ui/page.tsx";
import { requireShownUser } from "#lib/auth/page.ts";
import { orderList } from "#lib/contract/batches/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { listOrders } from "#lib/generations/batches/read.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { type PageOf, single } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Orders"));

const pageSize = 20;
const picturesPerOrder = 6;

export default async function OrdersPage({ searchParams }: PageOf<"cursor">) {
  const user = await requireShownUser("/photos/orders");
  const [{ cursor }, { t }] = await Promise.all([searchParams, getLanguage()]);
  const { data, next_cursor: next } = await readPage(user.id, single(cursor));
  return (
    <>
      <PageHeader title={t("Orders")} description={t("Orders from the studio, and batches from the API.")} />
      <PhotosTabs current="orders" />
      {data.length > 0 ? (
        <OrderList orders={data} />
      ) : (
        <EmptyState
          icon={PackageOpen}
          title={t("No orders yet")}
          actions={<ButtonLink href="/studio">{t("Open the studio")}</ButtonLink>}
        >
          {t(
            "Everything you make in the studio is an order: it continues when you leave, and can be downloaded as one file.",
          )}
        </EmptyState>
      )}
      <MoreLink href={next && `/photos/orders?cursor=${encodeURIComponent(next)}`}>
        {t("Older orders")}
      </MoreLink>
    </>
  );
}

/** An invalid cursor returns the first page. */
async function readPage(userId: string, cursor: string | undefined) {
  const read = async (from: string | undefined) =>
    orderList.parse(
      toWire(await listOrders({ cursor: from, limit: pageSize, items: picturesPerOrder }, { userId })),
    );
  return read(cursor).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "invalid_params") return read(undefined);
    throw error;
  });
}
