import { type PhotoMode, photoModes } from "../contract/modes.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { imageHost } from "../images/index.ts";
import { asStored, toUrl } from "../images/reference.ts";
import type { CheckedWork } from "./kind.ts";
import { modeOf } from "./modes/choice.ts";
import type { PhotoOrder } from "./photo.ts";
import type { Order } from "./submit.ts";

interface CheckedOrder {
  order: Order;
  checked: CheckedWork;
}

interface Caller {
  userId: string;
  /** Stands for orders that do not say. */
  reuse?: boolean;
}

/**
 * For each order that an earlier result will do for: the id of the account's newest succeeded work of the same picture,
 * fields, options and mask; null for all others.
 */
export function findReusable(orders: readonly CheckedOrder[], by: Caller): Promise<(string | null)[]> {
  return findSame(orders, by, asksForTheSame(by.userId));
}

/** The same of work that has not ended: ordered again, it would be made and charged a second time. */
export function findOpen(orders: readonly CheckedOrder[], by: Caller): Promise<(string | null)[]> {
  const willBe = sql`g.status IN (${openList}) AND COALESCE(g.wanted_mode, '') = ANY(i.wanted_modes)`;
  return findSame(orders, by, sql`${saysTheSame(by.userId)} AND ${willBe}`);
}

async function findSame(
  orders: readonly CheckedOrder[],
  { userId, reuse = false }: Caller,
  condition: Prisma.Sql,
): Promise<(string | null)[]> {
  const asked = orders.flatMap((one, place) =>
    (one.order.request.reuse ?? reuse) ? [toItem(one, place)] : [],
  );
  if (asked.length === 0) return orders.map(() => null);
  const isSame = sql`${condition} AND g.mask_public_id IS NOT DISTINCT FROM i.mask_public_id`;
  const rows = await db().$queryRaw<{ place: number; id: string; imageUrl: string }[]>(sql`
    WITH item AS (
      SELECT x.*, COALESCE(x.given_mask_id, m.mask_public_id) AS mask_public_id
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS x (
        place int, operation operation, image_url text, source_public_id text, style text, prompt text,
        aspect_ratio text, resolution text, mode text, wanted_modes text[], options jsonb, given_mask_id text,
        takes_kept_mask boolean)
      LEFT JOIN picture_mask m
        ON x.takes_kept_mask AND m.user_id = ${userId} AND m.public_id = x.source_public_id
    ), found AS (
      SELECT i.place, g.id, COALESCE(g.source_ref, g.image_url) AS image_url, g.created_at
      FROM item i JOIN generation g ON g.source_public_id = i.source_public_id AND ${isSame}
      UNION ALL
      SELECT i.place, g.id, g.image_url, g.created_at
      FROM item i JOIN generation g
        ON g.image_url = i.image_url AND g.source_public_id IS NULL AND i.source_public_id IS NULL
           AND ${isSame}
    )
    SELECT DISTINCT ON (place, image_url) place, id, image_url AS "imageUrl" FROM found
    ORDER BY place, image_url, created_at DESC, id`);
  return orders.map(({ order }, place) => {
    const { imageUrl } = order.request;
    return (
      rows.find((row) => row.place === place && isSamePicture(toUrl(row.imageUrl), imageUrl))?.id ?? null
    );
  });
}

/**
 * A condition on an item or row `i` and finished work `g` of that account, beside their picture and mask. A mode that
 * was chosen is the same as one that came by default. Photos older than the column were all made in the studio.
 */
export function asksForTheSame(userId: string): Prisma.Sql {
  return sql`
    ${saysTheSame(userId)} AND g.status = 'succeeded' AND g.result_url IS NOT NULL
    AND (i.mode IS NULL OR g.wanted_mode = i.mode OR COALESCE(g.mode, 'studio') = i.mode)`;
}

/** In everything but the mode. A seed of 0 is the same as none. */
function saysTheSame(userId: string): Prisma.Sql {
  const fields = Prisma.raw(
    ["style", "prompt", "aspect_ratio", "resolution"]
      .map((name) => `g.${name} IS NOT DISTINCT FROM i.${name}`)
      .join(" AND "),
  );
  return sql`
    g.user_id = ${userId} AND g.operation = i.operation AND g.deleted_at IS NULL
    AND ${fields} AND ${optionsOf(sql`g`)} = ${optionsOf(sql`i`)}
    AND COALESCE(g.options -> 'seed', '0') = COALESCE(i.options -> 'seed', '0')`;
}

/** Without the seed, which is compared by itself, and with pictures as references: work may be of another address. */
function optionsOf(row: Prisma.Sql): Prisma.Sql {
  const options = sql`${row}.options - ARRAY['seed', 'look']`;
  return sql`
    CASE WHEN jsonb_exists_any(${row}.options, ARRAY['background', 'maskUrl'])
         THEN ${asStored(sql`(${options})::text`)}::jsonb ELSE ${options} END`;
}

function toItem({ order, checked }: CheckedOrder, place: number) {
  const { imageUrl, sourcePublicId, style, prompt, aspectRatio, resolution } = checked;
  const { options = {}, maskPublicId, takesKeptMask } = checked;
  const mode = order.operation === "generate" ? modeOfOrder(order.request) : null;
  const isAlike = (wanted: PhotoMode | null) =>
    order.operation !== "generate" || modeOfOrder({ ...order.request, mode: wanted ?? undefined }) === mode;
  return {
    ...{ place, operation: order.operation, image_url: imageUrl, source_public_id: sourcePublicId, style },
    ...{ prompt, aspect_ratio: aspectRatio, resolution, mode, options },
    // What open work may have asked for to be made in the same way; nothing is ''.
    wanted_modes: [null, ...photoModes].filter(isAlike).map((wanted) => wanted ?? ""),
    ...{ given_mask_id: maskPublicId, takes_kept_mask: takesKeptMask === true },
  };
}

function modeOfOrder({ style, mode, background }: PhotoOrder): PhotoMode {
  return modeOf({ style, wantedMode: mode ?? null, hasBackground: background !== undefined });
}

/** Addresses of one picture may differ: in the version that they name or do not, and in the host's own name. */
function isSamePicture(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [imageHost().parse(one), imageHost().parse(other)];
  if (!a || !b || a.publicId !== b.publicId || a.transformation !== b.transformation) return false;
  return a.version === b.version || a.version === null || b.version === null;
}
