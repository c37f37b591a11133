import type { AuditEvent } from "../db/generated/client.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { currentSecret, fingerprintOf } from "../platform/secrets.ts";
import { lockChain, readMark, setMark } from "./chain.ts";
import { type ChainPlace, chainHash, digestOf, emptyChain, hashDetails } from "./digest.ts";
import { type AuditKeys, readAuditKeys } from "./verify.ts";

type Transaction = Prisma.TransactionClient;

const pageSize = 1_000;
/** For a log of more than a million events; nothing is sealed meanwhile. */
const timeoutMs = 60 * 60 * 1000;

/**
 * Signs events of lost secrets with the current secret, so that later changes can be detected. It trusts their
 * contents, because earlier changes cannot be detected without the secret. Events that fail under a known secret are
 * left unchanged. Returns the number of events signed.
 */
export async function adoptAuditLog(): Promise<number> {
  const keys = await readAuditKeys();
  return await db().$transaction(
    async (tx) => {
      await lockChain(tx);
      await tx.$executeRaw(sql`SELECT set_config('audit.adoption', 'on', true)`);
      const sealed = await adoptSealed(keys, tx);
      return sealed + (await adoptUnsealed(keys, tx));
    },
    { timeout: timeoutMs },
  );
}

async function adoptSealed(keys: AuditKeys, tx: Transaction): Promise<number> {
  const [start, end] = [await readMark("start", tx), await readMark("end", tx)];
  const isEndRight = end !== null && keys.isMarkRight("end", end);
  const isEndLost = end !== null && !keys.isKnown(end.key);
  const lastLost = isEndLost ? end.position : await findLastLost(keys, tx);
  if (start && !keys.isKnown(start.key)) await setMark("start", start, tx);
  let former: ChainPlace = start ?? emptyChain;
  let place = former;
  let adopted = 0;
  for (;;) {
    const rows = await tx.auditEvent.findMany({
      where: { position: { gt: place.position } },
      orderBy: { position: "asc" },
      take: pageSize,
    });
    const changes: SignedEvent[] = [];
    for (const row of rows) {
      const { position, hash } = row;
      if (position === null || hash === null) continue;
      const isOurs = position > lastLost;
      const signed = isAdoptable(row, keys) ? sign(row) : row;
      if (signed !== row) adopted += 1;
      // Known to be wrong, or unverifiable after a gap: left unchanged, so that the audit reports it.
      const isChained = !isOurs || keys.chainHashes(former, row)?.includes(hash);
      const next = isChained ? chainHash(place, signed.digest, currentSecret()) : hash;
      former = { position, hash };
      if (signed !== row || next !== hash) changes.push({ ...pickSigned(signed), hash: next });
      place = { position, hash: next };
    }
    await update(changes, tx);
    if (rows.length < pageSize) break;
  }
  if (isEndRight || isEndLost) await setMark("end", place.position === end.position ? place : end, tx);
  return adopted;
}

async function findLastLost(keys: AuditKeys, tx: Transaction): Promise<bigint> {
  const lost = { position: { not: null }, key: { notIn: keys.known } };
  const { _max } = await tx.auditEvent.aggregate({ where: lost, _max: { position: true } });
  return _max.position ?? 0n;
}

async function adoptUnsealed(keys: AuditKeys, tx: Transaction): Promise<number> {
  const rows = await tx.auditEvent.findMany({ where: { position: null, key: { notIn: keys.known } } });
  const changes = rows.filter((row) => isAdoptable(row, keys)).map((row) => pickSigned(sign(row)));
  await update(changes, tx);
  return changes.length;
}

/** Details that were not erased can be verified by their hash without a secret. */
function isAdoptable({ key, details, detailsHash }: AuditEvent, keys: AuditKeys): boolean {
  return !keys.isKnown(key) && (details === null || hashDetails(details) === detailsHash);
}

function sign(row: AuditEvent): AuditEvent {
  return { ...row, key: fingerprintOf(currentSecret()), digest: digestOf(row, currentSecret()) };
}

type SignedEvent = Pick<AuditEvent, "id" | "key" | "digest" | "hash">;
const pickSigned = ({ id, key, digest, hash }: AuditEvent): SignedEvent => ({ id, key, digest, hash });

async function update(changes: readonly SignedEvent[], tx: Transaction): Promise<void> {
  if (changes.length === 0) return;
  await tx.$executeRaw(sql`
    UPDATE audit_event e SET key = c->>'key', digest = c->>'digest', hash = c->>'hash'
    FROM jsonb_array_elements(${JSON.stringify(changes)}::jsonb) AS c WHERE e.id = c->>'id'`);
}
