/** Contents of DATA_DIR/installation.json. Written when the directory becomes an installation, and copied with it. */
export interface InstallationRecord {
  id: string;
  created_at: string;
  /** The directory's real path at the time of writing. */
  path: string;
  /** Inode of installation.json itself; a copy of the file has another. */
  inode: string;
  /** Hash of the machine id; null without a reliable one. */
  machine: string | null;
}

/** What exists at the recorded path. */
export type RecordedPlace =
  | "this folder"
  /** Another directory whose record was written there. */
  | "the installation"
  /** Another directory whose record was copied there. */
  | "another copy"
  | "something else"
  /** It cannot be accessed. */
  | "unknown";

export interface Facts {
  record: InstallationRecord | null;
  /** The installation in the database; null in a new one. */
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
 * Decides whether a data directory is its installation or possibly a copy. When in doubt it is a copy: an active copy
 * does harm, while an installation in standby waits for one command.
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
  // From here on the files are known to be copied; the original may or may not still exist.
  if (machine === "other") return standby("other machine");
  if (recordedPlace === "another copy") return standby("copy");
  // Every container mounts its volume at the same path, so the path proves nothing.
  if (here.isContainer || recordedPlace === "unknown") return standby("unclear");
  if (isSamePath) return { kind: "original", change: "restored" };
  return machine === "same" ? { kind: "original", change: "moved" } : standby("unclear");
}

function compareMachines(recorded: string | null, here: string | null): "same" | "other" | "unknown" {
  if (recorded === null || here === null) return "unknown";
  return recorded === here ? "same" : "other";
}

/** Why a copy of an installation is in standby, and where the installation last was. */
export interface Standby {
  reason: StandbyReason;
  path: string | null;
}

const reasons: Record<StandbyReason, (path: string) => string> = {
  copy: (path) => `This data directory is a copy of the installation in ${path}.`,
  "other machine": (path) =>
    `This data directory was last used on another machine, in ${path}, where the installation may still run.`,
  unclear: (path) =>
    `This data directory was copied or restored from an installation, last in ${path}, that may still run.`,
  unrecorded: () =>
    "This data directory has no installation.json: it may be a copy of an installation that still runs.",
  "other database": () =>
    "The database and the files in this data directory belong to different installations.",
};

/** One line for the operator: the state, its effects, and the two commands that end it. */
export function describeStandby({ reason, path }: Standby, dataDir: string): string {
  const command = `DATA_DIR=${dataDir} npm run admin -- installation`;
  return (
    `Standby: ${reasons[reason](path ?? "an unknown place")} It takes no jobs, sends no mails or webhooks, and charges ` +
    `nothing. To make it a service of its own: ${command} separate. To use it instead of the other one: ${command} keep`
  );
}
