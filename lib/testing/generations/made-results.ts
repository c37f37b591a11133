import { beforeAll, beforeEach, vi } from "vitest";
import type { MadeResult } from "#lib/generations/kinds/kind.ts";
import { cutoutMaker } from "#lib/generations/kinds/make-cutout.ts";
import { photoMaker } from "#lib/generations/kinds/make-photo.ts";
import { storeResult } from "#lib/generations/kinds/store.ts";
import { imageHost } from "#lib/images/index.ts";
import { storeMask } from "#lib/masks/index.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";

/** Side of the source and of all results, in pixels. */
const side = 64;

/** For tests about the handling of results: an uploaded picture, and work that only copies it. */
export function useMadeResults() {
  let picture: Buffer;
  let imageUrl = "";

  beforeAll(async () => {
    picture = await productPicture("jpeg", side);
    imageUrl = (await imageHost().upload(picture, { folder: "inputs/test" })).url;
  });
  const holdUntil = (ready: Promise<void>) => {
    const make: typeof photoMaker.make = async (work, { source, signal }): Promise<MadeResult> => {
      await Promise.all([ready, source?.dispose()]);
      const shape = { format: "jpeg", width: side, height: side, hasAlpha: false } as const;
      return storeResult(picture, { ...shape, work, signal });
    };
    vi.spyOn(photoMaker, "make").mockImplementation(make);
    vi.spyOn(cutoutMaker, "make").mockImplementation(make);
  };
  beforeEach(() => holdUntil(Promise.resolve()));

  return {
    side,
    get imageUrl(): string {
      return imageUrl;
    },
    /** Delays all further work of this test until `ready` resolves. */
    holdUntil,
    /** Uploads the same picture again for an account and returns its URL. */
    async uploadCopy({ userId }: { userId: string }): Promise<string> {
      return (await imageHost().upload(picture, { folder: `inputs/${userId}` })).url;
    },
    /** Stores a manually corrected mask of the picture for an account. */
    async correctMask({ userId }: { userId: string }): Promise<void> {
      const folder = `inputs/${userId}`;
      const mask = await imageHost().upload(await greyMask({ width: side, height: side }), { folder });
      await storeMask({ imageUrl, maskUrl: mask.url }, { userId });
    },
  };
}
