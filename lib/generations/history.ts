import type { Generation, Prisma } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";

export interface GenerationQuery {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
  operation?: Generation["operation"] | undefined;
  style?: string | undefined;
  status?: Generation["status"] | undefined;
  /** Part of the prompt. */
  search?: string | undefined;
}

/** One page of an account's past work, newest first. Rows made meanwhile never shift a page. */
export async function listGenerations(query: GenerationQuery, { userId }: { userId: string }) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await db().generation.findMany({
    where: {
      userId,
      deletedAt: null,
      ...matches(query),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { data: page.map(present), nextCursor: last && rows.length > query.limit ? cursorOf(last) : null };
}

function matches({ operation, style, status, search }: GenerationQuery) {
  const words = search?.trim();
  return {
    ...(operation && { operation }),
    ...(style && { style }),
    ...(status && { status }),
    // The wildcards of LIKE are text here.
    ...(words && { prompt: { contains: words.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const } }),
  } satisfies Prisma.GenerationWhereInput;
}

/** One piece of an account's work. Another's id answers as an id that never was. */
export async function getGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({ where: { id, userId, deletedAt: null } });
  if (!row) throw new ApiError("not_found", "No such generation exists.");
  return present(row);
}

function present(row: Generation) {
  const { id, operation, status, imageUrl, resultUrl, apiKeyId, style, prompt } = row;
  const { aspectRatio, resolution, errorCode, createdAt, finishedAt, fromMonthly, fromTopup } = row;
  const creditsUsed = status === "failed" ? 0 : fromMonthly + fromTopup;
  return {
    ...{ id, operation, status, imageUrl, resultUrl, apiKeyId, style, prompt, aspectRatio, resolution },
    ...{ creditsUsed, errorCode, createdAt, finishedAt },
  };
}

function cursorOf({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString("base64url");
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [, time, id] =
    /^(\d{1,15}):(gen_[0-9A-Za-z]{22})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!time || !id) throw invalidParam("cursor", "use the `next_cursor` of the page before");
  return { createdAt: new Date(Number(time)), id };
}
