import type { Generation, GenerationStatus, Prisma } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { cursorOf, isAfter, readCursor } from "../db/pages.ts";
import { openStatuses } from "../db/work-status.ts";
import { ApiError } from "../platform/errors.ts";
import { present } from "./present.ts";

/** How work may stand that is looked for; `open`: it has not ended. */
export type StatusFilter = GenerationStatus | "open";

export interface GenerationQuery {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
  operation?: Generation["operation"] | undefined;
  style?: string | undefined;
  status?: StatusFilter | undefined;
  /** Part of the prompt. */
  search?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** One page of an account's past work, newest first. Rows made meanwhile never shift a page. */
export async function listGenerations(query: GenerationQuery, { userId }: { userId: string }) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor, "gen");
  const rows = await db().generation.findMany({
    where: { userId, deletedAt: null, ...matches(query), ...(after && isAfter(after)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { data: await present(page), nextCursor: last && rows.length > query.limit ? cursorOf(last) : null };
}

/** The condition that work stands so; none where it may stand anyhow. */
export function standsSo(status: StatusFilter | undefined): Prisma.GenerationWhereInput {
  if (status === undefined) return {};
  return { status: status === "open" ? { in: [...openStatuses] } : status };
}

function matches({ operation, style, status, search, idempotencyKey }: GenerationQuery) {
  const words = search?.trim();
  return {
    ...(operation && { operation }),
    ...(style && { style }),
    ...standsSo(status),
    ...(idempotencyKey && { idempotencyKey }),
    // The wildcards of LIKE are text here.
    ...(words && { prompt: { contains: words.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const } }),
  } satisfies Prisma.GenerationWhereInput;
}

/** One piece of an account's work. Another's id answers as an id that never was. */
export async function getGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({ where: { id, userId, deletedAt: null } });
  const [found] = row ? await present([row]) : [];
  if (!found) throw new ApiError("not_found", "No such generation exists.");
  return found;
}
