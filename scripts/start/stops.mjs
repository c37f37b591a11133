import { readFileSync } from "node:fs";

const pollMs = 500;

/**
 * Calls `pass` for every stop signal, and when the npm process that runs one of `scripts` has exited: npm cannot
 * forward SIGKILL, nor its intermediate shell SIGTERM. Returns a function that returns whether it has.
 */
export function passStopsOn({ scripts, file }, pass) {
  let hasPassed = false;
  const stop = (signal) => {
    hasPassed = true;
    pass(signal);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => stop(signal));
  if (scripts.includes(process.env.npm_lifecycle_event ?? "")) whenNpmEnds(file, () => stop("SIGTERM"));
  return () => hasPassed;
}

function whenNpmEnds(file, act) {
  const parent = process.ppid;
  const npm = readProcess(parent, "cmdline").includes(file) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    act();
  }, pollMs).unref();
}

/** Linux only; elsewhere the shell replaces itself with the script, so that there is no process in between. */
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
