import type { AuditEvent } from "../db/generated/client.ts";
import { db, sql } from "../db/index.ts";
import { secretsEver } from "../db/installation-secrets.ts";
import { fingerprintOf } from "../platform/secrets.ts";
import { readMark } from "./chain.ts";
import {
  type ChainMark,
  type ChainPlace,
  chainHash,
  digestOf,
  emptyChain,
  hashDetails,
  type MarkName,
  markOf,
} from "./digest.ts";

/** Possible faults of the audit log, with descriptions for the operator. */
export const auditLogProblems = {
  audit_event_changed: "audit events that were changed, or not written by this service",
  audit_event_missing: "places of the audit log whose events are gone",
  audit_mark_changed: "ends of the audit log that were changed",
} as const;

export interface AuditLogFinding {
  kind: keyof typeof auditLogProblems;
  userId: string;
  problem: string;
}

export interface AuditLogOptions {
  /** For a backup without its secrets: events under an unknown secret are trusted. */
  isWithoutSecrets?: boolean;
}

const pageSize = 1_000;
const ifLost = " (if it is lost for good: npm run admin -- secrets adopt)";
/** Account id for problems outside of any account. */
const nobody = "-";

/**
 * Reads the audit log from first to last event, during concurrent writes, and reports each event that was changed,
 * removed or inserted.
 */
export async function* findAuditLogProblems(options: AuditLogOptions = {}): AsyncGenerator<AuditLogFinding> {
  const keys = await readAuditKeys(options);
  const start = await readMark("start", db());
  // Read before the events: later ones are checked by the next run.
  const end = await readMark("end", db());
  if (start && !keys.isMarkRight("start", start)) yield wrongMark("start");
  let place: ChainPlace = start ?? emptyChain;
  const first = place.position;
  for await (const row of readSealed(end?.position ?? first)) {
    const { position, hash } = row;
    if (position <= first) {
      yield changed(row, "lies before the beginning of the log");
      continue;
    }
    const missing = position - place.position - 1n;
    if (missing > 0n) yield* findGone(place.position + 1n, missing);
    const problem = await keys.findProblem(row);
    const expected = missing === 0n ? keys.chainHashes(place, row) : null;
    const isChained = expected === null || expected.includes(hash);
    if (problem) yield changed(row, problem);
    else if (!isChained) yield changed(row, "has another place than it had");
    // The following events were chained to the true hash: continuing from it reports one changed event only once.
    place = { position, hash: isChained || problem ? hash : (expected[0] ?? hash) };
  }
  for await (const row of readUnsealed()) {
    const problem = await keys.findProblem(row);
    if (problem) yield changed(row, problem);
  }
  const isEndRight = end === null || keys.isMarkRight("end", end);
  const missing = (end?.position ?? 0n) - place.position;
  if (isEndRight && missing > 0n) yield* findGone(place.position + 1n, missing);
  if (!isEndRight || (await isLongerThanMarked())) yield wrongMark("end");
}

/** Excludes events that expired and were purged meanwhile. */
async function* findGone(from: bigint, count: bigint): AsyncGenerator<AuditLogFinding> {
  const last = from + count - 1n;
  const start = await readMark("start", db());
  if (start && start.position >= last) return;
  const which = count === 1n ? `event number ${from} is gone` : `events number ${from} to ${last} are gone`;
  yield { kind: "audit_event_missing", userId: nobody, problem: which };
}

/** Events and mark are written together: read in this order, the mark is at least as new as the events. */
async function isLongerThanMarked(): Promise<boolean> {
  const newest = await db().auditEvent.aggregate({ _max: { position: true } });
  const end = await readMark("end", db());
  return (newest._max.position ?? 0n) > (end?.position ?? 0n);
}

const changed = ({ id, accountId }: { id: string; accountId: string }, problem: string): AuditLogFinding => ({
  kind: "audit_event_changed",
  userId: accountId,
  problem: `${id} ${problem}`,
});
const wrongMark = (name: MarkName): AuditLogFinding => ({
  kind: "audit_mark_changed",
  userId: nobody,
  problem: `the mark of the ${name} of the log is not the one that this service left`,
});

type SealedEvent = AuditEvent & { position: bigint; hash: string };

async function* readSealed(last: bigint): AsyncGenerator<SealedEvent> {
  for (let after: bigint | null = null; ; ) {
    const rows: AuditEvent[] = await db().auditEvent.findMany({
      where: {
        position: { lte: last, ...(after !== null && { gt: after }) },
      },
      orderBy: { position: "asc" },
      take: pageSize,
    });
    for (const row of rows) {
      if (row.position !== null) yield { ...row, position: row.position, hash: row.hash ?? "" };
    }
    after = rows.at(-1)?.position ?? after;
    if (rows.length < pageSize) return;
  }
}

async function* readUnsealed(): AsyncGenerator<AuditEvent> {
  for (let after = ""; ; ) {
    const rows: AuditEvent[] = await db().auditEvent.findMany({
      where: { position: null, id: { gt: after } },
      orderBy: { id: "asc" },
      take: pageSize,
    });
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < pageSize) return;
  }
}

/** The checks that need this installation's current and former secrets. */
export async function readAuditKeys({ isWithoutSecrets = false }: AuditLogOptions = {}) {
  const secrets = new Map(
    (await secretsEver(db())).map((secretText) => [fingerprintOf(secretText), secretText]),
  );
  const closed = new Map<string, boolean>();
  const isClosed = async (accountId: string) => {
    const known = closed.get(accountId);
    if (known !== undefined) return known;
    const isGone = (await db().closedAccount.count({ where: { userId: accountId } })) > 0;
    closed.set(accountId, isGone);
    return isGone;
  };
  return {
    known: [...secrets.keys()],
    isKnown: (key: string) => secrets.has(key),
    async findProblem(row: AuditEvent): Promise<string | null> {
      const { details, detailsHash, key, digest, accountId } = row;
      if (details === null && !(await isClosed(accountId)))
        return "has no details though its account is there";
      if (details !== null && hashDetails(details) !== detailsHash) return "has other details";
      const secretText = secrets.get(key);
      if (secretText !== undefined) return digestOf(row, secretText) === digest ? null : "has other contents";
      return isWithoutSecrets ? null : `was written under a secret that is not known here${ifLost}`;
    },
    /** Null if it cannot be determined. */
    chainHashes(before: ChainPlace, { digest, key }: AuditEvent): string[] | null {
      if (isWithoutSecrets && !secrets.has(key)) return null;
      return [...secrets.values()].map((secretText) => chainHash(before, digest, secretText));
    },
    isMarkRight(name: MarkName, mark: ChainMark): boolean {
      const secretText = secrets.get(mark.key);
      return secretText === undefined ? isWithoutSecrets : markOf(name, mark, secretText) === mark.mark;
    },
  };
}

export type AuditKeys = Awaited<ReturnType<typeof readAuditKeys>>;

/** The number of events in the log. */
export async function countAuditEvents(): Promise<number> {
  const [row] = await db().$queryRaw<{ events: number }[]>(
    sql`SELECT count(*)::int AS events FROM audit_event`,
  );
  return row?.events ?? 0;
}
