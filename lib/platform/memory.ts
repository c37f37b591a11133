import os from "node:os";

/** Memory that this process and its children may take: that of its control group (a container), or the machine's. */
export function memoryLimitBytes(): number {
  // Without a limit, Node returns 0 or a number larger than any memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}
