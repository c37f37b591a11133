/** What DATA_DIR/installation.json says. Written when the folder becomes an installation, copied along with it. */
export interface InstallationRecord {
  id: string;
  created_at: string;
  /** Where the folder was when this was written (real path). */
  path: string;
  /** Of installation.json itself: a copy of the file has another. */
  inode: string;
  /** A hash of the machine's id; null where there is none that could be trusted. */
  machine: string | null;
}

/** What is at the recorded path: this very folder, or another one of the same installation, or something else. */
export type RecordedPlace =
  | "this folder"
  /** Another folder, whose record was written there. */
  | "the installation"
  /** Another folder, whose record was copied there too. */
  | "another copy"
  | "something else"
  /** It cannot be looked at. */
  | "unknown";

export interface Facts {
  record: InstallationRecord | null;
  /** The installation that the database belongs to; null in a new one. */
  databaseId: string | null;
  here: { path: string; inode: string | null; machine: string | null; isContainer: boolean };
  recordedPlace: RecordedPlace;
}

export type StandbyReason = "copy" | "other machine" | "unclear" | "unrecorded" | "other database";

export type Judgement =
  | { kind: "new" }
  | { kind: "original"; change: "none" | "moved" | "restored" }
  | { kind: "standby"; reason: StandbyReason };

const standby = (reason: StandbyReason): Judgement => ({ kind: "standby", reason });

/**
 * Whether a data directory is its installation, or may be a copy while the installation runs elsewhere. Doubt is
 * decided for a copy: a copy that works does harm, an installation in standby waits for one command.
 */
export function judge({ record, databaseId, here, recordedPlace }: Facts): Judgement {
  if (!record) return databaseId === null ? { kind: "new" } : standby("unrecorded");
  if (databaseId !== null && databaseId !== record.id) return standby("other database");
  if (recordedPlace === "the installation") return standby("copy");
  const isSamePath = here.path === record.path;
  const machine = compareMachines(record.machine, here.machine);
  if (here.inode === record.inode && (isSamePath || machine !== "other")) {
    return { kind: "original", change: isSamePath ? "none" : "moved" };
  }
  // From here on the files were copied. Whether their original is still there is left to see.
  if (machine === "other") return standby("other machine");
  if (recordedPlace === "another copy") return standby("copy");
  // Every container sees its own volume at the same path, so the path proves nothing there.
  if (here.isContainer || recordedPlace === "unknown") return standby("unclear");
  if (isSamePath) return { kind: "original", change: "restored" };
  return machine === "same" ? { kind: "original", change: "moved" } : standby("unclear");
}

function compareMachines(recorded: string | null, here: string | null): "same" | "other" | "unknown" {
  if (recorded === null || here === null) return "unknown";
  return recorded === here ? "same" : "other";
}
