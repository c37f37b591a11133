// Run by the start as a process of its own: what the demo account needs is not kept in memory afterwards.
import { disconnectDb } from "#lib/db/index.ts";
import { makeFirstPhotos } from "../first-photos.ts";
import { ensureDemo } from "../seed.ts";
import "./follow-parent.mjs";

try {
  const demo = await ensureDemo();
  process.send?.({ demo });
  if (process.argv[2] === "photos") {
    await makeFirstPhotos(demo, (url, imageUrl) => process.send?.({ photo: { url, imageUrl } }));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await disconnectDb();
process.exit();
