import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
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
    const problem = await tryListen(port);
    if (problem === null) return;
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

function tryListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(null)));
  });
}
