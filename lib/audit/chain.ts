import { db, type Prisma, sql } from "../db/index.ts";
import { secretsEver } from "../db/installation-secrets.ts";
import { currentSecret, fingerprintOf } from "../platform/secrets.ts";
import {
  type ChainMark,
  type ChainPlace,
  chainHash,
  emptyChain,
  type MarkName,
  makeMark,
  markOf,
} from "./digest.ts";

type Transaction = Prisma.TransactionClient;

const sealedAtOnce = 500;

/**
 * Assigns committed events their places in the chain, in one process at a time, so that writers do not wait for each
 * other: an event is in the chain within a minute. Throws if the end of the chain is not the stored one. Returns the
 * number sealed.
 */
export async function sealAuditEvents(): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await db().$transaction(sealSome);
    sealed += count;
    if (count < sealedAtOnce) return sealed;
  }
}

async function sealSome(tx: Transaction): Promise<number> {
  await lockChain(tx);
  const rows = await tx.$queryRaw<{ id: string; digest: string }[]>(sql`
    SELECT id, digest FROM audit_event WHERE position IS NULL ORDER BY created_at, id LIMIT ${sealedAtOnce}`);
  if (rows.length === 0) return 0;
  let place = await requireEnd(tx);
  const secretText = currentSecret();
  const places = rows.map(({ id, digest }) => {
    const hash = chainHash(place, digest, secretText);
    place = { position: place.position + 1n, hash };
    return { id, position: String(place.position), hash };
  });
  await tx.$executeRaw(sql`
    UPDATE audit_event e SET position = (p->>'position')::bigint, hash = p->>'hash'
    FROM jsonb_array_elements(${JSON.stringify(places)}::jsonb) AS p WHERE e.id = p->>'id'`);
  await setMark("end", place, tx);
  return rows.length;
}

/** Serializes sealing and the removal of expired events. */
export async function lockChain(tx: Transaction): Promise<void> {
  await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended('audit chain', 0))`);
}

async function requireEnd(tx: Transaction): Promise<ChainPlace> {
  const end = await readMark("end", tx);
  if (end && (await isTrusted("end", end, tx))) return end;
  const isNew = !end && (await tx.auditEvent.count({ where: { position: { not: null } } })) === 0;
  if (isNew) return (await readMark("start", tx)) ?? emptyChain;
  throw new Error(
    "the end of the audit log was changed, so nothing is added to its chain: npm run admin -- credits audit",
  );
}

export async function readMark(
  name: MarkName,
  on: Pick<Transaction, "auditMark">,
): Promise<ChainMark | null> {
  return await on.auditMark.findUnique({ where: { name } });
}

/** Whether this installation wrote a mark; a mark under a lost secret is trusted. */
async function isTrusted(name: MarkName, mark: ChainMark, tx: Transaction): Promise<boolean> {
  const secrets = await secretsEver(tx);
  const known = secrets.find((secretText) => fingerprintOf(secretText) === mark.key);
  if (known !== undefined) return markOf(name, mark, known) === mark.mark;
  return (await tx.installationSecret.count({ where: { fingerprint: mark.key } })) > 0;
}

export async function setMark(name: MarkName, place: ChainPlace, tx: Transaction): Promise<void> {
  const data = makeMark(name, place);
  await tx.auditMark.upsert({ where: { name }, create: { name, ...data }, update: data });
}
