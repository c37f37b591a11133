import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user that runs the server: PostgreSQL refuses to run as root. */
export interface Identity {
  uid: number;
  gid: number;
}

export interface Launch {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * Null means the current user, which applies to all users except root. An existing cluster (`clusterFolder`) keeps
 * its owner.
 */
export async function findIdentity(clusterFolder?: string): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = clusterFolder ? await stat(clusterFolder) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (
    (await lookUp("postgres")) ??
    (await createUser("postgres")) ??
    (await lookUp("nobody")) ??
    Promise.reject(
      new Error(
        "PostgreSQL does not run as root and no user could be made for it: " +
          "run `useradd --system postgres`, start the service as another user, or set DATABASE_URL.",
      ),
    )
  );
}

async function lookUp(name: string): Promise<Identity | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createUser(name: string): Promise<Identity | null> {
  await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name])
    .catch(() => run("adduser", ["-S", "-D", "-H", name]))
    .catch(() => undefined);
  return lookUp(name);
}

/**
 * How to start a program as `identity` with access to `folders`. A folder below a private one (a clone in /root) is
 * inaccessible to that user; instead of opening the private folder, the program keeps one capability of root:
 * searching directories.
 */
export async function launchAs(
  identity: Identity | null,
  { command, args, folders }: { command: string; args: string[]; folders: string[] },
): Promise<Launch> {
  if (!identity) return { command, args };
  const reachable = await Promise.all(folders.map((folder) => canReach(folder, identity)));
  if (!reachable.includes(false)) return { command, args, ...identity };
  const right = await findRight();
  if (!right) {
    const closed = folders.find((_, index) => !reachable[index]);
    throw new Error(
      `PostgreSQL does not run as root, and its user cannot reach ${closed}: ` +
        "move the project (and DATA_DIR) to a folder every user may enter, such as /srv, or set DATABASE_URL.",
    );
  }
  const user = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, "--clear-groups"];
  return { command: "setpriv", args: [...user, ...keepOnly(right), command, ...args] };
}

/** Options of setpriv that leave one capability. */
function keepOnly(right: string): string[] {
  const sets = ["inh-caps", "ambient-caps", "bounding-set"].map((set) => `--${set}=-all,+${right}`);
  // Without this bit access(2), which PostgreSQL calls for its own binary, ignores the capability.
  return [...sets, "--securebits=+no_setuid_fixup"];
}

async function canReach(folder: string, identity: Identity): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const { uid, gid, mode } = await stat(current);
    const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** Containers often drop the narrower capability but keep the wider one. */
async function findRight(): Promise<string | null> {
  for (const right of ["dac_read_search", "dac_override"]) {
    const works = await run("setpriv", [...keepOnly(right), "true"]).catch(() => null);
    if (works) return right;
  }
  return null;
}
