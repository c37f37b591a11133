import { randomBytes } from "node:crypto";
import { chargeCredits } from "#lib/credits/charge.ts";
import { completeCharge } from "#lib/credits/resolve.ts";
import { originalOf } from "#lib/images/host.ts";
import { imageHost } from "#lib/images/index.ts";
import type { InspectedImage } from "#lib/images/picture.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "../accounts.ts";
import { beginWork, chargeOf } from "../credits/charge-one.ts";

export interface PaidResult {
  id: string;
  publicId: string;
  bytes: Buffer;
}

/** Stores bytes as an already inspected picture, for tests in which its content does not matter. */
export async function storePicture(folder: string, bytes = randomBytes(2_000)) {
  const inspected: InspectedImage = {
    format: "jpg",
    width: 64,
    height: 64,
    pages: 1,
    hasAlpha: false,
    sizeBytes: bytes.byteLength,
  };
  const asset = await imageHost().upload(bytes, { folder, inspected });
  return { ...asset, bytes };
}

/** A completed photo with its upload. */
export async function payForPhoto(userId: string): Promise<PaidResult> {
  const source = await storePicture(`inputs/${userId}`);
  const id = await orderPhoto(userId, source);
  const result = await storePicture(`outputs/${userId}`);
  await beginWork(id);
  const { publicId, url, bytes } = result;
  if (!(await completeCharge(id, { url, publicId }))) throw new Error("a test's photo was not completed");
  return { id, publicId, bytes };
}

/** A charged photo that waits in the queue. */
export async function orderPhoto(
  userId: string,
  { url, publicId }: { url: string; publicId: string },
): Promise<string> {
  const id = newId("gen");
  const piece = { operation: "generate", queue: "work", expectedMs: 0, cost: 2 } as const;
  const work = [{ id, ...piece, imageUrl: url, sourcePublicId: publicId }];
  await chargeCredits(chargeOf(userId, [], { work }));
  return id;
}

/** A cut-out that is a transformation of its source, as the embedded host makes it. */
export async function payForCutout(userId: string): Promise<PaidResult> {
  const { drawnProduct } = await import("../pictures.ts");
  const source = await imageHost().upload(await drawnProduct(32), { folder: `inputs/${userId}` });
  const id = newId("gen");
  const piece = { operation: "remove_bg", queue: "work", expectedMs: 0, cost: 10 } as const;
  const work = [{ id, ...piece, imageUrl: source.url, sourcePublicId: source.publicId }];
  await chargeCredits(chargeOf(userId, [], { work }));
  await beginWork(id);
  const url = await imageHost().makeCutout(source);
  await completeCharge(id, { url, publicId: null });
  const original = await imageHost().read(originalOf({ publicId: source.publicId }));
  return { id, publicId: source.publicId, bytes: Buffer.from(original ?? []) };
}

export interface Library {
  userId: string;
  photos: PaidResult[];
}

/** An account with this many photos. */
export async function makeLibrary(photos: number): Promise<Library> {
  const { userId } = await makeAccount({ monthly: 1_000_000 });
  const made: PaidResult[] = [];
  for (let count = 0; count < photos; count += 1) made.push(await payForPhoto(userId));
  return { userId, photos: made };
}
