import { beforeAll, beforeEach, vi } from "vitest";
import { cutout } from "#lib/generations/kinds/cutout.ts";
import type { MadeResult } from "#lib/generations/kinds/kind.ts";
import { photo } from "#lib/generations/kinds/photo.ts";
import { storeResult } from "#lib/generations/kinds/store.ts";
import { imageHost } from "#lib/images/index.ts";
import { keepMask } from "#lib/masks/index.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";

/** Of the picture that is worked on, and of all that is made of it. */
const side = 64;

/** For tests of what becomes of results: a picture that was uploaded, and work that makes nothing but a copy of it. */
export function useMadeResults() {
  let picture: Buffer;
  let imageUrl = "";

  beforeAll(async () => {
    picture = await productPicture("jpeg", side);
    imageUrl = (await imageHost().upload(picture, { folder: "inputs/test" })).url;
  });
  const holdUntil = (ready: Promise<void>) => {
    const make: typeof photo.make = async (work, { source, signal }): Promise<MadeResult> => {
      await Promise.all([ready, source?.dispose()]);
      const shape = { format: "jpeg", width: side, height: side, hasAlpha: false } as const;
      return storeResult(picture, { ...shape, work, signal });
    };
    vi.spyOn(photo, "make").mockImplementation(make);
    vi.spyOn(cutout, "make").mockImplementation(make);
  };
  beforeEach(() => holdUntil(Promise.resolve()));

  return {
    side,
    get imageUrl(): string {
      return imageUrl;
    },
    /** From now on in this test, work is ready no earlier than this. */
    holdUntil,
    /** URL of the same picture, uploaded once more by an account. */
    async uploadCopy({ userId }: { userId: string }): Promise<string> {
      return (await imageHost().upload(picture, { folder: `inputs/${userId}` })).url;
    },
    /** An account corrects the cut-out of the picture by hand. */
    async correctMask({ userId }: { userId: string }): Promise<void> {
      const folder = `inputs/${userId}`;
      const mask = await imageHost().upload(await greyMask({ width: side, height: side }), { folder });
      await keepMask({ imageUrl, maskUrl: mask.url }, { userId });
    },
  };
}
