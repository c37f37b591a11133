import { createHash } from "node:crypto";
import path from "node:path";
import { fileExists, hashFile } from "../files.ts";
import { labelOf, type Wanted } from "../request.ts";
import type { Source } from "./sources.ts";
import type { BatchState } from "./state.ts";

/** One picture of a run. */
export interface PlannedPicture extends Source {
  /** Hash of its file or address. */
  content: string;
  /** Hash of its content and the requested options: equal pictures are made once. */
  photo: string;
  /** File name of its result, without the extension. */
  result: string;
}

const endings = ["jpg", "png", "webp", "avif"];

/** Hash of the picture; an address stands for what it leads to. */
export const hashSource = ({ place, isAddress }: Source) =>
  isAddress ? createHash("sha256").update(`image_url\n${place}`).digest("hex") : hashFile(place);

/** Assigns a result file to each picture and records it in `results`. */
export async function planPictures(
  sources: readonly Source[],
  { wanted, state }: { wanted: Wanted; state: BatchState },
): Promise<PlannedPicture[]> {
  const request = JSON.stringify(wanted, (_name, value) => sortKeys(value));
  const label = labelOf(wanted);
  const planned: PlannedPicture[] = [];
  for (const source of sources) {
    const content = await hashSource(source);
    const photo = createHash("sha256").update(`${content}\n${request}`).digest("hex").slice(0, 32);
    const plain = `${source.stem}.${label}`;
    const taken = state.results[plain];
    const isFree = taken === undefined || taken === photo;
    const result = isFree ? plain : `${source.stem}.${photo.slice(0, 8)}.${label}`;
    state.results[result] = photo;
    planned.push({ ...source, content, photo, result });
  }
  return planned;
}

/** Finds the file of an existing result, with any extension. */
export async function findResult(out: string, result: string): Promise<string | null> {
  for (const ending of endings) {
    const file = path.join(out, `${result}.${ending}`);
    if (await fileExists(file)) return file;
  }
  return null;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
