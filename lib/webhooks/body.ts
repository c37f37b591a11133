import { sql } from "../db/index.ts";
import { withPresentUrls } from "../images/reference.ts";
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

/** The body of every attempt to deliver an event: the same bytes as long as the service has the same address. */
export function bodyOf({ id, type, createdAt, data }: Omit<EventRow, "userId">): EventBody {
  return {
    id,
    type,
    timestamp: createdAt.toISOString(),
    data: withPresentUrls(data) as Record<string, unknown>,
  };
}

/** The object that an event is about, as the database finds it; its index says the same. */
export const objectColumn = sql`COALESCE(data->>'id', data->>'endpoint_id')`;

/** As `objectColumn`. */
export function objectIdOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const id = "id" in data ? data.id : "endpoint_id" in data ? data.endpoint_id : null;
  return typeof id === "string" ? id : null;
}

/** An event as the log shows it. */
export function presentEvent(row: EventRow) {
  const { userId, data, createdAt } = row;
  return { ...bodyOf(row), livemode: !isTestAccount(userId), objectId: objectIdOf(data), createdAt };
}
