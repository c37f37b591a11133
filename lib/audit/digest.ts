import { createHash } from "node:crypto";
import { currentSecret, fingerprintOf, hashWith } from "../platform/secrets.ts";

/** The columns of an audit event that its digest covers. */
export interface AuditContent {
  id: string;
  accountId: string;
  createdAt: Date;
  action: string;
  actorType: string;
  actorId: string | null;
  objectType: string;
  objectId: string | null;
  detailsHash: string;
}

/** A position in the chain, with its hash. */
export interface ChainPlace {
  position: bigint;
  hash: string;
}

export interface ChainMark extends ChainPlace {
  key: string;
  mark: string;
}

export type MarkName = "start" | "end";

/** The place before the first event. */
export const emptyChain: ChainPlace = { position: 0n, hash: "" };

/** The details include a random salt: once they are erased, they cannot be guessed from their hash. */
export const hashDetails = (details: string) => createHash("sha256").update(details).digest("hex");

/** Keyed digest of an event's content, which only this installation can compute. */
export function digestOf(content: AuditContent, secretText: string): string {
  const { id, accountId, createdAt, action, actorType, actorId, objectType, objectId, detailsHash } = content;
  const fields = [
    id,
    accountId,
    createdAt.toISOString(),
    action,
    actorType,
    actorId,
    objectType,
    objectId,
    detailsHash,
  ];
  return hashWith(secretText, "audit event", JSON.stringify(fields));
}

/** The hash of a place: covers the event there and, through the previous hash, all events before it. */
export function chainHash(before: ChainPlace, digest: string, secretText: string): string {
  const fields = [String(before.position + 1n), before.hash, digest];
  return hashWith(secretText, "audit chain", JSON.stringify(fields));
}

/**
 * Signs the first or the last position of the chain. The hash alone proves nothing, because everyone who can read the
 * log can copy it.
 */
export function makeMark(name: MarkName, { position, hash }: ChainPlace): ChainMark {
  const secretText = currentSecret();
  return {
    position,
    hash,
    key: fingerprintOf(secretText),
    mark: markOf(name, { position, hash }, secretText),
  };
}

export function markOf(name: MarkName, { position, hash }: ChainPlace, secretText: string): string {
  return hashWith(secretText, "audit mark", JSON.stringify([name, String(position), hash]));
}
