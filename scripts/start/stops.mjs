import { readFileSync } from "node:fs";

const pollMs = 500;

/**
 * Calls `pass` for every signal that asks this wrapper to stop, and when the npm that runs it as one of `scripts` is
 * gone: npm cannot pass on a kill -9, nor the shell it puts in between a SIGTERM. Returns whether it has.
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
