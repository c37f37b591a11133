import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { generation, generationList, generationQuery } from "../api/schemas.ts";
import type { Generation, Prisma } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { ApiError, invalidParam } from "../errors.ts";

/** One page of the caller's past work, newest first. Rows made meanwhile never shift a page. */
export const listGenerations: UseCase<
  z.output<typeof generationQuery>,
  z.output<typeof generationList>
> = async ({ caller, input }) => {
  return findGenerations(caller.userId, input);
};

/** The page itself, for the dashboard too. */
export async function findGenerations(
  userId: string,
  input: z.output<typeof generationQuery>,
): Promise<z.output<typeof generationList>> {
  const after = input.cursor === undefined ? null : readCursor(input.cursor);
  const rows = await db().generation.findMany({
    where: {
      userId,
      deletedAt: null,
      ...matches(input),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: input.limit + 1,
  });
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return { data: page.map(present), next_cursor: last && rows.length > input.limit ? cursorOf(last) : null };
}

function matches({ operation, style, status, search }: z.output<typeof generationQuery>) {
  const words = search?.trim();
  return {
    ...(operation && { operation }),
    ...(style && { style }),
    ...(status && { status }),
    // The wildcards of LIKE are text here.
    ...(words && { prompt: { contains: words.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const } }),
  } satisfies Prisma.GenerationWhereInput;
}

/** One piece of the caller's work. Another's id answers as an id that never was. */
export const getGeneration: UseCase<undefined, z.output<typeof generation>> = async ({ caller, params }) => {
  const row = await db().generation.findFirst({
    where: { id: String(params.id), userId: caller.userId, deletedAt: null },
  });
  if (!row) throw new ApiError("not_found", "No such generation exists.");
  return present(row);
};

function present(row: Generation): z.output<typeof generation> {
  return {
    id: row.id,
    operation: row.operation,
    status: row.status,
    image_url: row.imageUrl,
    result_url: row.resultUrl,
    api_key_id: row.apiKeyId,
    style: row.style,
    prompt: row.prompt,
    aspect_ratio: row.aspectRatio,
    resolution: row.resolution,
    credits_used: row.status === "failed" ? 0 : row.fromMonthly + row.fromTopup,
    error_code: row.errorCode,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
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
