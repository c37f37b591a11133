import { getUser } from "#lib/auth/page.ts";
import { orderList } from "#lib/contract/batches/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { listRecentOrders } from "#lib/generations/batches/read.ts";
import { runCall } from "#lib/platform/calls.ts";

/** The studio's open and recent orders. */
export async function GET(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const user = await getUser();
  if (!user) return Response.json(null, { status: 401, headers });
  const orders = await runCall(user.id, () => listRecentOrders({ userId: user.id }));
  return Response.json(orderList.parse(toWire(orders)), { headers });
}
