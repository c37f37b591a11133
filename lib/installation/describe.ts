import type { StandbyReason } from "./judge.ts";

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
