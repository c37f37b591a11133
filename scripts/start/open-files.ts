/** The server accepts thousands of connections; a process that makes pictures opens hundreds of files while it starts. */
const needed = 1024;

/** Throws an error with the fix if this process, and those that it starts, may not open enough files. */
export function requireOpenFiles(limit = readLimit()): void {
  if (limit === null || limit >= needed) return;
  throw new Error(
    `The limit of open files is ${limit}, and the service needs ${needed}: raise it with ulimit -n 4096, ` +
      "LimitNOFILE=4096 in a systemd unit, or --ulimit nofile=4096 for a container.",
  );
}

/** Node has raised its own limit as far as the system allows. Null if there is none, or if it is unknown. */
function readLimit(): number | null {
  // With the addresses of the machine, the report would wait for their names.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : null;
}
