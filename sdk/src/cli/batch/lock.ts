import { open, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { removeFile } from "../files.ts";
import { UsageError } from "../usage.ts";

/** Prevents two runs on one folder, which would order the same pictures; takes over the lock of a dead run. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, ".photos-batch.lock");
  const own = `${process.pid} ${os.hostname()}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(own);
      await handle.close();
      return () => removeFile(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const [pid = "", host = ""] = (await readFile(file, "utf8").catch(() => "")).split(" ");
    if (host !== os.hostname() || isRunning(Number(pid))) break;
    await removeFile(file);
  }
  throw new UsageError("Another run is active in this folder.", {
    fix: `Wait for it to finish. If none is running, delete ${file}.`,
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
