import { readdir, readFile } from "node:fs/promises";

export interface ListedProcess {
  pid: number;
  command: string;
}

/** Processes whose environment or command contains this data folder, and their descendants (Linux). */
export async function processesOf(dataDir: string): Promise<ListedProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
      const [command, environment, status] = await Promise.all([
        read("cmdline"),
        read("environ"),
        read("status"),
      ]);
      const parent = Number(/^PPid:\t(\d+)$/m.exec(status)?.[1] ?? 0);
      const own = environment.includes(dataDir) || command.includes(dataDir);
      // A zombie process has no command.
      return { pid, parent, own, command: command.replaceAll("\0", " ").trim() };
    }),
  );
  const known = new Map(entries.map((entry) => [entry.pid, entry]));
  const isOwn = (pid: number): boolean => {
    const entry = known.get(pid);
    return entry !== undefined && (entry.own || isOwn(entry.parent));
  };
  return entries.filter(({ pid, command }) => command !== "" && isOwn(pid));
}
