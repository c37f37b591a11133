/**
 * Ignores write errors, so that a closed terminal, or a `| tee` that Ctrl-C ended first, does not end the process.
 */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
