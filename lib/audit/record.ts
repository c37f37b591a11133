import type { AuditAction, AuditObjectType } from "../contract/audit/actions.ts";
import { toWire } from "../contract/wire.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { type Actor, getRequest } from "../platform/requests.ts";

/** Values before or after a change, by their names in the business. */
type AuditValues = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  /** The affected account, in whose log the event is. */
  accountId: string;
  action: AuditAction;
  /** The account itself by default. */
  object?: { type: AuditObjectType; id: string | null };
  /** What changed. Never contains a secret. */
  before?: AuditValues;
  after?: AuditValues;
  /** Default: the caller of the current request; without a request, the service itself. */
  actor?: Actor;
  /** The request itself proved the account's owner, so the owner is the actor unless an operator is. */
  byOwner?: true;
}

/** Personal data of an event, in one column so that it can be erased at once. */
export interface AuditDetails {
  actorName: string | null;
  address: string | null;
  before: unknown;
  after: unknown;
}

const maxNameLength = 300;
const maxValueLength = 500;
const maxListLength = 50;
const maxValuesLength = 4_000;
const service: Actor = { type: "system", id: null, name: "service" };

/**
 * Adds to the audit log, in the transaction of the recorded change. Actor and client address come from the current
 * request (`noteRequest`), so the call names only the action.
 */
export async function recordAudit(
  entries: AuditEntry | readonly AuditEntry[],
  on: Queryable = db(),
): Promise<void> {
  const list = [entries].flat();
  if (list.length === 0) return;
  const names = new Map<string, string | null>();
  const rows = [];
  for (const entry of list) {
    const actor = actorOf(entry);
    const nameKey = JSON.stringify(actor);
    if (!names.has(nameKey)) names.set(nameKey, await nameOf(actor, on));
    rows.push({
      id: newId("aud"),
      accountId: entry.accountId,
      createdAt: new Date(),
      action: entry.action,
      actorType: actor.type,
      actorId: actor.id,
      objectType: entry.object?.type ?? "account",
      objectId: entry.object ? entry.object.id : entry.accountId,
      details: detailsOf(entry, names.get(nameKey) ?? null),
    });
  }
  await on.$executeRaw(sql`
    INSERT INTO audit_event (id, account_id, created_at, action, actor_type, actor_id, object_type, object_id, details)
    SELECT r->>'id', r->>'accountId', (r->>'createdAt')::timestamptz, r->>'action', r->>'actorType', r->>'actorId',
           r->>'objectType', r->>'objectId', r->>'details'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS r`);
}

function actorOf({ actor, byOwner, accountId }: AuditEntry): Actor {
  const known = actor ?? getRequest()?.actor;
  if (byOwner && known?.type !== "operator") return { type: "user", id: accountId };
  return known ?? service;
}

/** The current name, because it may change later. */
async function nameOf({ type, id, name }: Actor, on: Queryable): Promise<string | null> {
  if (name !== undefined) return clip(name, maxNameLength);
  if (id === null) return null;
  const found =
    type === "key"
      ? sql`SELECT name FROM api_key WHERE id = ${id}`
      : sql`SELECT email AS name FROM "user" WHERE id = ${id}`;
  const [row] = await on.$queryRaw<{ name: string }[]>(found);
  return row ? clip(row.name, maxNameLength) : null;
}

function detailsOf({ before, after }: AuditEntry, actorName: string | null): string {
  const details: AuditDetails = {
    actorName,
    address: getRequest()?.address ?? null,
    before: boundedValues(before),
    after: boundedValues(after),
  };
  return JSON.stringify(details);
}

/** By their API names, limited in size. */
function boundedValues(values: AuditValues | undefined): unknown {
  if (values === undefined) return null;
  const wire = toWire(values) as Record<string, unknown>;
  const bounded = Object.fromEntries(
    Object.entries(wire).flatMap(([name, value]) => (value === undefined ? [] : [[name, bound(value)]])),
  );
  return JSON.stringify(bounded).length <= maxValuesLength ? bounded : { truncated: true };
}

function bound(value: unknown): unknown {
  if (typeof value === "string") return clip(value, maxValueLength);
  return Array.isArray(value) ? value.slice(0, maxListLength).map(bound) : value;
}

/** Cuts a text to whole characters that PostgreSQL can store. */
function clip(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replaceAll("\0", "");
}

/** The changed fields, before and after, as recorded for a change. Null if nothing changed. */
export function differenceOf<Values extends object>(
  before: Values,
  after: Values,
  fields: readonly (keyof Values & string)[],
): { before: AuditValues; after: AuditValues } | null {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return null;
  const pick = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: pick(before), after: pick(after) };
}
