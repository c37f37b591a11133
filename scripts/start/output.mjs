/** A terminal that was closed, or a `| tee` that Ctrl-C ended first, takes no more output: that must not end the process. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
