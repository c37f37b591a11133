import {
  assignNewInstallation,
  type Installed,
  readInstallation,
  takeOverInstallation,
} from "#lib/installation/index.ts";
import { describeStandby, type Standby } from "#lib/installation/judge.ts";
import { env } from "#lib/platform/env.ts";
import { dropInheritedWork } from "#lib/separation.ts";
import { findSharedAccounts } from "./shared-accounts.ts";
import type { Values } from "./values.ts";

/** Prints the installation of this data directory and whether it is active. */
export async function showInstallation(values: Values): Promise<void> {
  const { dataDir, id, standby } = await requireInstallation();
  if (values.json) {
    console.log(JSON.stringify({ id, data_dir: dataDir, status: standby ? "standby" : "active", standby }));
    return;
  }
  console.log(`Installation ${id}\nData         ${dataDir}`);
  console.log(
    standby ? describeStandby(standby, dataDir) : "Active: this data directory is the installation.",
  );
}

/** Makes a copy an installation of its own. A service running on it becomes active within seconds. */
export async function separateInstallation(): Promise<void> {
  const { dataDir, url } = await requireStandby("separate");
  const dropped = await dropInheritedWork();
  const id = await assignNewInstallation({ dataDir, url });
  console.log(
    `This data directory is now a separate installation: ${id}. The original was not changed.\n` +
      `  refunded          ${dropped.refunded} generations that belong to the original\n` +
      `  not sent          ${dropped.mails} mails, ${dropped.deliveries} webhooks\n` +
      `  dropped           ${dropped.processes} processes and ${dropped.idempotencyKeys} unanswered requests of the original\n` +
      "A service that runs on it becomes active within seconds.",
  );
  const shared = findSharedAccounts();
  if (shared.length > 0) {
    console.error(
      `Both services would use the same external accounts: give this one its own ${shared.join(", ")} before it is used.`,
    );
  }
}

/** Makes a copy replace its original. A service running on it becomes active within seconds. */
export async function keepInstallation(): Promise<void> {
  const { dataDir, url, id } = await requireStandby("keep");
  const former = await takeOverInstallation({ dataDir, url });
  console.log(`This data directory is now the installation ${id}, with all its waiting work.`);
  console.log(
    former === null
      ? "The other data directory cannot be reached: make sure that no service is started on it again."
      : `${former} is now the copy: a service that is started there is in standby.`,
  );
  console.log("A service that runs on this data directory becomes active within seconds.");
}

interface Found extends Installed {
  id: string;
  standby: Standby | null;
}

async function requireInstallation(): Promise<Found> {
  const { DATA_DIR: dataDir, DATABASE_URL: url = "" } = env();
  const found = await readInstallation(url);
  if (found) return { ...found, dataDir, url };
  throw new Error(
    "DATABASE_URL is set: all machines that use this database are one installation. " +
      "Only data directories with the embedded database can be copies of each other.",
  );
}

async function requireStandby(command: "separate" | "keep"): Promise<Found> {
  const found = await requireInstallation();
  if (found.standby) return found;
  throw new Error(
    `${found.dataDir} is the installation ${found.id} and active: there is nothing to ${command}. If it is a copy that ` +
      "cannot be distinguished from its original (such as a cloned machine), stop its service, delete its installation.json " +
      "and run this again.",
  );
}
