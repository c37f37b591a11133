import type { PictureInput } from "#lib/images/picture.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { identifyPicture } from "../pixels/open-picture.ts";
import type { CutOutOptions } from "./cut-out.ts";

interface Room {
  maxBytes: number;
  maxEntries: number;
}

/** The most recent cut-outs of this process, so that another style of the same picture skips the network. */
export class RecentCutOuts {
  private readonly entries = new Map<string, CutOut>();
  private readonly room: Room;

  constructor(room: Room) {
    this.room = room;
  }

  /** Returns the kept cut-out of `image`, or makes it with `make`. Callers must not change it. */
  async get(
    image: PictureInput,
    options: Omit<CutOutOptions, "signal">,
    make: (image: PictureInput, options: CutOutOptions) => Promise<CutOut>,
  ): Promise<CutOut> {
    const { mask, ...rest } = options;
    const along = mask === undefined ? "" : await identifyPicture(mask);
    const key = `${await identifyPicture(image)} ${along} ${JSON.stringify(rest)}`;
    const known = this.entries.get(key);
    const cut = known ?? (await make(image, options));
    // A Map keeps insertion order, so the first key is the least recently used.
    this.entries.delete(key);
    this.entries.set(key, cut);
    let bytes = 0;
    for (const entry of this.entries.values()) bytes += entry.rgba.length;
    for (const [oldKey, entry] of this.entries) {
      if (this.entries.size <= this.room.maxEntries && bytes <= this.room.maxBytes) break;
      this.entries.delete(oldKey);
      bytes -= entry.rgba.length;
    }
    return cut;
  }
}

/** Large enough for photos that wait for a hosted model and need their cut-out again after several others. */
export const recentCutOuts = new RecentCutOuts({ maxBytes: 150_000_000, maxEntries: 12 });

/** For previews. They are small and kept apart, so that they evict no photo's cut-out. */
export const previewCutOuts = new RecentCutOuts({ maxBytes: 40_000_000, maxEntries: 24 });
