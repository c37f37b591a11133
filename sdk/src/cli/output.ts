import { ApiError, PhotoServiceError } from "../errors.ts";

/** Output of a command: results go to stdout, everything else to stderr. */
export interface Output {
  isJson: boolean;
  /** Prints a result: `fields` as JSON for programs, `line` for people. */
  result(fields: Record<string, unknown>, line: string): void;
  /** Prints a line for people only. */
  note(line: string): void;
  /** Reports progress; drawn as a bar on a terminal. */
  progress(label: string, done: number, total: number): void;
}

const barWidth = 24;

export function openOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
  const isTerminal = stderr.isTTY && !isJson;
  let isDrawn = false;
  let last = "";
  const clear = () => {
    if (isDrawn) stderr.write("\r\x1b[K");
    isDrawn = false;
  };
  return {
    isJson,
    result(fields, line) {
      clear();
      stdout.write(`${isJson ? JSON.stringify(fields) : line}\n`);
    },
    note(line) {
      if (isJson) return;
      clear();
      stderr.write(`${line}\n`);
    },
    progress(label, done, total) {
      if (isJson || total === 0) return;
      const share = done / total;
      if (isTerminal) {
        const full = Math.round(share * barWidth);
        stderr.write(`\r\x1b[K${label} ${"█".repeat(full)}${"░".repeat(barWidth - full)} ${done}/${total}`);
        isDrawn = true;
        if (done === total && `${label}${done}` !== last) {
          stderr.write("\n");
          isDrawn = false;
        }
        last = `${label}${done}`;
        return;
      }
      // Without a terminal, one line per tenth is enough.
      const line = `${label} ${done === total ? 10 : Math.floor(share * 10)}`;
      if (line === last) return;
      last = line;
      stderr.write(`${label}: ${done} of ${total}\n`);
    },
  };
}

/** Prints an error and its fix. */
export function reportError(error: unknown, { isJson }: { isJson: boolean }): void {
  const known = error instanceof PhotoServiceError ? error : null;
  const api = error instanceof ApiError ? error : null;
  const message = error instanceof Error ? error.message : String(error);
  if (isJson) {
    const fields = {
      code: api?.code ?? null,
      message,
      fix: known?.fix ?? null,
      issues: api?.issues ?? [],
      request_id: api?.requestId ?? null,
    };
    process.stdout.write(`${JSON.stringify({ event: "error", error: fields })}\n`);
    return;
  }
  const lines = [`photos: ${message}`];
  if (known?.fix) lines.push(`  ${known.fix}`);
  if (api?.requestId) lines.push(`  Request: ${api.requestId}`);
  if (!known && error instanceof Error && error.stack) lines.push(error.stack);
  process.stderr.write(`${lines.join("\n")}\n`);
}
