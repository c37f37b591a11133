import { sql } from "../db/index.ts";
import { isTestAccount } from "../platform/ids.ts";

export interface EventBody {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

export interface EventRow {
  id: string;
  userId: string;
  type: string;
  data: unknown;
  createdAt: Date;
}

/** The body of every attempt to deliver an event: the same bytes. */
export function bodyOf({ id, type, createdAt, data }: Omit<EventRow, "userId">): EventBody {
  return {
    id,
    type,
    timestamp: createdAt.toISOString(),
    data: data as Record<string, unknown>,
  };
}

/** SQL expression for the object of an event. Must equal the expression of its index. */
export const objectColumn = sql`COALESCE(data->>'id', data->>'endpoint_id')`;

/** The same as `objectColumn`, in TypeScript. */
export function objectIdOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const id = "id" in data ? data.id : "endpoint_id" in data ? data.endpoint_id : null;
  return typeof id === "string" ? id : null;
}

/** An event as shown in the log. */
export function presentEvent(row: EventRow) {
  const { userId, data, createdAt } = row;
  return { ...bodyOf(row), livemode: !isTestAccount(userId), objectId: objectIdOf(data), createdAt };
}
