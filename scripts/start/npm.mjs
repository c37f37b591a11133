import { readFileSync } from "node:fs";

const lookEveryMs = 500;

/**
 * Calls `stop` when the npm that runs one of these scripts is gone. It cannot pass on a kill -9, nor the shell it puts
 * in between a SIGTERM: when one of the two is gone, what they started goes too.
 */
export function whenNpmEnds(scripts, file, stop) {
  if (!scripts.includes(process.env.npm_lifecycle_event ?? "")) return;
  const parent = process.ppid;
  const npm = readProcess(parent, "cmdline").includes(file) ? parentOf(parent) : null;
  setInterval(() => {
    if (process.ppid !== parent || (npm !== null && parentOf(parent) !== npm)) stop();
  }, lookEveryMs).unref();
}

/** Linux alone; elsewhere the shell replaces itself by the script, and there is none in between. */
function parentOf(pid) {
  return /^PPid:\t(\d+)$/m.exec(readProcess(pid, "status"))?.[1] ?? null;
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
