import { readdir, readFile } from "node:fs/promises";

/** Middle value; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which `share` (0..1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A run's duration, and the processor time that this process spent on it in all its threads. */
export interface Time {
  wallMs: number;
  processorMs: number;
}

export async function timed(run: () => Promise<unknown>): Promise<Time> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, processorMs: (user + system) / 1000 };
}

/** Highest resident memory of a process so far; reads /proc, so Linux only. */
export async function peakBytes(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

export interface RunningProcess {
  pid: number;
  name: "starter" | "server" | "pixel worker" | "database" | "database connection";
  /** Anonymous pages, without those of files and of the database's shared buffers. */
  anonymousBytes: number;
}

/** A process and its descendants, parents first; reads /proc, so Linux only. */
export async function processTree(pid: number): Promise<RunningProcess[]> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [children, statm, command] = await Promise.all([
    read(`task/${pid}/children`),
    read("statm"),
    read("cmdline"),
  ]);
  const below = await Promise.all((children.match(/\d+/g) ?? []).map((child) => processTree(Number(child))));
  const [, resident = 0, shared = 0] = statm.split(" ").map(Number);
  const own = { pid, name: nameOf(command), anonymousBytes: (resident - shared) * pageBytes };
  return [...(command ? [own] : []), ...below.flat()];
}

const pageBytes = 4096;

/** Proportional set size (PSS) of a process in bytes. Takes 10 ms or more per GB. */
export async function proportionalBytes({ pid }: RunningProcess): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

export interface MemoryUse {
  bytes: number;
  byName: Record<string, number>;
}

/** Current and peak memory of a process and its descendants. */
export class MemoryWatch {
  peak: MemoryUse = { bytes: 0, byName: {} };
  readonly #rootPid: number;
  #highestAnonymous = 0;
  #readAtMs = 0;

  constructor(rootPid: number) {
    this.#rootPid = rootPid;
  }

  /** Exact reading. The watched processes cannot map or free memory meanwhile, so frequent calls slow them down. */
  async read(processes?: readonly RunningProcess[]): Promise<MemoryUse> {
    this.#readAtMs = performance.now();
    const byName: Record<string, number> = {};
    for (const process of processes ?? (await processTree(this.#rootPid)))
      byName[process.name] = (byName[process.name] ?? 0) + (await proportionalBytes(process));
    const use = { bytes: Object.values(byName).reduce((sum, bytes) => sum + bytes, 0), byName };
    if (use.bytes > this.peak.bytes) this.peak = use;
    return use;
  }

  /**
   * Cheap enough for ten calls a second: takes an exact reading every two seconds and at each new peak of
   * `anonymousBytes`.
   */
  async follow(): Promise<RunningProcess[]> {
    const processes = await processTree(this.#rootPid);
    const anonymous = processes.reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0);
    const isHigher = anonymous > this.#highestAnonymous * 1.01;
    if (isHigher) this.#highestAnonymous = anonymous;
    if (isHigher || performance.now() - this.#readAtMs > 2_000) await this.read(processes);
    return processes;
  }
}

/** Number of files, sockets and pipes that a process holds open; reads /proc, so Linux only. */
export async function countOpenFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

function nameOf(command: string): RunningProcess["name"] {
  // The process title of a database backend contains the address of its client.
  if (/^postgres: \S+ \S+ [\d.:a-f]+\(\d+\)/.test(command)) return "database connection";
  if (command.includes("postgres")) return "database";
  if (command.includes("imaging/worker")) return "pixel worker";
  return command.includes("start/serve.ts") || command.startsWith("next-server") ? "server" : "starter";
}
