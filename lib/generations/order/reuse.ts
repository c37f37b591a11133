import type { Owner } from "../../accounts/caller.ts";
import { currentEngine, type PhotoMode, photoModes } from "../../contract/photos/modes.ts";
import type { Order } from "../../credits/order.ts";
import { db, type Prisma, sql } from "../../db/index.ts";
import { openList } from "../../db/work-status.ts";
import { isSameView } from "../../images/host.ts";
import { imageHost } from "../../images/index.ts";
import { toUrl } from "../../images/reference.ts";
import { modeOf } from "../kinds/modes/choice.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Orders that may reuse an earlier result; null for all others. */
type Reusing = readonly (Order | null)[];

/**
 * Limit of the compared rows with the same fingerprint, newest first. They differ in the version of their picture.
 */
const newest = 10;

/** A lookup of more orders is a heavy read, so that a call for one photo never waits for batches. */
const lightLookup = 20;

/**
 * For each order, the id of the account's newest succeeded work with the same picture, fields, options and mask, or
 * null.
 */
export function findReusable(orders: Reusing, by: Owner): Promise<(string | null)[]> {
  return findSame(orders, by, newestDone(by.userId));
}

/** Id of an earlier photo of the account with the same bytes; null for photos that a model makes. */
export async function findSameBytes(order: Order, by: Owner): Promise<string | null> {
  if (order.operation !== "generate" || modeOf(order) !== "studio") return null;
  // Another version of the renderer makes other bytes.
  const [id = null] = await findSame([order], by, newestDone(by.userId, sql`g.engine = ${currentEngine}`));
  return id;
}

/** The same for work that has not ended: a repeated order would be made and charged a second time. */
export function findOpen(orders: Reusing, by: Owner): Promise<(string | null)[]> {
  return findSame(
    orders,
    by,
    sql`LATERAL (
      SELECT g.* FROM generation g
      WHERE g.user_id = ${by.userId} AND g.fingerprint = i.fingerprint AND g.status IN (${openList})
        AND g.mask_public_id IS NOT DISTINCT FROM i.mask_public_id
        AND COALESCE(g.wanted_mode, '') = ANY(i.wanted_modes)
      ORDER BY g.created_at DESC LIMIT ${newest}) AS found`,
  );
}

/** Succeeded rows for each item `i` (with a fingerprint, a mask and modes), made in the item's mode. */
function newestDone(userId: string, condition = sql`TRUE`): Prisma.Sql {
  return sql`unnest(${[...photoModes]}::text[]) AS made (mode), LATERAL (
    SELECT g.* FROM generation g
    WHERE g.user_id = ${userId} AND g.fingerprint = i.fingerprint AND g.status = 'succeeded' AND g.deleted_at IS NULL
      AND COALESCE(g.mask_public_id, '') = COALESCE(i.mask_public_id, '')
      AND COALESCE(g.mode, 'studio') = made.mode AND g.result_ref IS NOT NULL
      AND (i.mode IS NULL OR g.wanted_mode = i.mode OR made.mode = i.mode) AND ${condition}
    ORDER BY g.created_at DESC LIMIT ${newest}) AS found`;
}

/** Searches once for all equal orders. */
async function findSame(orders: Reusing, { userId }: Owner, found: Prisma.Sql): Promise<(string | null)[]> {
  const asked = orders.map((order) => (order === null ? null : JSON.stringify(toItem(order))));
  const distinct = [...new Set(asked.filter((item) => item !== null))];
  if (distinct.length === 0) return asked.map(() => null);
  const items = distinct.map((item, number) => ({ ...JSON.parse(item), number }));
  const look = async () => {
    return db().$queryRaw<{ number: number; id: string; imageUrl: string }[]>(sql`
      WITH item AS (
        SELECT x.*, COALESCE(x.given_mask_id, m.mask_public_id) AS mask_public_id
        FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS x (
          number int, fingerprint text, source_public_id text, mode text, wanted_modes text[], given_mask_id text,
          uses_stored_mask boolean)
        LEFT JOIN picture_mask m
          ON x.uses_stored_mask AND m.user_id = ${userId} AND m.public_id = x.source_public_id
      )
      SELECT i.number, found.id, found.source_ref AS "imageUrl"
      FROM item i, ${found} ORDER BY i.number, found.created_at DESC, found.id`);
  };
  // Loaded when needed: a call for one photo is light.
  const rows =
    distinct.length > lightLookup
      ? await (await import("../../db/heavy-reads.ts")).readHeavily(userId, look)
      : await look();
  const foundOf = Map.groupBy(rows, ({ number }) => number);
  const placeOf = new Map(distinct.map((item, number) => [item, number]));
  return orders.map((order, place) => {
    const number = placeOf.get(asked[place] ?? "");
    if (order === null || number === undefined) return null;
    const candidates = foundOf.get(number) ?? [];
    return candidates.find((row) => isSamePicture(toUrl(row.imageUrl), order.imageUrl))?.id ?? null;
  });
}

function toItem(order: Order) {
  const modeAs = (wantedMode: string | null | undefined): PhotoMode | null =>
    order.operation === "generate" ? modeOf({ ...order, wantedMode }) : null;
  const mode = modeAs(order.wantedMode);
  return {
    // Distinguishes items only; other URLs of the picture are compared by `isSamePicture`.
    image_url: order.imageUrl,
    fingerprint: order.fingerprint ?? fingerprintOf(order),
    source_public_id: order.sourcePublicId,
    mode,
    // The requested modes of open work that result in the same mode; '' stands for none.
    wanted_modes: [null, ...photoModes].filter((one) => modeAs(one) === mode).map((one) => one ?? ""),
    given_mask_id: order.maskPublicId,
    uses_stored_mask: order.usesStoredMask === true,
  };
}

/** URLs of the same picture may differ in their version and in the host's name. */
export function isSamePicture(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [imageHost().parse(one), imageHost().parse(other)];
  return a !== null && b !== null && isSameView(a, b);
}
