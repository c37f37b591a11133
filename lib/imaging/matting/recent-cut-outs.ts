import type { PictureInput } from "#lib/images/picture.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { identifyPicture } from "../pixels/open-picture.ts";
import type { CutOutOptions } from "./cut-out.ts";
import { SharedCutOuts } from "./shared-cut-outs.ts";

interface Room {
  maxBytes: number;
  maxEntries: number;
}

/**
 * The most recent cut-outs of this process, so that another style of the same picture skips the network. `shared`:
 * those of all pixel processes of the server.
 */
export class RecentCutOuts {
  private readonly entries = new Map<string, CutOut>();
  private readonly room: Room;
  private readonly shared: SharedCutOuts | null;

  constructor(room: Room, shared: SharedCutOuts | null = null) {
    this.room = room;
    this.shared = shared;
  }

  /** Returns the kept cut-out of `image`, or makes it with `make`. Callers must not change it. */
  async get(
    image: PictureInput,
    options: CutOutOptions,
    make: (image: PictureInput, options: CutOutOptions) => Promise<CutOut>,
  ): Promise<CutOut> {
    const { mask, ...rest } = options;
    const along = mask === undefined ? "" : await identifyPicture(mask);
    const key = `${await identifyPicture(image)} ${along} ${JSON.stringify(rest)}`;
    const known = this.entries.get(key);
    const cut =
      known ?? (await this.shared?.read(key)) ?? (await this.makeForAll(key, () => make(image, options)));
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

  private async makeForAll(key: string, make: () => Promise<CutOut>): Promise<CutOut> {
    const cut = await make();
    await this.shared?.write(key, cut);
    return cut;
  }
}

const sharedFolder = process.argv[3];
const shared = sharedFolder === undefined ? null : new SharedCutOuts(sharedFolder);

/**
 * Large enough for photos that wait for a hosted model and need their cut-out again after several others; less where
 * the processes share files.
 */
export const recentCutOuts = new RecentCutOuts(
  shared ? { maxBytes: 70_000_000, maxEntries: 6 } : { maxBytes: 150_000_000, maxEntries: 12 },
  shared,
);

/** For previews. They are small and stored apart, so that they evict no photo's cut-out. */
export const previewCutOuts = new RecentCutOuts({ maxBytes: 40_000_000, maxEntries: 24 }, shared);
