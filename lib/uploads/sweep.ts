import { imageHost } from "../images/index.ts";
import { expireUploads } from "./expiry.ts";
import { findRemovable, removeReleased } from "./release.ts";

/** Most pictures that one sweep removes; the next one goes on. */
const batch = 500;

/** Deletes expired uploads and everything that was let go of. Safe to run anywhere, any number of times. */
export async function sweepPictures(): Promise<void> {
  await expireUploads();
  await removeReleased(await findRemovable(batch));
  await imageHost().sweep();
}
