import { Prisma, sql } from "../db/index.ts";

/** Parts of the charging statement for work that takes an earlier result; `item`, `asked` and `paid` are its tables. */
interface ReuseParts {
  /** The earlier work, held until the charge is committed. */
  table: Prisma.Sql;
  /** Whether all of it is there still, and was made along the same mask. */
  isReusable: Prisma.Sql;
  /** Of a new row: its names and values beyond those of work that waits, and where they come from. */
  columns: Prisma.Sql;
  values: Prisma.Sql;
  join: Prisma.Sql;
  /** What the key of one piece of work answers from then on. */
  answer: Prisma.Sql;
}

const none: ReuseParts = {
  table: Prisma.empty,
  isReusable: sql`true`,
  columns: Prisma.empty,
  values: Prisma.empty,
  join: Prisma.empty,
  answer: Prisma.empty,
};

const copied = [
  "result_ref",
  "result_url",
  "result_public_id",
  "width",
  "height",
  "size_bytes",
  "content_type",
].concat(["bounding_box", "mode", "model", "fidelity", "notes"]);
const copiedColumns = Prisma.raw(copied.join(", "));
const copiedValues = Prisma.raw(copied.map((name) => `r.${name}`).join(", "));

/** The parts where some work of a charge takes an earlier result; empty ones where none does: planning them takes time. */
export function reuseParts(userId: string, isAsked: boolean): ReuseParts {
  if (!isAsked) return none;
  return {
    table: sql`reused AS (
      SELECT id, mask_public_id, ${copiedColumns} FROM generation
      WHERE id = ANY(ARRAY(SELECT reused_id FROM item WHERE reused_id IS NOT NULL)) AND user_id = ${userId}
        AND status = 'succeeded' AND deleted_at IS NULL AND result_url IS NOT NULL
      ORDER BY id FOR SHARE
    ), `,
    isReusable: sql`NOT EXISTS (
      SELECT FROM item WHERE reused_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM reused r
        WHERE r.id = item.reused_id AND r.mask_public_id IS NOT DISTINCT FROM item.mask_public_id))`,
    columns: sql`, reused_id, status, finished_at, ${copiedColumns}`,
    values: sql`, paid.reused_id, (CASE WHEN r.id IS NULL THEN 'queued' ELSE 'succeeded' END)::generation_status,
             CASE WHEN r.id IS NOT NULL THEN now() END, ${copiedValues}`,
    join: sql`LEFT JOIN reused r ON r.id = paid.reused_id`,
    answer: sql`,
        state = CASE WHEN r.id IS NULL THEN k.state ELSE 'done' END,
        response_status = CASE WHEN r.id IS NULL THEN k.response_status ELSE 200 END,
        response_body = CASE WHEN r.id IS NULL THEN k.response_body ELSE jsonb_build_object(
          'generationId', paid.id, 'resultUrl', r.result_url, 'creditsUsed', 0, 'creditsRemaining',
          jsonb_build_object('monthly', paid.monthly_before, 'topup', paid.topup_before,
                             'total', paid.monthly_before + paid.topup_before)) END`,
  };
}
