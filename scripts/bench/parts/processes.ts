import { readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  name: "starter" | "server" | "pixel worker" | "database";
  /** Each page shared between processes counted once (PSS): the database's backends all map the same buffers. */
  memoryBytes: number;
}

/** A process and all that descend from it; reads /proc, so Linux only. */
export async function processTree(pid: number): Promise<RunningProcess[]> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [children, rollup, command] = await Promise.all([
    read(`task/${pid}/children`),
    read("smaps_rollup"),
    read("cmdline"),
  ]);
  const below = await Promise.all(
    children
      .split(" ")
      .filter(Boolean)
      .map((child) => processTree(Number(child))),
  );
  const memoryBytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  return [...(command ? [{ pid, name: nameOf(command), memoryBytes }] : []), ...below.flat()];
}

/** Memory of a process and its descendants by name, in bytes. */
export async function memoryOfTree(pid: number): Promise<Record<string, number>> {
  const byName: Record<string, number> = {};
  for (const { name, memoryBytes } of await processTree(pid)) {
    byName[name] = (byName[name] ?? 0) + memoryBytes;
  }
  return byName;
}

function nameOf(command: string): RunningProcess["name"] {
  if (command.includes("postgres")) return "database";
  if (command.includes("imaging/worker")) return "pixel worker";
  return command.includes("start/serve.ts") || command.startsWith("next-server") ? "server" : "starter";
}
