/** Prints the heading of a table. The returned function prints a row, so that a long run shows each as it ends. */
export function startTable(first: string, others: readonly string[]): (...cells: readonly string[]) => void {
  const nameWidth = Math.max(28, first.length);
  const print = (...[name = "", ...cells]: readonly string[]) =>
    console.log(
      `${name.padEnd(nameWidth)}${cells.map((cell, at) => `  ${cell}`.padStart(widthOf(others[at]))).join("")}`,
    );
  print(first, ...others);
  return print;
}

const widthOf = (title = "") => Math.max(title.length, 8) + 2;

export const inMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
export const inPercent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** The parts of a sum by name, the largest first. */
export function listParts(bytesByName: Readonly<Record<string, number>>): string {
  const parts = Object.entries(bytesByName).sort(([, a], [, b]) => b - a);
  return parts.map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`).join(", ");
}
