import path from "node:path";
import { readIfThere, replaceFile } from "../files.ts";
import { labelOf, type Wanted } from "../request.ts";
import { UsageError } from "../usage.ts";
import type { PlannedPicture } from "./plan.ts";
import type { BatchState, StateFile } from "./state.ts";
import { toRow } from "./table.ts";

/** Attributes of product feeds, as Google Merchant Center and those who follow it name them. */
const header = toRow(["id", "image_link", "additional_image_link", "lifestyle_image_link"]);
const maxAdditional = 10;

const feedFile = (out: string) => path.join(out, "results.csv");

/** Refuses to replace a file of that name that this program did not write. */
export async function checkFeed(out: string): Promise<void> {
  const file = feedFile(out);
  const text = (await readIfThere(file)) ?? header;
  if (!text.startsWith(header)) {
    throw new UsageError(`${file} is not from this program and would be replaced.`, {
      fix: "Rename it, or choose another folder with --out.",
    });
  }
}

/** Notes the pictures of this input and these options in place of those of an earlier run. */
export function noteFeed(
  state: BatchState,
  { input, wanted, pictures }: { input: string; wanted: Wanted; pictures: Iterable<PlannedPicture> },
): void {
  if (wanted.operation === "remove_bg" && wanted.options.output === "mask") return;
  state.feed ??= {};
  state.feed[`${input} ${labelOf(wanted)}`] = {
    link: isPlain(wanted) ? "image" : "lifestyle",
    products: [...pictures].map(({ id, photo }) => ({ id, photo })),
  };
}

/** On a plain ground, as shops want the main picture. */
function isPlain({ operation, options }: Wanted): boolean {
  if (operation === "remove_bg") return true;
  return options.scene === undefined && ["studio", "amazon"].includes(options.style ?? "");
}

/** Writes results.csv: one row per product, from all runs that saved their results here. */
export async function writeFeed(out: string, { data }: StateFile): Promise<void> {
  const links = new Map<string, { image: Set<string>; lifestyle: Set<string> }>();
  for (const { link, products } of Object.values(data.feed ?? {})) {
    for (const { id, photo } of products) {
      const { status, result_url: url } = data.photos[photo] ?? {};
      if (status !== "succeeded" || url === undefined) continue;
      const of = links.get(id) ?? { image: new Set(), lifestyle: new Set() };
      of[link].add(url);
      links.set(id, of);
    }
  }
  const rows = [...links].map(([id, { image, lifestyle }]) => {
    const [main = "", ...otherImages] = image;
    const [scene = "", ...otherScenes] = lifestyle;
    const others = [...otherImages, ...otherScenes].slice(0, maxAdditional);
    return toRow([id, main, others.map((url) => url.replaceAll(",", "%2C")).join(","), scene]);
  });
  await replaceFile(feedFile(out), header + rows.join(""));
}
