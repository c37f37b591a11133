import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Who runs the server: PostgreSQL refuses to run as root. */
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
 * null means "as the current user": always so unless this is root. `clusterFolder` is an existing cluster,
 * which stays with its owner.
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
 * How to start a program as `identity` that needs to reach `folders`.
 * A folder below a closed one (a clone in /root) is out of that user's reach; rather than open the closed
 * folder to everybody, the program keeps one right of root's: to look into folders.
 */
export async function launchAs(
  identity: Identity | null,
  { command, args, folders }: { command: string; args: string[]; folders: string[] },
): Promise<Launch> {
  if (!identity) return { command, args };
  const reachable = await Promise.all(folders.map((folder) => canReach(folder, identity)));
  if (!reachable.includes(false)) return { command, args, ...identity };
  const right = await heldRight();
  if (!right) {
    const closed = folders.find((_, index) => !reachable[index]);
    throw new Error(
      `PostgreSQL does not run as root, and its user cannot reach ${closed}: ` +
        "move the project (and DATA_DIR) to a folder every user may enter, such as /srv, or set DATABASE_URL.",
    );
  }
  const only = `-all,+${right}`;
  return {
    command: "setpriv",
    args: [
      `--reuid=${identity.uid}`,
      `--regid=${identity.gid}`,
      "--clear-groups",
      `--inh-caps=${only}`,
      `--ambient-caps=${only}`,
      `--bounding-set=${only}`,
      // Without this bit access(2), which PostgreSQL asks about its own binary, ignores the right.
      "--securebits=+no_setuid_fixup",
      command,
      ...args,
    ],
  };
}

async function canReach(folder: string, identity: Identity): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const { uid, gid, mode } = await stat(current);
    const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** Containers often withhold the narrower right but leave the wider. */
async function heldRight(): Promise<string | null> {
  for (const right of ["dac_read_search", "dac_override"]) {
    const only = `-all,+${right}`;
    const works = await run("setpriv", [
      `--inh-caps=${only}`,
      `--ambient-caps=${only}`,
      `--bounding-set=${only}`,
      "--securebits=+no_setuid_fixup",
      "true",
    ]).then(
      () => true,
      () => false,
    );
    if (works) return right;
  }
  return null;
}
