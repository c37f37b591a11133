import { z } from "zod";
import { errorIssue } from "#lib/contract/error-schemas.ts";
import { boundingBox } from "#lib/contract/fields.ts";
import {
  cutoutSource,
  digitalSourceOf,
  type Fidelity,
  photoModes,
  productSources,
} from "#lib/contract/photos/modes.ts";
import { photoNote } from "#lib/contract/photos/note-schema.ts";
import { type PhotoNote, showNotes } from "#lib/contract/photos/notes.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { reviews, stances } from "#lib/contract/photos/values.ts";
import { columnsFor, pickColumns } from "#lib/credits/work-columns.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { db, sql } from "#lib/db/index.ts";
import { spentCreditsOf } from "#lib/db/work-status.ts";
import { imageUrlOf, resultUrlOf } from "#lib/generations/history/pictures.ts";
import { findReplacements } from "#lib/generations/history/versions.ts";
import { pickCutoutOptions, pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { presentPrompt } from "#lib/generations/order/present-prompt.ts";
import { isTestAccount } from "#lib/platform/ids.ts";
import { reasonOf } from "#lib/platform/reasons.ts";

/** Work as shown to its owner, in the given order. */
export async function present(rows: readonly Generation[]) {
  const waiting = rows.filter(({ status }) => status === "queued").map(({ id }) => id);
  const positions = waiting.length === 0 ? new Map<string, number>() : await findPositions(waiting);
  const replacements = await findReplacements(rows);
  return rows.map((row) =>
    presentOne(row, {
      position: positions.get(row.id) ?? null,
      supersededBy: replacements.get(row.id) ?? null,
    }),
  );
}

/** As `present`, for work that has ended. */
export function presentEnded(row: Generation) {
  return presentOne(row, { position: null, supersededBy: null });
}

const answered = columnsFor("answered");

/** The schema of the operation determines the order of the fields. */
function presentOne(row: Generation, found: { position: number | null; supersededBy: string | null }) {
  return {
    ...pickColumns(answered, row),
    ...optionsOf(row),
    ...presentPrompt(row),
    ...found,
    stage: row.status === "running" ? row.stage : null,
    metadata: readMetadata(row.metadata),
    imageUrl: imageUrlOf(row),
    resultUrl: resultUrlOf(row),
    mode: photoModes.find((mode) => mode === row.mode) ?? null,
    fidelity: readFidelity(row.fidelity),
    provenance: provenanceOf(row),
    boundingBox: readBox(row.boundingBox),
    review: reviews.find((review) => review === row.review) ?? null,
    notes: showNotes(readNotes(row.notes)),
    livemode: !isTestAccount(row.userId),
    bytes: row.sizeBytes,
    creditsUsed: spentCreditsOf(row),
    ...presentReason(row),
    ...presentIssues(row),
  };
}

const knownIssues = z.array(errorIssue);

function presentIssues({ issues }: Generation) {
  const known = knownIssues.safeParse(issues).data ?? [];
  return known.length > 0 && { issues: known };
}

function presentReason({ errorReason, errorValues }: Generation) {
  const known = reasonOf({ reason: errorReason, values: errorValues });
  return known && { errorReason: known.reason, errorValues: known.values };
}

function optionsOf(row: Generation) {
  if (row.operation === "remove_bg") {
    return { seed: null, stance: null, options: pickCutoutOptions(row.options) };
  }
  const { seed = 0, ...options } = pickPhotoOptions(row.options);
  const used = stances.find((stance) => stance === row.stance);
  return { seed, stance: used ?? options.stance ?? null, options };
}

function readBox(value: unknown): Box | null {
  const parsed = boundingBox.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function readNotes(value: unknown): PhotoNote[] {
  // Parsed one by one, so that unknown notes of a later version do not invalidate the others.
  return (Array.isArray(value) ? value : []).flatMap((note) => photoNote.safeParse(note).data ?? []);
}

/** Metadata as strings, as the API accepted them. */
export function readMetadata(value: unknown): Record<string, string> | null {
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

function readFidelity(value: unknown): Required<Fidelity> | null {
  if (typeof value !== "object" || value === null) return null;
  if (!("product" in value && "changed" in value) || typeof value.changed !== "number") return null;
  const product = productSources.find((source) => source === value.product);
  const words = z.object({ changedWords: z.array(z.string()) }).safeParse(value).data?.changedWords;
  return product === undefined ? null : { product, changed: value.changed, changedWords: words ?? [] };
}

function provenanceOf({ engine, operation, mode: name, fidelity }: Generation) {
  if (engine === null) return null;
  const mode = photoModes.find((one) => one === name) ?? "studio";
  const ofPhoto = () => digitalSourceOf(mode, readFidelity(fidelity)?.product);
  return { digitalSourceType: operation === "remove_bg" ? cutoutSource : ofPhoto(), engine };
}

/** The position of each waiting generation in the queue, from 1. */
async function findPositions(ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ id: string; position: number }[]>(sql`
    SELECT g.id, 1 + (
      SELECT count(*) FROM generation o
      WHERE o.status = 'queued' AND (o.lane < g.lane OR (o.lane = g.lane AND o.rank <= g.rank))
        AND (o.lane, o.rank, o.created_at, o.id) < (g.lane, g.rank, g.created_at, g.id))::int AS position
    FROM generation g WHERE g.id = ANY(${[...ids]}) AND g.status = 'queued'`);
  return new Map(rows.map(({ id, position }) => [id, position]));
}
