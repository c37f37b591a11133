import { env } from "#lib/platform/env.ts";

/** Says what `installation adopt` has done: it is recorded before the database can start (`scripts/start/admin.ts`). */
export async function reportAdopted(): Promise<void> {
  console.log(
    `${env().DATA_DIR} is the installation from now on, with all its waiting work. ` +
      "Never start a service on the folder that it was moved or copied from: both would do the same work.",
  );
}
