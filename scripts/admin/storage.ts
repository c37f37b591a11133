import { findStorages } from "#lib/db/heartbeat.ts";
import { countFiles, findDamaged, probeStorage } from "#lib/images/embedded/check.ts";
import { imagePlaces } from "#lib/images/embedded/folder.ts";
import { type MoveReport, moveFiles } from "#lib/images/embedded/move.ts";
import { requireActive } from "#lib/installation/standby.ts";
import { env } from "#lib/platform/env.ts";
import { BucketStore } from "#lib/storage/bucket/store.ts";
import { describePlace } from "#lib/storage/index.ts";
import { readOwner, takeBucket } from "#lib/storage/owner.ts";
import { getOneOf, type Values } from "./values.ts";

const tellEveryMs = 5_000;

/** Moves the pictures to the configured storage; the service may run. Exit code 1: some were not moved. */
export async function moveStorage(values: Values): Promise<number> {
  const { present, former } = imagePlaces();
  const to = getOneOf(values, "to", ["s3", "disk"] as const);
  const configured = present instanceof BucketStore ? "s3" : "disk";
  if (to !== configured) {
    throw new Error(
      configured === "disk"
        ? "New pictures are stored on the disk. To move to a bucket: set STORAGE_URL, restart the service and its workers, and run this with --to s3 again."
        : "New pictures are stored in the bucket of STORAGE_URL. To move to the disk: rename that setting to FORMER_STORAGE_URL, restart the service and its workers, and run this with --to disk again.",
    );
  }
  await requireActive();
  const others = (await findStorages()).filter((name) => name !== describePlace());
  if (others.length > 0) {
    throw new Error(
      `Some processes store new pictures in ${others.join(", ")}, not in ${describePlace()}: restart them with ` +
        "the same STORAGE_URL first. They would not find moved pictures.",
    );
  }
  if (former.length === 0) {
    console.log(`Nothing to move: all pictures are at ${present.name}.`);
    return 0;
  }
  let isWhole = true;
  for (const from of former) {
    console.log(`From ${from.name}\nto   ${present.name}`);
    let toldAtMs = performance.now();
    const report = await moveFiles({
      from,
      to: present,
      onPicture: (soFar) => {
        if (performance.now() - toldAtMs < tellEveryMs) return;
        toldAtMs = performance.now();
        console.log(`  ${toLine(soFar)}`);
      },
    });
    isWhole &&= report.problems.length === 0;
    console.log(`  ${toLine(report)}`);
    for (const { key, problem } of report.problems.slice(0, 20)) console.error(`  ${key}: ${problem}`);
    if (report.problems.length > 0) {
      console.error(`${report.problems.length} were not moved. Fix the cause and run this again.`);
    }
  }
  if (isWhole) console.log(env().FORMER_STORAGE_URL ? "Done: unset FORMER_STORAGE_URL." : "Done.");
  return isWhole ? 0 : 1;
}

function toLine({ pictures, copiedBytes, overtaken }: MoveReport): string {
  const megabytes = (copiedBytes / 1_000_000).toFixed(1);
  return `${pictures} pictures, ${megabytes} MB copied, ${overtaken} deleted or replaced during the move`;
}

/** Tests the picture storage and counts its files. Exit code 1: there is a problem. */
export async function checkStorage(values: Values): Promise<number> {
  const { present, former } = imagePlaces();
  const { ms } = await probeStorage(present);
  const owner = present instanceof BucketStore ? await readOwner(await present.objects()) : null;
  const places = [];
  for (const place of [present, ...former]) {
    const damaged = values.deep ? await findDamaged(place) : [];
    places.push({ name: place.name, ...(await countFiles(place)), damaged });
  }
  if (values.json) console.log(JSON.stringify({ probe_ms: ms, owner, places }));
  else {
    console.log(
      `${present.name} writes, reads, lists and deletes (${ms} ms)${owner ? `; it belongs to ${owner}` : ""}`,
    );
    for (const { name, pictures, pictureBytes, derived, derivedBytes, damaged } of places) {
      const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
      console.log(
        `${name}: ${pictures} pictures (${megabytes(pictureBytes)} MB), ${derived} derived (${megabytes(derivedBytes)} MB)`,
      );
      for (const { publicId, problem } of damaged) console.error(`  ${publicId}: ${problem}`);
    }
    if (former.length > 0)
      console.log("Some pictures may be in a former storage: npm run admin -- storage move");
  }
  return places.some(({ damaged }) => damaged.length > 0) ? 1 : 0;
}

/** Makes this installation the owner of the bucket's files. */
export async function takeStorage(): Promise<void> {
  const { present } = imagePlaces();
  if (!(present instanceof BucketStore))
    throw new Error("STORAGE_URL is not set: files on a disk always belong to its service.");
  const former = await readOwner(await present.objects());
  const id = await takeBucket(await present.objects());
  console.log(`${present.name} now belongs to this installation: ${id} (before: ${former ?? "none"}).`);
  console.log("If the other one is still running, it stops writing within a minute.");
}
