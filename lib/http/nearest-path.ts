import { operations } from "../contract/operations.ts";

const root = "/api/v1/";
const paths = [...new Set(Object.values(operations).map(({ path }) => path))];

/** Paths longer than this are not compared. */
const comparedLength = 100;
/** A path counts as meant if at most this share of its letters differs, the root aside. */
const mostDifferent = 1 / 2;

/** The operation path most similar to an unknown path; null if none is similar enough. */
export function findNearestPath(path: string): string | null {
  if (path.length > comparedLength) return null;
  const sent = path.replace(/^\/api\/(v\d+\/)?/, root);
  const found = paths
    .map((known) => ({ known, distance: distanceOf(sent.split("/"), known.split("/"), segmentCost) }))
    .reduce((best, one) => (one.distance < best.distance ? one : best));
  return found.distance <= (sent.length - root.length) * mostDifferent ? found.known : null;
}

/** Cost in letters; a part in braces matches any id, and a prefix matches the whole name. */
function segmentCost(sent: string | null, known: string | null): number {
  if (sent === null || known === null) return (sent ?? known ?? "").length + 1;
  if (known.startsWith("{") && /[\d_]/.test(sent)) return 0;
  const stem = sent.replace(/s$/, "");
  if (stem.length > 3 && sent !== known && known.startsWith(stem)) return 1;
  return distanceOf([...sent], [...known], (a, b) => (a === b ? 0 : 1));
}

/** The lowest cost of turning one sequence into the other by adding, removing and replacing parts (Levenshtein). */
function distanceOf(
  sent: readonly string[],
  known: readonly string[],
  cost: (sent: string | null, known: string | null) => number,
): number {
  let row = [0];
  for (const part of known) row.push((row.at(-1) ?? 0) + cost(null, part));
  for (const part of sent) {
    const next = [(row[0] ?? 0) + cost(part, null)];
    for (const [place, other] of known.entries()) {
      const added = (next[place] ?? 0) + cost(null, other);
      const removed = (row[place + 1] ?? 0) + cost(part, null);
      next.push(Math.min(added, removed, (row[place] ?? 0) + cost(part, other)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
