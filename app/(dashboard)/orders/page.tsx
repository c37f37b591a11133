import { PackageOpen } from "lucide-react";
import type { Metadata } from "next";
import { OrderList } from "#components/orders/order-list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, PageHeader } from "#components/ui/page.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { listOrders } from "#lib/batches/orders.ts";
import { orderList } from "#lib/contract/batch-schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { ApiError } from "#lib/platform/errors.ts";

interface SearchProps {
  searchParams: Promise<{ cursor?: string | string[] }>;
}

export const metadata: Metadata = { title: "Orders" };

const pageSize = 20;
const picturesPerOrder = 6;

export default async function OrdersPage({ searchParams }: SearchProps) {
  const user = await requireUser("/orders");
  const { cursor } = await searchParams;
  const page = await readPage(user.id, typeof cursor === "string" ? cursor : undefined);
  return (
    <>
      <PageHeader
        title="Orders"
        description="What was ordered together, from the studio and as batches of the API."
      />
      {page.data.length > 0 ? (
        <OrderList orders={page.data} />
      ) : (
        <EmptyState
          icon={PackageOpen}
          title="No orders yet"
          actions={<ButtonLink href="/studio">Open the studio</ButtonLink>}
        >
          Everything you make in the studio is an order: it goes on when you leave, and can be loaded as one
          file.
        </EmptyState>
      )}
      {page.next_cursor !== null && (
        <div className="mt-6 flex justify-center">
          <ButtonLink href={`/orders?cursor=${encodeURIComponent(page.next_cursor)}`} variant="secondary">
            Older orders
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** A cursor that makes no sense begins at the newest. */
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
