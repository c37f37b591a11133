import { readFileSync, realpathSync } from "node:fs";
import { createServer, isIP } from "node:net";
import path from "node:path";

/** Upper limit of a shutdown: a stopping service has exited after this time. */
export const stoppingTimeoutMs = 75_000;

/** Throws an error with the fix if the port is taken; the message is specific if this service already runs on it. */
export async function requireFreePort(environment) {
  const port = Number(environment.PORT || 3000);
  // An invalid port is reported with the other settings.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return;
  const startedAt = Date.now();
  let isShown = false;
  for (;;) {
    const former = readServiceFile(environment.DATA_DIR || "./data");
    const problem = await tryListen({ port, host: hostOf(environment) });
    // An address that is missing here is reported with the other settings.
    if (problem !== "EADDRINUSE" && problem !== "EACCES") return;
    if (problem === "EACCES")
      throw new Error(`Port ${port} requires privileges: set PORT to one above 1023.`);
    // A killed service stays visible for a moment, and its child processes take a little longer to exit.
    const isStopping = former?.is_stopping === true && isAlive(former.pid);
    const goesOn = former !== null && !isStopping && isAlive(former.pid) && isAlive(former.parent_pid);
    const patienceMs = former === null ? 0 : isStopping ? stoppingTimeoutMs : goesOn ? 2_000 : 5_000;
    if (isStopping && !isShown)
      console.error(`Waiting for the previous service to stop (pid ${former.pid}) …`);
    isShown ||= isStopping;
    if (Date.now() - startedAt < patienceMs) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (goesOn && former.port === port) {
      throw new Error(`The service is already running: pid ${former.pid}, ${former.base_url}`);
    }
    throw new Error(`Port ${port} is in use by another program: stop it, or set PORT to a free one.`);
  }
}

/**
 * Reads the service file of the running or killed service of this data folder; null without one, or if it was copied
 * from another folder.
 */
export function readServiceFile(dataDir) {
  try {
    const service = JSON.parse(readFileSync(path.join(dataDir, "service.json"), "utf8"));
    const isOwn = service.data_dir === undefined || service.data_dir === realpathSync(dataDir);
    return isOwn ? service : null;
  } catch {
    return null;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The address to try: that of HOST, or the one that BASE_URL names. */
function hostOf({ HOST, BASE_URL }) {
  if (HOST) return HOST;
  const named =
    BASE_URL && URL.canParse(BASE_URL) ? new URL(BASE_URL).hostname.replace(/^\[(.*)\]$/, "$1") : "";
  return isIP(named) ? named : "127.0.0.1";
}

export function tryListen({ port, host }) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ port, ...(host && { host }), exclusive: true }, () => server.close(() => resolve(null)));
  });
}
