import { readdir, readFile } from "node:fs/promises";

/** Middle value; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that this share of all (0..1) stays below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Resident memory of a process now and at its peak, in MB (10⁶ bytes); reads /proc, so Linux only. */
export async function memoryMb(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const megabytes = (key: string) =>
    Math.round((Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6);
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

export interface RunningProcess {
  pid: number;
  name: "starter" | "server" | "pixel worker" | "database" | "database connection";
  /** Each page shared between processes counted once (PSS): the database's backends all map the same buffers. */
  memoryBytes: number;
}

/** A process and all that descend from it, parents first; reads /proc, so Linux only. */
export async function processTree(pid: number): Promise<RunningProcess[]> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [children, rollup, command] = await Promise.all([
    read(`task/${pid}/children`),
    read("smaps_rollup"),
    read("cmdline"),
  ]);
  const below = await Promise.all((children.match(/\d+/g) ?? []).map((child) => processTree(Number(child))));
  const memoryBytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  return [...(command ? [{ pid, name: nameOf(command), memoryBytes }] : []), ...below.flat()];
}

/** Files, sockets and pipes that a process holds open; reads /proc, so Linux only. */
export async function countOpenFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

function nameOf(command: string): RunningProcess["name"] {
  // A backend's title names the address of its client.
  if (/^postgres: \S+ \S+ [\d.:a-f]+\(\d+\)/.test(command)) return "database connection";
  if (command.includes("postgres")) return "database";
  if (command.includes("imaging/worker")) return "pixel worker";
  return command.includes("start/serve.ts") || command.startsWith("next-server") ? "server" : "starter";
}

/** Memory of several processes in bytes, together and by name. */
export function memoryOf(processes: readonly RunningProcess[]) {
  const byName: Record<string, number> = {};
  for (const { name, memoryBytes } of processes) byName[name] = (byName[name] ?? 0) + memoryBytes;
  return { bytes: Object.values(byName).reduce((sum, bytes) => sum + bytes, 0), byName };
}
