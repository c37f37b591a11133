import { processSlot } from "../platform/process-slot.ts";

export interface Version {
  /** Of package.json. */
  version: string;
  /** The newest migration that this version has: it names the version to the database. */
  schema: string;
  /** Of the repository; null where it is not known. */
  commit: string | null;
}

const known = processSlot("version", (): { version: Version | null } => ({ version: null }));

/** What runs here; set once by the process that starts. */
export function noteVersion(version: Version): void {
  known().version = version;
}

export const answerVersion = async () =>
  Response.json(known().version ?? { version: null, schema: null, commit: null }, {
    headers: { "Cache-Control": "no-store" },
  });
