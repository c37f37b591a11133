// Preloaded into a worker (`node --import`): makes its photos take a fixed time without CPU load.
import { setTimeout as delay } from "node:timers/promises";
import { photoMaker } from "../../generations/kinds/make-photo.ts";
import { storeResult } from "../../generations/kinds/store.ts";
import { pool } from "../../imaging/worker/pool.ts";

/** Matches "takes 250 ms" in the prompt of a photo. */
const wanted = /^takes (\d+) ms$/;
const usualMs = Number(process.env.STUDIO_MS ?? 100);
const smallestJpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5" +
    "PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==",
  "base64",
);

// Estimates for callers are computed from these durations.
for (const resolution of ["1K", "2K", "4K"])
  pool().queues.heavy.durations.set(`photo ${resolution}`, usualMs);

photoMaker.make = async (work, { signal, report }) => {
  const takesMs = Number(wanted.exec(work.prompt ?? "")?.[1] ?? usualMs);
  await delay((takesMs * 3) / 4, undefined, { signal });
  report("storing");
  const jpeg = { format: "jpeg", width: 1, height: 1, hasAlpha: false } as const;
  const stored = await storeResult(smallestJpeg, { ...jpeg, work, signal });
  // Gives kills a chance to happen after the file is stored and before the row is completed.
  await delay(takesMs / 4);
  return stored;
};
